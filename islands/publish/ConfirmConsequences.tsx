import { useEffect, useId } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { Consequences, type Foretold } from './Consequences.tsx';

export type ConfirmConsequencesProps = {
  /** Null while nothing is asked. */
  foretold: Foretold | null;
  heading: string;
  action: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before a deed whose consequences go beyond what is on the screen. */
export function ConfirmConsequences({
  foretold,
  heading,
  action,
  onConfirm,
  onCancel,
}: ConfirmConsequencesProps) {
  const t = useTranslations('release');
  const id = useId();
  const { ref, open, close } = useDialog();
  const isAsked = foretold !== null;
  useEffect(() => {
    if (isAsked) open();
    else close();
  }, [isAsked, open, close]);
  return (
    <Dialog
      id={id}
      ref={ref}
      heading={heading}
      onClose={() => isAsked && onCancel()}
      actions={
        <>
          <Button kind="filled" onClick={onConfirm}>
            {action}
          </Button>
          <Button kind="quiet" onClick={() => close()}>
            {t('leaveIt')}
          </Button>
        </>
      }
    >
      {foretold && <Consequences foretold={foretold} />}
    </Dialog>
  );
}
