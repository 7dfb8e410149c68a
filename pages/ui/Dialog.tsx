import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import css from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

export type DialogProps = {
  id: string;
  ref?: Ref<HTMLDialogElement>;
  /** Names the dialog. */
  heading: ReactNode;
  /** Before the heading, and what stands under it. */
  picture?: ReactNode;
  note?: ReactNode;
  /** Drawn open by the server, so that it can be used without a script. */
  isOpen?: boolean;
  children?: ReactNode;
  /** The action first, then a bare way out. */
  actions?: ReactNode;
  /** The word for close: with it a cross stands beside the heading. Needed when `actions` has no way out. */
  closeLabel?: string;
  /** A press beside it closes it; false where something typed would be lost. Escape always closes. */
  light?: boolean;
  /** Gets the `value` of the button that closed it, or '' . */
  onClose?: (answer: string) => void;
  /**
   * `side`: above 960 px at the side, for settings that act on what stays visible. `under`: there it stands at `--x` and
   * `--y`, which whoever opens it sets to the place of a button.
   */
  place?: 'centre' | 'side' | 'under';
};

/** A sheet from below on phones, centred from 768 px. Closing needs no script: buttons in `form method="dialog"`. */
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
