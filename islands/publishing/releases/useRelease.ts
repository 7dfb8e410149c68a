import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { api } from '../../api.ts';
import { poll } from '../../poll.ts';
import { useAction } from '../../useRefusal.ts';
import type { Wish } from './plan.ts';
import type { ReleaseEpisode } from './release.ts';

/** Longer waits overflow `setTimeout`. */
const WAIT_MAX_MS = 20 * DAY_MS;
/** Publishing itself takes a moment. */
const GRACE_MS = 1500;

export type ReleaseOptions = {
  episode: ReleaseEpisode;
  /** Queues a change and passes it the current version. */
  change: <T>(work: (version: number) => Promise<T>) => Promise<T>;
  settle: () => Promise<void>;
  /** The notice is null when another place shows it. */
  onChange: (episode: ReleaseEpisode, notice: string | null) => void;
};

export function useRelease({ episode, change, settle, onChange }: ReleaseOptions) {
  const notices = useTranslations('notices');
  const t = useTranslations('release');
  const deed = useAction();
  const params = { id: episode.id };

  const appeared = useEffectEvent((next: ReleaseEpisode) =>
    onChange(next, next.status === 'published' ? t('appeared', { number: next.number }) : t('calledOff')),
  );
  const { status, publish_at: due, id } = episode;
  useEffect(() => {
    if (status !== 'scheduled' || due === null) return;
    const waitMs = Math.max(0, Date.parse(due) - Date.now()) + GRACE_MS;
    if (waitMs > WAIT_MAX_MS) return;
    const gone = new AbortController();
    const look = async () => {
      const { episode: next } = await api('GET /creator/episodes/:id', {
        params: { id },
        signal: gone.signal,
      });
      if (next.status === 'scheduled' && next.publish_at === due) return true;
      appeared(next);
      return false;
    };
    // Runs unasked, so errors are ignored.
    const timer = setTimeout(() => poll(look, gone.signal).catch(() => undefined), waitMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [status, due, id]);

  return {
    ...deed,
    publish: () =>
      deed.run(async () => {
        await settle();
        const { episode: next } = await change((version) =>
          api('POST /creator/episodes/:id/publish', { params, body: { lock_version: version } }),
        );
        onChange(next, notices('publish_success'));
      }),
    schedule: (wish: Wish) =>
      deed.run(async () => {
        await settle();
        const { episode: next } = await change((version) =>
          api('POST /creator/episodes/:id/schedule', { params, body: { ...wish, lock_version: version } }),
        );
        onChange(next, notices('schedule_success'));
      }),
    unschedule: () =>
      deed.run(async () => {
        const { episode: next } = await change(() =>
          api('POST /creator/episodes/:id/unschedule', { params }),
        );
        onChange(next, notices('unschedule_success'));
      }),
    unpublish: () =>
      deed.run(async () => {
        const { episode: next } = await change(() => api('POST /creator/episodes/:id/unpublish', { params }));
        onChange(next, notices('unpublish_success'));
      }),
  };
}
