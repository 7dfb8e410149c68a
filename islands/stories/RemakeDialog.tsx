import { useEffect, useId } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';

export type RemakeDialogProps = {
  /** How many are made anew; null while nothing is asked. */
  pages: number | null;
  onConfirm: () => void;
  onDecline: () => void;
};

/** Asks before another format makes pages anew (PAG-10); however it is closed, it has an answer. */
export function RemakeDialog({ pages, onConfirm, onDecline }: RemakeDialogProps) {
  const t = useTranslations('storyForm');
  const id = useId();
  const { ref, open, close } = useDialog();
  const isAsked = pages !== null;
  useEffect(() => {
    if (isAsked) open();
    else close();
  }, [isAsked, open, close]);
  return (
    <Dialog
      id={id}
      ref={ref}
      heading={t('remakeAsk', { count: pages ?? 0 })}
      onClose={() => isAsked && onDecline()}
      actions={
        <>
          <Button kind="filled" onClick={onConfirm}>
            {t('remakeDo')}
          </Button>
          <Button kind="quiet" onClick={() => close()}>
            {t('remakeKeep')}
          </Button>
        </>
      }
    >
      <p>{t('remakeHint', { count: pages ?? 0 })}</p>
    </Dialog>
  );
}
