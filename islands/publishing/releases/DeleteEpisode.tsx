import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { api } from '../../api.ts';
import { withToast } from '../../notices.ts';
import { LEAVING } from '../../useRefusal.ts';
import { AskToDelete } from './AskToDelete.tsx';
import { ConsequencesOf } from './Consequences.tsx';
import type { ReleaseEpisode } from './release.ts';

/** A published episode must be unpublished first (EPI-34). */
export function DeleteEpisode({ episode, hasPages }: { episode: ReleaseEpisode; hasPages: boolean }) {
  const t = useTranslations('console');
  const release = useTranslations('release');
  const notices = useTranslations('notices');
  const href = useHref();
  const remove = async () => {
    await api('DELETE /creator/episodes/:id', { params: { id: episode.id } });
    const path = href(address('/creator/stories/@id', { id: episode.story_id }));
    location.assign(withToast(path, notices('episode_deleted')));
    return LEAVING;
  };
  return (
    <AskToDelete
      label={t('deleteEpisode')}
      heading={t('deleteEpisodeAsk', { title: episode.title })}
      action={t('deleteEpisodeDo')}
      told={<ConsequencesOf storyId={episode.story_id} deed="delete" episodeId={episode.id} />}
      remove={remove}
    >
      <p>{hasPages ? t('deleteEpisodeHint.pages') : t('deleteEpisodeHint.chapters')}</p>
      {episode.status === 'scheduled' && <p>{release('deleteScheduled')}</p>}
    </AskToDelete>
  );
}
