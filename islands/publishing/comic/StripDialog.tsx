import { type ReactNode, useEffect, useId, useState } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { Button, LinkButton } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import { inNaturalOrder } from '../../../server/lib/natural-order.ts';
import { cutStrip, stripsAmong } from './strips.ts';

type StripDialogProps = {
  storyId: string;
  files: readonly File[];
  strips: readonly File[];
  onAdd: (files: readonly File[]) => void;
  onClose: () => void;
};

/** A folder of strips could fill the screen with names. */
const NAMED_MAX_COUNT = 3;

/** Asks before the upload what to do with strips in a story of pages. Open while mounted. */
function StripDialog({ storyId, files, strips, onAdd, onClose }: StripDialogProps) {
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
      const parts: File[] = [];
      // One at a time, since cutting draws the whole strip.
      for (const file of files) parts.push(...(strips.includes(file) ? await cutStrip(file) : [file]));
      onAdd(parts);
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
      <p>
        {t('why', {
          count: strips.length,
          names: strips
            .slice(0, NAMED_MAX_COUNT)
            .map(({ name }) => name)
            .join(', '),
          more: Math.max(0, strips.length - NAMED_MAX_COUNT),
        })}
      </p>
      {hasFailed && (
        <Notice kind="bad" urgent>
          {t('failed')}
        </Notice>
      )}
    </Dialog>
  );
}

/** Adds files. Strips for a story of pages raise a question first. The caller renders it (`strips`). */
export function useStrips(
  pagedStoryId: string | undefined,
  onAdd: (files: readonly File[]) => void,
): { add: (files: readonly File[]) => Promise<void>; strips: ReactNode } {
  const [asked, setAsked] = useState<Pick<StripDialogProps, 'files' | 'strips'> | null>(null);
  return {
    async add(files) {
      const strips = pagedStoryId === undefined ? [] : await stripsAmong(files);
      if (strips.length > 0) setAsked({ files: inNaturalOrder(files), strips });
      else onAdd(files);
    },
    strips: asked !== null && pagedStoryId !== undefined && (
      <StripDialog storyId={pagedStoryId} {...asked} onAdd={onAdd} onClose={() => setAsked(null)} />
    ),
  };
}
