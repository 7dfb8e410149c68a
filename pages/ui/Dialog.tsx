import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import css from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

export type DialogProps = {
  id: string;
  ref?: Ref<HTMLDialogElement>;
  heading: ReactNode;
  picture?: ReactNode;
  note?: ReactNode;
  /** Rendered open, for use without a script. */
  isOpen?: boolean;
  children?: ReactNode;
  /** The main action first, then a quiet way out. */
  actions?: ReactNode;
  /** Label of a close button beside the heading. Needed when `actions` has no way out. */
  closeLabel?: string;
  /** A press outside closes it. False when input could be lost. Escape always closes. */
  light?: boolean;
  /** Receives the `value` of the closing button, or ''. */
  onClose?: (answer: string) => void;
  /** `side`: beside the page above 960 px. `under`: at `--x` and `--y`, the position of the opening button. */
  place?: 'centre' | 'side' | 'under';
};

/** A sheet from below on phones, centred from 768 px. Closes without a script: `form method="dialog"`. */
export function Dialog({
  id,
  ref,
  heading,
  picture,
  note,
  isOpen,
  children,
  actions,
  closeLabel,
  light = true,
  onClose,
  place = 'centre',
}: DialogProps) {
  return (
    <dialog
      className={classes(css.dialog, css[place])}
      id={id}
      ref={ref}
      open={isOpen}
      aria-labelledby={`${id}-heading`}
      closedby={light ? 'any' : 'closerequest'}
      onClose={onClose && ((event) => onClose(event.currentTarget.returnValue))}
    >
      <div className={css.head}>
        {picture}
        <div className={css.words}>
          <h2 className={css.heading} id={`${id}-heading`}>
            {heading}
          </h2>
          {note && <p className={css.note}>{note}</p>}
        </div>
        {closeLabel && (
          <form method="dialog">
            <IconButton type="submit" icon="x" label={closeLabel} />
          </form>
        )}
      </div>
      {children}
      {actions && <div className={css.actions}>{actions}</div>}
    </dialog>
  );
}
