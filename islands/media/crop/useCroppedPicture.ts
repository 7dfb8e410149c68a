import { useCallback, useEffect, useRef, useState } from 'react';
import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import type { Square } from '../../accounts/profile/crop.ts';
import { ApiError, api, upload } from '../../api.ts';
import { IMAGE_MAX_BYTES, megabytes } from '../../bytes.ts';
import { poll } from '../../poll.ts';
import { useWording } from '../../useRefusal.ts';
import { previewOf } from './preview.ts';

const TYPES = ['image/jpeg', 'image/png'];

export type PictureState = {
  mediaId: string | null;
  url: string | null;
  /** `sent` is the uploaded share, 0…1. */
  step: 'none' | 'sending' | 'processing' | 'ready' | 'failed';
  sent: number;
  problem: string | null;
};

type Known = { mediaId: string | null; url: string | null };

/** An id without an address means that processing is not finished. */
const stateOf = ({ mediaId, url }: Known): PictureState => ({
  mediaId,
  url,
  step: mediaId === null ? 'none' : url === null ? 'processing' : 'ready',
  sent: 0,
  problem: null,
});

export function useCroppedPicture(purpose: 'cover' | 'episode_cover', known: Known) {
  const [picture, setPicture] = useState<PictureState>(stateOf(known));
  const [source, setSource] = useState<string | null>(null);
  const wording = useWording();
  const problems = useTranslations('problems');
  const t = useTranslations('console');
  const sending = useRef<{ media: Promise<string>; run: AbortController } | null>(null);
  const { mediaId, step } = picture;

  useEffect(
    () => () => {
      if (source !== null) URL.revokeObjectURL(source);
    },
    [source],
  );

  useEffect(() => {
    if (step !== 'processing' || mediaId === null) return;
    const gone = new AbortController();
    const look = async () => {
      const { media } = await api('GET /media/:id', { params: { id: mediaId }, signal: gone.signal });
      if (media.state === 'failed') {
        const key = (media.error ?? 'invalid') as MessageKey<'problems'>;
        const problem = t('pictureFailed', {
          problem: problems.has(key) ? problems(key) : problems('invalid'),
        });
        setPicture((now) => ({ ...now, step: 'failed', problem }));
      }
      if (media.state === 'ready') setPicture((now) => ({ ...now, step: 'ready', url: media.url }));
      return media.state === 'queued' || media.state === 'processing';
    };
    // The API refuses to show another member's picture. It stays as the page rendered it.
    poll(look, gone.signal).catch(() => undefined);
    return () => gone.abort();
  }, [mediaId, step, problems, t]);

  const leave = useCallback(() => {
    sending.current?.run.abort();
    sending.current = null;
    setSource(null);
  }, []);

  const choose = (file: File): void => {
    leave();
    const isTooLarge = file.size > IMAGE_MAX_BYTES;
    if (isTooLarge || !TYPES.includes(file.type)) {
      const problem = isTooLarge ? t('tooLarge', { size: megabytes(file.size) }) : t('wrongType');
      setPicture((now) => ({ ...now, problem }));
      return;
    }
    setPicture((now) => ({ ...now, problem: null, sent: 0 }));
    const run = new AbortController();
    // Uploads while the user crops, so that most of the wait is over by then.
    const media = upload('POST /media', {
      file,
      fields: { purpose },
      signal: run.signal,
      onProgress: (bytes) => setPicture((now) => ({ ...now, sent: bytes / Math.max(file.size, 1) })),
    }).then((reply) => reply.media.id);
    // `cut` awaits this promise and reports the error.
    media.catch(() => undefined);
    sending.current = { media, run };
    setSource(URL.createObjectURL(file));
  };

  /** Keeps the previous picture until the square is stored. */
  const cut = async (square: Square): Promise<void> => {
    const present = sending.current;
    if (present === null || source === null) return;
    const before = picture;
    const preview = await previewOf(source, square);
    setSource(null);
    setPicture((now) => ({ ...now, url: preview ?? before.url, step: 'sending' }));
    try {
      const body = { media_id: await present.media, ...square, purpose };
      const { media } = await api('POST /media/crop', { body, signal: present.run.signal });
      const url = preview ?? media.url;
      setPicture({ mediaId: media.id, url, step: 'processing', sent: 1, problem: null });
    } catch (error) {
      if (present.run.signal.aborted) return;
      const { message, fields } = wording(error);
      const told = error instanceof ApiError ? (Object.values(fields).flat()[0] ?? message) : message;
      setPicture({ ...before, problem: told });
    }
  };

  /** Shows a picture set outside this form: restored, removed or chosen by somebody else. */
  const show = useCallback((other: Known) => setPicture(stateOf(other)), []);

  return { picture, source, choose, cut, leave, show };
}
