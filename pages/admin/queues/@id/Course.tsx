import { useTranslations } from '#locales/react.tsx';
import type { JobView } from '#server/domains/administration/jobs/queries-job.ts';
import { secondText, useDuration } from '../labels.ts';
import own from './Page.module.css';

export function Course({ job }: { job: JobView }) {
  const t = useTranslations('queues');
  const duration = useDuration();
  return (
    <ol className={own.trail}>
      {job.recorded_at !== null && (
        <li>
          {t('recorded')}
          <time dateTime={job.recorded_at}>{secondText(job.recorded_at)}</time>
        </li>
      )}
      {job.tries.map((one) => (
        <li key={one.started_at} className={one.outcome === 'done' ? undefined : own.failedTry}>
          {t(one.outcome === 'gave_up' ? 'gaveUp' : 'try', { number: one.attempt, worker: one.worker })}
          <time dateTime={one.started_at}>
            {secondText(one.started_at)} · {duration(one.duration_ms)}
          </time>
        </li>
      ))}
      {job.tries.length === 0 && <li className={own.later}>{t('noTries')}</li>}
      {job.retried_at !== null && (
        <li>
          {t('wasRetried')}
          <time dateTime={job.retried_at}>{secondText(job.retried_at)}</time>
        </li>
      )}
      {job.dropped_at !== null && (
        <li>
          {t('wasDropped')}
          <time dateTime={job.dropped_at}>{secondText(job.dropped_at)}</time>
        </li>
      )}
    </ol>
  );
}
