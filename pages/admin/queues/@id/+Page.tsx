import type { ReactNode } from 'react';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { Mark } from '#pages/ui/Mark.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import type { JobView } from '#server/domains/administration/jobs/queries-job.ts';
import { DropForm, PromoteForm, RetryForm } from '../Actions.tsx';
import { jobText, momentText, useJobWords } from '../labels.ts';
import css from '../Queues.module.css';
import { Schedules } from '../Schedules.tsx';
import type { Data } from './+data.ts';
import { Course } from './Course.tsx';
import own from './Page.module.css';

const SHAPES = { waiting: 'ring', done: 'disc', failed: 'square', retried: 'half', dropped: 'ring' } as const;

export default function Page({ data: { job, schedules, now } }: { data: Data }) {
  const t = useTranslations('queues');
  const href = useHref();
  const words = useJobWords();
  const here = address('/admin/queues/@id', { id: job.id });
  const open = job.state === 'failed' && job.failure_id !== null ? { ...job, id: job.failure_id } : null;
  return (
    <div className={css.page}>
      <Breadcrumbs
        label={t('crumbs')}
        items={[
          { label: t('title'), href: href('/admin/queues') },
          {
            label: t(`area.${job.area}`),
            href: href(address('/admin/queues', {}, { query: { area: job.area }, hash: 'failed' })),
          },
          { label: job.number },
        ]}
      />
      <PageHead
        title={jobText(job)}
        tools={
          <>
            <Mark shape={SHAPES[job.state]}>
              {job.state === 'failed'
                ? t('failedTriesCount', { count: job.tries.at(-1)?.attempt ?? 1 })
                : t(`jobStates.${job.state}`)}
            </Mark>
            {job.delayed_until !== null && <PromoteForm job={job} here={here} />}
            {open && (
              <>
                <RetryForm job={open} here={here} filled />
                <div className={own.drop}>
                  <DropForm job={open} here={here} />
                </div>
              </>
            )}
          </>
        }
      />
      <div className={own.duo}>
        <div className={own.stack}>
          <section className={own.slip}>
            <h2>{words(job.name)}</h2>
            <Facts job={job} now={now} />
          </section>
          {open && <WhatToDo job={open} here={here} />}
          <section>
            <h2 className={css.title}>{t('schedules')}</h2>
            <Schedules schedules={schedules} now={now} />
          </section>
        </div>
        <aside className={own.stack}>
          <section className={own.slip}>
            <h2>{t('course')}</h2>
            <Course job={job} />
          </section>
          <section className={own.slip}>
            <h2>{t('shell')}</h2>
            <pre className={own.trace}>
              {`npm run jobs -- retry ${jobText(job)}\nnpm run jobs -- list ${job.area} --failed`}
            </pre>
            <p className={css.small}>{t('shellHint')}</p>
          </section>
        </aside>
      </div>
    </div>
  );
}

function Facts({ job, now }: { job: JobView; now: string }) {
  const t = useTranslations('queues');
  const recorded = job.recorded_at === null ? null : momentText(job.recorded_at, now);
  return (
    <>
      <dl className={own.facts}>
        <dt>{t('for')}</dt>
        <dd>{job.subjects.length === 0 ? t('nobody') : <Subjects subjects={job.subjects} />}</dd>
        <dt>{t('cameFrom')}</dt>
        <dd>
          {recorded === null
            ? t('unknown')
            : job.event === null
              ? t('sweep', { moment: recorded })
              : t('eventAt', { event: job.event, moment: recorded })}{' '}
          <code>{job.id}</code>
        </dd>
        {job.delayed_until !== null && (
          <>
            <dt>{t('delayedUntil')}</dt>
            <dd>{momentText(job.delayed_until, now)}</dd>
          </>
        )}
        {job.reason && (
          <>
            <dt>{t('reason')}</dt>
            <dd>
              <bdi>{job.reason}</bdi> <code>{job.name}</code>
            </dd>
          </>
        )}
        <dt>{t('payload')}</dt>
        <dd>
          <code>{JSON.stringify(job.payload)}</code>
        </dd>
        <dt>{t('whatReaders')}</dt>
        <dd>{t(`readers.${job.area}`)}</dd>
        <dt>{t('whatCreator')}</dt>
        <dd>{t(`creator.${job.area}`)}</dd>
      </dl>
      {job.error && (
        <Disclosure summary={t('details')}>
          <pre className={own.trace}>{job.error}</pre>
        </Disclosure>
      )}
    </>
  );
}

function Subjects({ subjects }: { subjects: JobView['subjects'] }) {
  const t = useTranslations('queues');
  const href = useHref();
  const places: Partial<Record<JobView['subjects'][number]['type'], (id: string) => Address>> = {
    user: (id) => address('/admin/users/@id', { id }),
    story: (id) => address('/admin/stories/@id', { id }),
    episode: (id) => address('/admin/episodes/@id', { id }),
    import: (id) => address('/admin/revenue/@id', { id }),
  };
  const words = ({ type, name }: JobView['subjects'][number]): string => {
    if (type === 'picture') return t('picture', { name });
    if (type === 'book') return t('book', { name });
    return type === 'mail' ? t('mailOf', { name }) : name;
  };
  return subjects.map((subject, place) => {
    const to = places[subject.type]?.(subject.id);
    return (
      <span key={subject.id}>
        {place > 0 && ', '}
        {to ? (
          <a href={href(to)}>
            <bdi>{words(subject)}</bdi>
          </a>
        ) : (
          <bdi>{words(subject)}</bdi>
        )}
      </span>
    );
  });
}

function WhatToDo({ job, here }: { job: JobView; here: Address }) {
  const t = useTranslations('queues');
  const href = useHref();
  const { count, jobs } = job.alike;
  return (
    <section>
      <h2 className={css.title}>{t('whatToDo')}</h2>
      <Notice icon="book-open">
        <p>{t.rich(`todo.${job.area}`, { b: (text: ReactNode) => <b>{text}</b> })}</p>
      </Notice>
      {count > 1 && (
        <div className={own.alike}>
          <p>
            <b>{t('moreAlike', { count: count - 1 })}</b>{' '}
            {jobs.map(({ id, number }, place) => (
              <span key={id}>
                {place > 0 && ', '}
                <a href={href(address('/admin/queues/@id', { id }))}>{number}</a>
              </span>
            ))}
            {count - 1 > jobs.length && ' …'}
          </p>
          <RetryForm job={job} here={here} alike={count} />
          <DropForm job={job} here={here} alike={count} />
        </div>
      )}
    </section>
  );
}
