import { useId } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { Refused } from '../publish/Refused.tsx';
import { useDeed } from '../useRefusal.ts';
import css from './DeleteChapter.module.css';

export type DeleteChapterProps = {
  title: string;
  words: number;
  remove: () => Promise<void>;
  onRemoved: () => void;
};

/** Asks by naming what goes, since nothing brings it back. */
export function DeleteChapter({ title, words, remove, onRemoved }: DeleteChapterProps) {
  const t = useTranslations('novel');
  const id = useId();
  const { ref, open, close } = useDialog();
  const { refusal, busy, run } = useDeed();
  return (
    <div className={css.danger}>
      <Button kind="danger" icon="trash-2" onClick={open}>
        {t('delete')}
      </Button>
      <Dialog
        id={id}
        ref={ref}
        heading={t('deleteAsk', { title })}
        actions={
          <>
            <Button
              className={css.bad}
              busy={busy && t('deleting')}
              onClick={async () => {
                if (await run(remove)) onRemoved();
              }}
            >
              {t('deleteDo')}
            </Button>
            <Button kind="quiet" onClick={() => close()}>
              {t('keep')}
            </Button>
          </>
        }
      >
        <p>{t('deleteHint', { count: words })}</p>
        {refusal && <Refused refusal={refusal} />}
      </Dialog>
    </div>
  );
}
