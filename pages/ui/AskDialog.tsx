import { type ReactNode, useEffect, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useDialog } from './useDialog.ts';

export type AskDialogProps = {
  isAsked: boolean;
  heading: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
};

/** Asks before actions with effects beyond the screen. Closing it in any way means no. */
export function AskDialog({ isAsked, heading, yes, no, onYes, onNo, children }: AskDialogProps) {
  const id = useId();
  const { ref, open, close } = useDialog();
  useEffect(() => {
    if (isAsked) open();
    else close();
  }, [isAsked, open, close]);
  return (
    <Dialog
      id={id}
      ref={ref}
      heading={heading}
      onClose={() => isAsked && onNo()}
      actions={
        <>
          <Button kind="filled" onClick={onYes}>
            {yes}
          </Button>
          <Button kind="quiet" onClick={() => close()}>
            {no}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
