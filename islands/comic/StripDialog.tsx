import { useEffect, useId, useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { Button, LinkButton } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { cutStrip } from './strips.ts';

export type StripDialogProps = {
  storyId: string;
  /** All that was chosen, and the strips among them. */
  files: readonly File[];
  strips: readonly File[];
  onAdd: (files: readonly File[]) => void;
  onClose: () => void;
};

/** Asks what becomes of strips in a story of pages, before anything is sent. Open as long as it is drawn. */
export function StripDialog({ storyId, files, strips, onAdd, onClose }: StripDialogProps) {
  const t = useTranslations('console.strips');
  const href = useHref();
  const id = useId();
  const { ref, open, close } = useDialog();
  const [busy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(open, [open]);
  const cut = async () => {
    setBusy(true);
    try {
      const parts = await Promise.all(files.map((file) => (strips.includes(file) ? cutStrip(file) : [file])));
      onAdd(parts.flat());
      close();
    } catch {
      setBusy(false);
      setFailed(true);
    }
  };
  return (
    <Dialog
      id={id}
      ref={ref}
      heading={t('ask', { count: strips.length })}
      onClose={onClose}
      actions={
        <>
          <Button kind="filled" busy={busy && t('cutting')} onClick={() => void cut()}>
            {t('cut')}
          </Button>
          <LinkButton href={href(address('/creator/stories/@id/details', { id: storyId }))}>
            {t('format')}
          </LinkButton>
          <Button
            kind="quiet"
            onClick={() => {
              onAdd(files);
              close();
            }}
          >
            {t('keep')}
          </Button>
        </>
      }
    >
      <p>{t('why', { count: strips.length, names: strips.map(({ name }) => name).join(', ') })}</p>
      {hasFailed && <p role="alert">{t('failed')}</p>}
    </Dialog>
  );
}
