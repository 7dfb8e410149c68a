import type { EpisodeStatus } from '#db/schema/index.ts';
import { ActionForm } from '#islands/ActionForm.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Button } from '#pages/ui/Button.tsx';
import { TextArea, TextField } from '#pages/ui/Field.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { canHappen } from '#server/domains/platform/policy/rules.ts';
import css from './PlainChapter.module.css';

export type PlainChapterProps = {
  storyId: string;
  episode: { id: string; status: EpisodeStatus };
  mayEdit: boolean;
  titleMaxLength: number;
};

/** Without a script: a plain field for a chapter. */
export function PlainChapter({ storyId, episode, mayEdit, titleMaxLength }: PlainChapterProps) {
  const t = useTranslations('novel');
  const href = useHref();
  const editor = address('/creator/stories/@id/episodes/@episodeId', { id: storyId, episodeId: episode.id });
  if (!mayEdit || !canHappen(episode.status, 'edit')) return null;
  return (
    <noscript>
      <Notice kind="warn">{t('needsScript')}</Notice>
      <ActionForm
        className={css.form}
        call="POST /creator/episodes/chapters"
        page={editor}
        back={href(editor)}
      >
        <input type="hidden" name="episode_id" value={episode.id} />
        <TextField
          label={t('nextTitle')}
          name="title"
          required
          maxLength={titleMaxLength}
          autoComplete="off"
        />
        <TextArea label={t('typed')} hint={t('typedHint')} name="text" rows={12} />
        <span>
          <Button type="submit">{t('add')}</Button>
        </span>
      </ActionForm>
    </noscript>
  );
}
