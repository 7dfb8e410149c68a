import css from './Spinner.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Only when the shape of the content is unknown (search). */
export function Spinner({ label, shown }: { label: string /** Shows the words too. */; shown?: boolean }) {
  return (
    <span className={css.spinner} role="status">
      <span className={css.ring} aria-hidden="true" />
      {shown ? <span className={css.label}>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
