import { useTranslations } from '#locales/react.tsx';
import type { Board } from '#server/domains/administration/jobs/queries.ts';
import { momentText, useDuration } from './labels.ts';
import css from './Queues.module.css';

type Schedule = Board['schedules'][number];

export function Schedules({ schedules, now }: { schedules: readonly Schedule[]; now: string }) {
  const t = useTranslations('queues');
  return (
    <>
      <ol className={css.schedules}>
        {schedules.map((schedule) => {
          const key = `sweeps.codes.${schedule.name}` as 'sweeps.codes.ledger.prove';
          return (
            <li key={schedule.name}>
              <b>{schedule.name}</b>
              <span className={css.what}>{t.has(key) && t(key)}</span>
              <span className={css.ran}>
                <Round schedule={schedule} now={now} />
              </span>
              <span className={css.due}>
                {schedule.next_at === null ? '–' : momentText(schedule.next_at, now)}
              </span>
            </li>
          );
        })}
      </ol>
      <p className={css.small}>{t('utc')}</p>
    </>
  );
}

function Round({ schedule, now }: { schedule: Schedule; now: string }) {
  const t = useTranslations('queues');
  const duration = useDuration();
  const { last_at: last, duration_ms: ms, error, failed_at: failedAt } = schedule;
  if (last === null) return t('never');
  const time = momentText(last, now);
  if (ms === null)
    return (
      <>
        {time}, <b className={css.late}>{t('stillRunning')}</b>
      </>
    );
  if (error !== null)
    return (
      <>
        {time}, <b className={css.wrong}>{t('roundFailed')}</b> <bdi className={css.reason}>{error}</bdi>
      </>
    );
  return (
    <>
      {t('fine', { time, duration: duration(ms) })}
      {failedAt !== null && <> · {t('failedSince', { moment: momentText(failedAt, now) })}</>}
    </>
  );
}
