import { Notice } from '../ui/Notice.tsx';
import { useFrame } from './context.ts';
import css from './Notices.module.css';

/** What a redirect had to say, for readers without JavaScript; all others get it from the browser (ERR-16). */
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
