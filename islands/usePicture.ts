/** One picture of a form: chosen, sent, processed by a worker, shown. */
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../locales/react.tsx';
import { api, upload } from './api.ts';
import { IMAGE_BYTES_MOST, megabytes } from './bytes.ts';
import { poll } from './poll.ts';
import { useWording } from './useRefusal.ts';

export type PictureState = {
  mediaId: string | null;
  url: string | null;
  /** `sending` is the share sent, 0…1. */
  step: 'none' | 'sending' | 'processing' | 'ready' | 'failed';
  sent: number;
  /** Why it was refused or failed. */
  problem: string | null;
};

type Purpose = 'cover' | 'episode_cover';

/** `known` is what the form began with: an id without an address is still being processed. */
export function usePicture(purpose: Purpose, known: { mediaId: string | null; url: string | null }) {
  const first: PictureState = {
    ...known,
    step: known.mediaId === null ? 'none' : known.url === null ? 'processing' : 'ready',
    sent: 0,
    problem: null,
  };
  const [picture, setPicture] = useState<PictureState>(first);
  const wording = useWording();
  const problems = useTranslations('problems');
  const t = useTranslations('console');
  const sending = useRef<AbortController | null>(null);
  const { mediaId, step } = picture;

  useEffect(() => {
    if (step !== 'processing' || mediaId === null) return;
    const gone = new AbortController();
    const look = async () => {
      const { media } = await api('GET /media/:id', { params: { id: mediaId }, signal: gone.signal });
      if (media.state === 'failed') {
        const key = (media.error ?? 'invalid') as Parameters<typeof problems.has>[0];
        const problem = t('pictureFailed', {
          problem: problems.has(key) ? problems(key) : problems('invalid'),
        });
        setPicture((now) => ({ ...now, step: 'failed', problem }));
      }
      if (media.state === 'ready') setPicture((now) => ({ ...now, step: 'ready', url: media.url }));
      return media.state === 'queued' || media.state === 'processing';
    };
    // A picture that is not ours to ask about (another member's) stays as the page showed it.
    poll(look, gone.signal).catch(() => undefined);
    return () => gone.abort();
  }, [mediaId, step, problems, t]);

  const choose = async (file: File): Promise<void> => {
    sending.current?.abort();
    const before = picture;
    if (file.size > IMAGE_BYTES_MOST) {
      setPicture({ ...before, problem: t('tooLarge', { size: megabytes(file.size) }) });
      return;
    }
    const run = new AbortController();
    sending.current = run;
    const url = URL.createObjectURL(file);
    setPicture({ mediaId: before.mediaId, url, step: 'sending', sent: 0, problem: null });
    try {
      const { media } = await upload('POST /media', {
        file,
        fields: { purpose },
        signal: run.signal,
        onProgress: (bytes) => setPicture((now) => ({ ...now, sent: bytes / Math.max(file.size, 1) })),
      });
      const step = media.state === 'ready' ? 'ready' : 'processing';
      setPicture({ mediaId: media.id, url: media.url ?? url, step, sent: 1, problem: null });
    } catch (error) {
      if (run.signal.aborted) return;
      const { message, fields } = wording(error);
      setPicture({ ...before, problem: Object.values(fields).flat()[0] ?? message });
    }
  };

  return { picture, choose };
}
