import { ActionForm } from '#islands/ActionForm.tsx';
import { useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { TextField } from '#pages/ui/Field.tsx';
import type { ConsoleStoryView } from '#server/domains/publishing/stories/queries.ts';
import css from './Page.module.css';

/** Deletes an unpublished story without a script. With one, the island asks in a dialog. */
export function PlainDeletion({ story }: { story: Pick<ConsoleStoryView, 'id' | 'title'> }) {
  const t = useTranslations('console');
  return (
    <noscript>
      <details className={css.danger}>
        <summary>{t('deleteStory')}</summary>
        <ActionForm className={css.deletion} call="DELETE /creator/stories/:id" params={{ id: story.id }}>
          <p>{t('deleteStoryHint')}</p>
          <TextField label={t('typeTitle')} name="title" required autoComplete="off" />
          <Button type="submit">{t('deleteStoryDo')}</Button>
        </ActionForm>
      </details>
    </noscript>
  );
}
