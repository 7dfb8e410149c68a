import { classes } from './classes.ts';
import css from './Progress.module.css';

export type ProgressProps = {
  /** What it measures: "Upload of keller_06.png". */
  label: string;
  /** 0 … `max`; without it the work has no known end yet. */
  value?: number;
  max?: number;
  /** The value in words ("9 of 12 files"), read aloud instead of a percentage. */
  text?: string;
  className?: string;
};

/** Six pixels of ink; on story pages in the story's colour. */
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
