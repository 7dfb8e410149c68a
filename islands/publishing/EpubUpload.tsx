/** Uploads an ePub for an episode, by form or as soon as a script sees the chosen file (NOV-05). */
import { useRef, useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { FileButton } from '../../pages/ui/FileButton.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { Progress } from '../../pages/ui/Progress.tsx';
import { EPUB_MAX_BYTES } from '../../server/domains/publishing/novels/rules.ts';
import { ActionForm } from '../ActionForm.tsx';
import { megabytes } from '../bytes.ts';
import { uploadLarge } from '../media/direct.ts';
import { useWording } from '../useRefusal.ts';
import { watchLine } from './comic/sendFile.ts';
import css from './EpubUpload.module.css';

export type EpubUploadProps = {
  storyId: string;
  episodeId: string;
  lockVersion: number;
  isAnother: boolean;
  /** True when no other action on the page comes first. */
  isNext: boolean;
};

type Sending = { file: File; sentBytes: number };

export default function EpubUpload({ storyId, episodeId, lockVersion, isAnother, isNext }: EpubUploadProps) {
  const t = useTranslations('epub');
  const codes = useTranslations('codes');
  const href = useHref();
  const wording = useWording();
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const page = address('/creator/stories/@id/episodes/@episodeId/epub', { id: storyId, episodeId });

  const send = async (file: File): Promise<void> => {
    setProblem(file.size > EPUB_MAX_BYTES ? codes('epub_too_large') : null);
    if (file.size > EPUB_MAX_BYTES) return;
    const abort = new AbortController();
    stop.current = abort;
    setSending({ file, sentBytes: 0 });
    const line = watchLine(file.size, {
      onProgress: (sentBytes) => setSending({ file, sentBytes }),
      onSilent: () => abort.abort(new Error('The line is silent')),
    });
    try {
      const fields = { episode_id: episodeId, lock_version: String(lockVersion) };
      const { signal } = abort;
      const { onProgress } = line;
      await uploadLarge('POST /media/epub', { file, name: 'epub', fields, signal, onProgress });
      location.assign(href(page));
    } catch (error) {
      setSending(null);
      // The user stopped it, so there is no error.
      if (abort.signal.reason !== STOPPED) setProblem(wording(error).message);
      requestAnimationFrame(() => field.current?.focus());
    } finally {
      line.end();
    }
  };
  if (sending !== null) {
    const { file, sentBytes } = sending;
    const text = t('sentOf', { sent: megabytes(sentBytes), size: megabytes(file.size) });
    return (
      <div className={css.sending}>
        <p className={css.line}>
          <b>{file.name}</b>
          <span className={css.sent}>{text}</span>
          <Button kind="quiet" onClick={() => stop.current?.abort(STOPPED)}>
            {t('stop')}
          </Button>
        </p>
        <Progress label={t('sending', { name: file.name })} value={sentBytes} max={file.size} text={text} />
      </div>
    );
  }
  return (
    <ActionForm
      call="POST /media/epub"
      encType="multipart/form-data"
      page={page}
      back={href(page)}
      className={css.form}
    >
      <input type="hidden" name="episode_id" value={episodeId} />
      <input type="hidden" name="lock_version" value={lockVersion} />
      {problem !== null && (
        <Notice kind="bad" urgent>
          {problem}
        </Notice>
      )}
      <FileButton
        ref={field}
        label={isAnother ? t('chooseAnother') : t('choose')}
        icon="book-up"
        filled={isNext}
        accept={ACCEPTED}
        onChoose={(file) => void send(file)}
      />
      <noscript className={css.plain}>
        <label>
          {isAnother ? t('chooseAnother') : t('choose')}
          <input type="file" name="epub" accept={ACCEPTED} required />
        </label>
        <Button type="submit" kind="filled" big icon="book-up">
          {t('readIt')}
        </Button>
      </noscript>
    </ActionForm>
  );
}

const ACCEPTED = '.epub,application/epub+zip';
const STOPPED = new Error('Stopped by hand');
