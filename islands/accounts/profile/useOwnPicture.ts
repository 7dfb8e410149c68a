import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { ApiError, api, upload } from '../../api.ts';
import { IMAGE_MAX_BYTES, megabytes } from '../../bytes.ts';
import { processed } from '../../media/processed.ts';
import { type Refusal, useWording } from '../../useRefusal.ts';
import type { Square } from './crop.ts';

const TYPES = ['image/jpeg', 'image/png'];

export type SquarePurpose = 'cover' | 'episode_cover' | 'profile';

export function useOwnPicture(refuse: (refusal: Refusal | null) => void, purpose: SquarePurpose = 'profile') {
  const t = useTranslations('profile');
  const wording = useWording();
  const [source, setSource] = useState<string | null>(null);
  const sending = useRef<{ media: Promise<string>; run: AbortController } | null>(null);

  useEffect(
    () => () => {
      if (source !== null) URL.revokeObjectURL(source);
    },
    [source],
  );

  const leave = () => {
    sending.current?.run.abort();
    sending.current = null;
    setSource(null);
  };
  const say = (message: string) => refuse({ code: '', message, fields: {} });

  return {
    source,
    leave,
    choose(file: File): void {
      leave();
      refuse(null);
      const isTooLarge = file.size > IMAGE_MAX_BYTES;
      if (isTooLarge || !TYPES.includes(file.type)) {
        say(isTooLarge ? t('tooLarge', { size: megabytes(file.size) }) : t('wrongType'));
        return;
      }
      const run = new AbortController();
      const media = upload('POST /media', {
        file,
        fields: { purpose },
        signal: run.signal,
      }).then((reply) => reply.media.id);
      media.catch((error: unknown) => {
        if (run.signal.aborted) return;
        leave();
        refuse(wording(error));
      });
      sending.current = { media, run };
      setSource(URL.createObjectURL(file));
    },
    take(mediaId: string, url: string): void {
      leave();
      refuse(null);
      sending.current = { media: Promise.resolve(mediaId), run: new AbortController() };
      setSource(url);
    },
    async cut(area: Square): Promise<string> {
      const present = sending.current;
      if (present === null) throw new Error('no picture is being cut');
      const { signal } = present.run;
      const mediaId = await present.media;
      const body = { media_id: mediaId, ...area, purpose };
      const cutOnce = () => api('POST /media/crop', { body, signal });
      const { media } = await cutOnce().catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'media_not_ready') throw error;
        await processed(mediaId, signal);
        return cutOnce();
      });
      await processed(media.id, signal);
      return media.id;
    },
  };
}
