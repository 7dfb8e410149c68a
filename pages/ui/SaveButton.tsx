import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './SaveButton.module.css';

export type SaveButtonProps = {
  /** What a press does: `remove` is drawn as saved. */
  deed: 'do' | 'stop' | 'remove' | 'again';
  /** Names the deed and the episode. */
  label: string;
} & ComponentProps<'button'>;

/** Saves an episode of a list on the device, or takes it back. A script may change `data-deed` and the name alone. */
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

/** What is said of it, among the facts of its row. */
export function SavedWord({ word, children }: { word?: string; children?: ReactNode }) {
  return (
    <span className={css.word} role="status" data-told={word ?? ''}>
      {children}
    </span>
  );
}
