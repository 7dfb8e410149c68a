import { Notice } from '../ui/Notice.tsx';
import { useFrame } from './context.ts';
import css from './Notices.module.css';

/** Notices of a redirect for readers without a script. With one, the browser shows them (ERR-16). */
export function Notices() {
  const { success, error } = useFrame().notices;
  if (!success && !error) return null;
  return (
    <noscript>
      <div className={css.notices}>
        {success && <Notice kind="good">{success}</Notice>}
        {error && <Notice kind="bad">{error}</Notice>}
      </div>
    </noscript>
  );
}
