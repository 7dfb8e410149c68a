import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { api } from '../../api.ts';
import { withToast } from '../../notices.ts';
import { LEAVING } from '../../useRefusal.ts';
import { AddTitled } from './AddTitled.tsx';

export type AddEpisodeProps = { storyId: string; titleMaxLength: number; first: boolean };

/** Form for the next episode's title (EPI-16, ERR-31, ERR-49). */
export function AddEpisode({ storyId, titleMaxLength, first }: AddEpisodeProps) {
  const t = useTranslations('console');
  const release = useTranslations('release');
  const notices = useTranslations('notices');
  const href = useHref();
  const add = async (title: string) => {
    const { episode } = await api('POST /creator/episodes', { body: { story_id: storyId, title } });
    const path = href(
      address('/creator/stories/@id/episodes/@episodeId', { id: storyId, episodeId: episode.id }),
    );
    location.assign(withToast(path, notices('episode_added')));
    return LEAVING;
  };
  return (
    <AddTitled
      id="add-episode"
      label={first ? t('firstEpisodeTitle') : t('nextEpisodeTitle')}
      action={t('addEpisode')}
      filled
      titleMaxLength={titleMaxLength}
      add={add}
      refused={({ fields, message }) => (
        <Notice kind="bad" urgent>
          <p>{release('creationFailed')}</p>
          {fields.title === undefined && <p>{message}</p>}
        </Notice>
      )}
    />
  );
}
