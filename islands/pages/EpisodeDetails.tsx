import { type FormEvent, useId, useRef } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { api } from '../api.ts';
import type { Episode } from '../EpisodeEditor.tsx';
import { PictureField } from '../stories/PictureField.tsx';
import { usePicture } from '../usePicture.ts';
import { focusFirstWrong, LEAVING, useDeed } from '../useRefusal.ts';
import css from './EpisodeDetails.module.css';

export type EpisodeDetailsProps = {
  episode: Episode;
  storyId: string;
  mayEdit: boolean;
  mayDelete: boolean;
  titleMost: number;
  change: <T>(work: (version: number) => Promise<T>) => Promise<T>;
  onChange: (episode: Episode) => void;
};

/** Title and picture of an episode, and its removal. */
export function EpisodeDetails(props: EpisodeDetailsProps) {
  const { episode, mayEdit } = props;
  const t = useTranslations('console');
  const form = useRef<HTMLFormElement>(null);
  const { refusal, setRefusal, busy, run } = useDeed();
  const { picture, choose } = usePicture('episode_cover', {
    mediaId: episode.thumbnail_media_id,
    url: episode.thumbnail_url,
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (picture.step === 'sending') return setRefusal({ code: '', message: t('coverFirst'), fields: {} });
    const title = String(new FormData(event.currentTarget).get('title') ?? '');
    const fine = await run(async () => {
      const { episode: next } = await props.change((version) =>
        api('PATCH /creator/episodes/:id', {
          params: { id: episode.id },
          body: { title, thumbnail_media_id: picture.mediaId, lock_version: version },
        }),
      );
      props.onChange(next);
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <>
      <form method="dialog" noValidate ref={form} onSubmit={submit} aria-label={t('details')}>
        <fieldset className={css.fields} disabled={!mayEdit}>
          <TextField
            label={t('title')}
            name="title"
            defaultValue={episode.title}
            maxLength={props.titleMost}
            required
            autoComplete="off"
            errors={refusal?.fields.title}
          />
          <PictureField
            small
            label={t('thumbnail')}
            hint={t('thumbnailHint')}
            picture={picture}
            onChoose={choose}
            errors={refusal?.fields.thumbnail_media_id}
            disabled={!mayEdit}
          />
          {refusal && (
            <Notice
              kind="bad"
              urgent
              actions={
                refusal.code === 'episode_changed' && (
                  <Button onClick={() => location.reload()}>{t('loadAgain')}</Button>
                )
              }
            >
              {refusal.message}
            </Notice>
          )}
          {mayEdit && (
            <span data-needs-js>
              <Button type="submit" busy={busy && t('saving')}>
                {t('save')}
              </Button>
            </span>
          )}
        </fieldset>
      </form>
      {props.mayDelete && <DeleteEpisode episode={episode} storyId={props.storyId} />}
    </>
  );
}

function DeleteEpisode({ episode, storyId }: { episode: Episode; storyId: string }) {
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const href = useHref();
  const id = useId();
  const { ref, open, close } = useDialog();
  const { refusal, busy, run } = useDeed();
  const remove = () =>
    run(async () => {
      await api('DELETE /creator/episodes/:id', { params: { id: episode.id } });
      const notice = encodeURIComponent(notices('episode_deleted'));
      location.assign(href(`/creator/stories/${storyId}?success_notice=${notice}`));
      return LEAVING;
    });
  return (
    <div className={css.danger} data-needs-js>
      <Button kind="danger" icon="trash-2" onClick={open}>
        {t('deleteEpisode')}
      </Button>
      <Dialog
        id={id}
        ref={ref}
        heading={t('deleteEpisodeAsk', { title: episode.title })}
        actions={
          <>
            <Button className={css.bad} onClick={remove} busy={busy && t('deleting')}>
              {t('deleteEpisodeDo')}
            </Button>
            <Button kind="quiet" onClick={() => close()}>
              {t('keep')}
            </Button>
          </>
        }
      >
        <p>{t('deleteEpisodeHint')}</p>
        {refusal && (
          <Notice kind="bad" urgent>
            {refusal.message}
          </Notice>
        )}
      </Dialog>
    </div>
  );
}
