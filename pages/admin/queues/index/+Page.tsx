import type { ReactNode } from 'react';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { LinkButton } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { secondText, useDuration } from '../labels.ts';
import css from '../Queues.module.css';
import { Schedules } from '../Schedules.tsx';
import type { Data } from './+data.ts';
import { Areas } from './Areas.tsx';
import { Failed } from './Failed.tsx';
import own from './Page.module.css';
import { PauseForm, Queue } from './Queue.tsx';

export default function Page({ data }: { data: Data }) {
  const { queues, areas, schedules, area, page, now } = data;
  const t = useTranslations('queues');
  const href = useHref();
  const here = address('/admin/queues', {}, { query: { area, page: page === 1 ? null : page } });
  return (
    <div className={css.page}>
      <PageHead
        title={t('title')}
        tools={
          <>
            <span className={own.updated}>{t('updated', { time: secondText(now) })}</span>
            <LinkButton icon="rotate-ccw" kind="quiet" href={href(here)}>
              {t('refresh')}
            </LinkButton>
          </>
        }
      />
      <News data={data} />
      {queues !== null && (
        <>
          {queues.map((queue) => (
            <Queue key={queue.name} queue={queue} now={now} here={here} />
          ))}
          <div className={own.all}>
            <PauseForm name="all" isPaused={queues.every(({ state }) => state === 'paused')} here={here} />
          </div>
        </>
      )}
      <Failed data={data} here={here} />
      <h2 className={css.title}>{t('areas')}</h2>
      <p className={css.small}>{t('areasHint')}</p>
      <Areas areas={areas} />
      <h2 className={css.title}>{t('schedules')}</h2>
      <Schedules schedules={schedules} now={now} />
    </div>
  );
}

function News({ data: { queues, failed, now } }: { data: Data }) {
  const t = useTranslations('queues');
  const duration = useDuration();
  const b = (text: ReactNode) => <b>{text}</b>;
  if (queues === null) return <Notice kind="bad">{t('away')}</Notice>;
  const most = [...failed].sort((one, other) => other.alike - one.alike)[0];
  const isTold = most !== undefined && most.alike > 1;
  const told = queues.filter(({ state }) => state === 'behind' || state === 'paused');
  if (told.length === 0 && !isTold) return null;
  return (
    <Notice kind={told.some(({ state }) => state === 'behind') || isTold ? 'bad' : 'warn'}>
      {told.map(({ name, state, oldest_at: oldest }) => (
        <p key={name}>
          {state === 'paused'
            ? t.rich('arePaused', { b, queue: name })
            : t.rich('isBehind', {
                b,
                queue: name,
                time: duration(new Date(now).getTime() - new Date(oldest ?? now).getTime()),
              })}
        </p>
      ))}
      {isTold && <p>{t('manyFailed', { count: most.alike, reason: most.reason })}</p>}
    </Notice>
  );
}
