import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { Spinner } from '../../../pages/ui/Spinner.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import type { Size, Square } from '../../accounts/profile/crop.ts';
import { useLater } from '../../useLater.ts';

export type CropDialogProps = {
  source: string | null;
  before?: { heading: string; choice: ReactNode } | null;
  round?: boolean;
  busy?: boolean;
  errors?: readonly string[];
  /** The square is in pixels of the shown picture. `shown` is that picture's size. True closes the dialog. */
  onUse: (square: Square, shown: Size) => boolean | Promise<boolean>;
  onLeave: () => void;
};

const loadArea = () => import('../../accounts/profile/CropArea.tsx');

export function CropDialog({ source, before, busy, errors = [], ...props }: CropDialogProps) {
  const t = useTranslations('profile');
  const failures = useTranslations('errors');
  const id = useId();
  const { ref, open, close } = useDialog();
  const chosen = useRef<{ square: Square; shown: Size } | null>(null);
  const isTaken = useRef(false);
  const isAsking = source !== null || Boolean(before);
  const { code, isMissing } = useLater(loadArea, isAsking);

  // Opens only when it contains something focusable.
  const isDrawn = isAsking && (source === null || code !== null || isMissing);
  useEffect(() => {
    if (!isDrawn) return;
    isTaken.current = false;
    open();
  }, [isDrawn, open]);
  useEffect(() => {
    chosen.current = null;
    const dialog = ref.current;
    // The button that chose the picture is gone, so the focus moves to the slider.
    if (source === null || code === null || dialog?.contains(document.activeElement)) return;
    dialog?.querySelector<HTMLElement>('input[type=range]')?.focus();
  }, [source, code, ref]);

  const use = async () => {
    if (chosen.current === null) return;
    const { square, shown } = chosen.current;
    if (!(await props.onUse(square, shown))) return;
    isTaken.current = true;
    close();
  };
  const problems = isMissing ? [failures('communication')] : errors;
  return (
    <Dialog
      id={id}
      ref={ref}
      heading={source === null && before ? before.heading : t('cropHeading')}
      light={false}
      onClose={() => {
        if (!isTaken.current) props.onLeave();
      }}
      actions={
        <>
          {source !== null && (
            <Button kind="filled" busy={busy && t('saving')} onClick={use}>
              {t('usePicture')}
            </Button>
          )}
          <Button kind="quiet" onClick={() => close()}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {source === null && before?.choice}
      {source !== null &&
        (code === null ? (
          !isMissing && <Spinner label={t('opening')} />
        ) : (
          <code.CropArea
            key={source}
            round={props.round ?? false}
            source={source}
            onChange={(square, shown) => {
              chosen.current = { square, shown };
            }}
          />
        ))}
      {isAsking && problems.length > 0 && (
        <Notice kind="bad" urgent>
          {problems.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </Dialog>
  );
}
