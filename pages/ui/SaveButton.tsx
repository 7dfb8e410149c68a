import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './SaveButton.module.css';

export type SaveButtonProps = {
  /** Action of a press. `remove` looks saved. */
  deed: 'do' | 'stop' | 'remove' | 'again';
  label: string;
} & ComponentProps<'button'>;

/** Saves a listed episode on the device or removes it. A script may change only `data-deed` and the name. */
export function SaveButton({ deed, label, className, ...rest }: SaveButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={classes(css.save, className)}
      aria-label={label}
      data-deed={deed}
      data-save-press
    >
      <Icon name="download" />
      <Icon name="x" />
      <Icon name="circle-check" />
      <Icon name="rotate-ccw" />
    </button>
  );
}

export function SavedWord({ word, children }: { word?: string; children?: ReactNode }) {
  return (
    <span className={css.word} role="status" data-told={word ?? ''}>
      {children}
    </span>
  );
}
