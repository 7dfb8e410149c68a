import { classes } from './classes.ts';
import css from './Progress.module.css';

export type ProgressProps = {
  /** Name of the task: "Upload of keller_06.png". */
  label: string;
  /** 0 … `max`. Absent while the end is unknown. */
  value?: number;
  max?: number;
  /** The value for screen readers ("9 of 12 files"), instead of a percentage. */
  text?: string;
  className?: string;
};

export function Progress({ label, value, max = 100, text, className }: ProgressProps) {
  const share = value === undefined || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <div
      className={classes(css.bar, className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <i className={css.done} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
