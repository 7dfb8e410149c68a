import { useEffect, useRef, useState } from 'react';
import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { upload } from '../../api.ts';
import { IMAGE_MAX_BYTES, megabytes } from '../../bytes.ts';
import { processed } from '../../media/processed.ts';
import { useWording } from '../../useRefusal.ts';

export type NewPicture = {
  step: 'sending' | 'processing' | 'ready';
  name: string;
  bytes: number;
  sentBytes: number;
  url: string;
  media: { id: string; width: number; height: number } | null;
};

export function useNewPicture(purpose: 'page' | 'strip') {
  const t = useTranslations('console');
  const problems = useTranslations('problems');
  const wording = useWording();
  const [picture, setPicture] = useState<NewPicture | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = useRef<AbortController | null>(null);
  useEffect(() => () => run.current?.abort(), []);
  const url = picture?.url;
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    [url],
  );

  const change = (facts: Partial<NewPicture>) => setPicture((now) => now && { ...now, ...facts });
  const refuse = (words: string) => {
    setPicture(null);
    setProblem(words);
  };
  const send = async (file: File, signal: AbortSignal): Promise<void> => {
    try {
      const fields = { purpose };
      const onProgress = (sentBytes: number) => change({ sentBytes });
      const { media: sent } = await upload('POST /media', { file, fields, signal, onProgress });
      change({ step: 'processing', media: sent });
      const media = await processed(sent.id, signal);
      if (signal.aborted) return;
      const key = (media.error ?? 'invalid') as MessageKey<'problems'>;
      if (media.state === 'ready') change({ step: 'ready', media });
      else refuse(t('pictureFailed', { problem: problems.has(key) ? problems(key) : problems('invalid') }));
    } catch (error) {
      if (signal.aborted) return;
      const { message, fields } = wording(error);
      refuse(Object.values(fields).flat()[0] ?? message);
    }
  };

  return {
    picture,
    problem,
    choose(file: File): void {
      run.current?.abort();
      const tooLarge = file.size > IMAGE_MAX_BYTES ? t('tooLarge', { size: megabytes(file.size) }) : null;
      const wrong = file.size === 0 ? t('emptyFile') : tooLarge;
      if (wrong !== null) {
        refuse(wrong);
        return;
      }
      run.current = new AbortController();
      setProblem(null);
      const { name, size: bytes } = file;
      setPicture({ step: 'sending', name, bytes, sentBytes: 0, url: URL.createObjectURL(file), media: null });
      void send(file, run.current.signal);
    },
  };
}
