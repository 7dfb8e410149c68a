import css from './Spinner.module.css';

/** Only where the shape of what comes is unknown (search); elsewhere a Skeleton. */
export function Spinner({ label, shown }: { label: string /** Show the words too. */; shown?: boolean }) {
  return (
    <span className={css.spinner} role="status">
      <span className={css.ring} aria-hidden="true" />
      <span className={shown ? css.label : css.quiet}>{label}</span>
    </span>
  );
}
