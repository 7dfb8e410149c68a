import { useId } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { api } from '../api.ts';
import { LEAVING, useDeed } from '../useRefusal.ts';
import css from './DeleteEpisode.module.css';
import { Refused } from './Refused.tsx';
import type { ReleaseEpisode } from './release.ts';

/** Asks by naming what goes. A published episode stays until it is taken back (EPI-34). */
export function DeleteEpisode({ episode }: { episode: ReleaseEpisode }) {
  const t = useTranslations('console');
  const release = useTranslations('release');
  const notices = useTranslations('notices');
  const href = useHref();
  const id = useId();
  const { ref, open, close } = useDialog();
  const { refusal, busy, run } = useDeed();
  const remove = () =>
    run(async () => {
      await api('DELETE /creator/episodes/:id', { params: { id: episode.id } });
      const notice = encodeURIComponent(notices('episode_deleted'));
      location.assign(href(`/creator/stories/${episode.story_id}?success_notice=${notice}`));
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
            <Button className={css.bad} onClick={() => void remove()} busy={busy && t('deleting')}>
              {t('deleteEpisodeDo')}
            </Button>
            <Button kind="quiet" onClick={() => close()}>
              {t('keep')}
            </Button>
          </>
        }
      >
        <p>{t('deleteEpisodeHint')}</p>
        {episode.status === 'scheduled' && <p>{release('deleteScheduled')}</p>}
        {refusal && <Refused refusal={refusal} />}
      </Dialog>
    </div>
  );
}
