import type { Ref } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Dialog } from '../../../pages/ui/Dialog.tsx';
import { RefusedAction } from '../../RefusedAction.tsx';
import type { Refusal } from '../../useRefusal.ts';
import { ConsequencesOf } from './Consequences.tsx';
import type { ReleaseEpisode } from './release.ts';

export type UnpublishDialogProps = {
  id: string;
  ref: Ref<HTMLDialogElement>;
  isOpen: boolean;
  episode: ReleaseEpisode;
  refusal: Refusal | null;
  busy: boolean;
  onUnpublish: () => void;
  onCancel: () => void;
  onClose: () => void;
};

/** Asks before unpublishing (EPI-30). */
export function UnpublishDialog({ id, ref, isOpen, episode, refusal, busy, ...props }: UnpublishDialogProps) {
  const t = useTranslations('console');
  const release = useTranslations('release');
  return (
    <Dialog
      id={id}
      ref={ref}
      heading={release('unpublishAsk', { title: episode.title })}
      onClose={props.onClose}
      actions={
        <>
          <Button kind="filled" busy={busy && t('unpublishing')} onClick={props.onUnpublish}>
            {release('unpublishDo')}
          </Button>
          <Button kind="quiet" onClick={props.onCancel}>
            {release('leavePublished')}
          </Button>
        </>
      }
    >
      <p>{release('unpublishHint')}</p>
      {isOpen && <ConsequencesOf storyId={episode.story_id} deed="unpublish" episodeId={episode.id} />}
      <RefusedAction refusal={refusal} />
    </Dialog>
  );
}
