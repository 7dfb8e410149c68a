import { useEffect, useId, useRef } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { CropArea } from '../profile/CropArea.tsx';
import type { Square } from '../profile/crop.ts';

export type CropDialogProps = {
  /** Address of the picture in the browser's memory; the dialog is open while there is one. */
  source: string | null;
  onUse: (square: Square) => void;
  onLeave: () => void;
};

/** Asks which square of a picture to take. */
export function CropDialog({ source, onUse, onLeave }: CropDialogProps) {
  const t = useTranslations('profile');
  const id = useId();
  const { ref, open, close } = useDialog();
  const square = useRef<Square | null>(null);
  const isTaken = useRef(false);

  useEffect(() => {
    if (source === null) return;
    isTaken.current = false;
    open();
  }, [source, open]);

  const use = () => {
    const area = square.current;
    if (area === null) return;
    isTaken.current = true;
    close();
    onUse(area);
  };
  return (
    <Dialog
      id={id}
      ref={ref}
      heading={t('cropHeading')}
      light={false}
      onClose={() => {
        if (!isTaken.current) onLeave();
      }}
      actions={
        <>
          <Button kind="filled" onClick={use}>
            {t('usePicture')}
          </Button>
          <Button kind="quiet" onClick={() => close()}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {source !== null && (
        <CropArea
          round={false}
          source={source}
          onChange={(area) => {
            square.current = area;
          }}
        />
      )}
    </Dialog>
  );
}
