import { type FormEvent, useId, useRef, useState } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import { api } from '../../api.ts';
import { withToast } from '../../notices.ts';
import { focusWrong, LEAVING, useAction } from '../../useRefusal.ts';
import { Buyers } from '../releases/Buyers.tsx';
import { foretell } from '../releases/foretell.ts';
import css from './StoryForm.module.css';

/** The title must be typed to confirm. A published story cannot be deleted (STO-29). */
export function DeleteStory({ id, title, published }: { id: string; title: string; published: boolean }) {
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const codes = useTranslations('codes');
  const href = useHref();
  const dialogId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { ref, open, close } = useDialog();
  const { refusal, busy, run, mend } = useAction();

  const [buyers, setBuyers] = useState(0);
  const ask = () => {
    open();
    // Without an answer the dialog shows no buyers.
    foretell(id, { deed: 'delete' }).then(
      (foretold) => setBuyers(foretold.buyers),
      () => undefined,
    );
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('typed') ?? '');
    const fine = await run(async () => {
      await api('DELETE /creator/stories/:id', { params: { id }, body: { title: typed } });
      location.assign(withToast(href('/creator/stories'), notices('story_deleted')));
      return LEAVING;
    });
    if (!fine) focusWrong(form.current);
  };

  if (published) return <p className={css.kept}>{codes('story_published')}</p>;
  return (
    <div className={css.danger} data-needs-js>
      <Button kind="danger" icon="trash-2" onClick={ask}>
        {t('deleteStory')}
      </Button>
      <Dialog id={dialogId} ref={ref} heading={t('deleteStoryAsk', { title })}>
        <form method="dialog" noValidate className={css.form} ref={form} onSubmit={submit}>
          <p>{t('deleteStoryHint')}</p>
          <Buyers count={buyers} deed="story" />
          <TextField
            label={t('typeTitle')}
            name="typed"
            onInput={() => mend('title')}
            required
            autoComplete="off"
            errors={refusal?.fields.title}
          />
          {refusal && refusal.fields.title === undefined && (
            <Notice kind="bad" urgent>
              {refusal.message}
            </Notice>
          )}
          <div className={css.answers}>
            <Button type="submit" kind="outlined" className={css.bad} busy={busy && t('deleting')}>
              {t('deleteStoryDo')}
            </Button>
            <Button kind="quiet" onClick={() => close()}>
              {t('keep')}
            </Button>
          </div>
        </form>
      </Dialog>
    </div>
  );
}
