import { type FormEvent, useRef } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { api } from '../api.ts';
import { focusFirstWrong, LEAVING, useDeed } from '../useRefusal.ts';
import css from './EpisodeList.module.css';

/** The next episode by its title (EPI-16, ERR-31, ERR-49). */
export function AddEpisode({
  storyId,
  titleMost,
  first,
}: {
  storyId: string;
  titleMost: number;
  first: boolean;
}) {
  const t = useTranslations('console');
  const release = useTranslations('release');
  const notices = useTranslations('notices');
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title') ?? '');
    const fine = await run(async () => {
      const { episode } = await api('POST /creator/episodes', { body: { story_id: storyId, title } });
      const notice = encodeURIComponent(notices('episode_added'));
      location.assign(href(`/creator/stories/${storyId}/episodes/${episode.id}?success_notice=${notice}`));
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <form className={css.add} method="dialog" noValidate ref={form} onSubmit={submit} data-needs-js>
      <TextField
        id="add-episode"
        label={first ? t('firstEpisodeTitle') : t('nextEpisodeTitle')}
        name="title"
        maxLength={titleMost}
        required
        autoComplete="off"
        errors={refusal?.fields.title}
      />
      <Button type="submit" kind="filled" icon="plus" busy={busy && t('adding')} className={css.button}>
        {t('addEpisode')}
      </Button>
      {refusal && (
        <Notice kind="bad" urgent>
          <p>{release('creationFailed')}</p>
          {refusal.fields.title === undefined && <p>{refusal.message}</p>}
        </Notice>
      )}
    </form>
  );
}
