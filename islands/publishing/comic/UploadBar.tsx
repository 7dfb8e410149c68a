import { formatTime } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { Progress } from '../../../pages/ui/Progress.tsx';
import { MINUTE_MS } from '../../../server/lib/durations.ts';
import { megabytes } from '../../bytes.ts';
import css from './UploadBar.module.css';
import { totals, type Upload } from './uploadQueue.ts';
import type { Pages } from './usePages.ts';
import type { Wait } from './waits.ts';

/** Total progress of uploads, and the refused files. Retry times are a minute later, as they have no seconds. */
export function UploadBar({ pages, zone }: { pages: Pages; zone: string }) {
  const t = useTranslations('console');
  const { queue } = pages.state;
  const { files, done, bytes, sentBytes } = totals(queue);
  const failed = queue.filter(({ state }) => state === 'failed');
  const cancelAll = () => {
    for (const { key, state } of queue)
      if (state === 'waiting' || state === 'sending') pages.uploads.cancel(key);
  };
  const words = t('filesDone', { done, files });
  const { paused, wait, pause, resume } = pages.uploads;
  const waitWords = ({ untilMs, isAnswered }: Wait): string =>
    untilMs === null
      ? t(isAnswered ? 'uploadsTrouble' : 'uploadsWait')
      : t('uploadsAsked', { time: formatTime(new Date(untilMs + MINUTE_MS), zone) });
  return (
    <>
      {pages.busy && (
        <div className={css.bar}>
          <p className={css.line}>
            <b>{words}</b>
            <span className={css.muted}>
              {t('megabytes', { sent: megabytes(sentBytes), all: megabytes(bytes) })}
            </span>
            <span className={css.tools}>
              {paused || wait ? (
                <Button kind="quiet" icon="play" onClick={resume}>
                  {paused ? t('resumeUploads') : t('tryNow')}
                </Button>
              ) : (
                <Button kind="quiet" icon="pause" onClick={pause}>
                  {t('pauseUploads')}
                </Button>
              )}
              <Button kind="quiet" onClick={cancelAll}>
                {t('cancelUploads')}
              </Button>
            </span>
          </p>
          <Progress label={t('uploads')} value={sentBytes} max={bytes} text={words} />
          <p className={css.muted} role="status">
            {paused ? t('uploadsPaused') : wait && waitWords(wait)}
          </p>
        </div>
      )}
      {failed.length > 0 && <Failures pages={pages} failed={failed} />}
    </>
  );
}

function Failures({ pages, failed }: { pages: Pages; failed: readonly Upload[] }) {
  const t = useTranslations('console');
  const retryable = failed.filter((upload) => upload.retryable);
  const dismiss = () => {
    for (const { key } of failed) pages.uploads.cancel(key);
  };
  return (
    <Notice
      kind="bad"
      urgent
      actions={
        <>
          {retryable.length > 0 && (
            <Button
              onClick={() => {
                for (const { key } of retryable) pages.uploads.retry(key);
              }}
            >
              {t('retryAll', { count: retryable.length })}
            </Button>
          )}
          <Button kind="quiet" onClick={dismiss}>
            {t('dismiss')}
          </Button>
        </>
      }
    >
      <ul>
        {failed.map(({ key, name, problem, replaces }) => (
          <li key={key}>
            <b>{name}</b> {replaces === null ? t('notTaken') : t('notReplaced')} {problem}
          </li>
        ))}
      </ul>
      <p>{t('restKept')}</p>
    </Notice>
  );
}
