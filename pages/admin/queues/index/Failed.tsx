import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { ListPager } from '#pages/creator/ListPager.tsx';
import { Chips } from '#pages/ui/Chips.tsx';
import { Empty } from '#pages/ui/Empty.tsx';
import { Table } from '#pages/ui/Table.tsx';
import type { ListedFailure } from '#server/domains/administration/jobs/queries.ts';
import { DropForm, RetryForm } from '../Actions.tsx';
import { jobText, momentText, useJobWords } from '../labels.ts';
import css from '../Queues.module.css';
import type { Data } from './+data.ts';
import own from './Page.module.css';

export function Failed({ data, here }: { data: Data; here: Address }) {
  const { failed, areas, area, page, pages, now } = data;
  const t = useTranslations('queues');
  const href = useHref();
  const words = useJobWords();
  const listAt = (to: string | null, number = 1) =>
    address('/admin/queues', {}, { query: { area: to, page: number === 1 ? null : number }, hash: 'failed' });
  const inAreas = areas.filter((one) => one.failed > 0 || one.name === area);
  return (
    <section id="failed" aria-labelledby="failed-title">
      <h2 id="failed-title" className={css.title}>
        {t('failedTitle')}
      </h2>
      {inAreas.length > 1 && (
        <Chips
          label={t('filter')}
          items={[
            { href: href(listAt(null)), label: t('allAreas'), current: area === null },
            ...inAreas.map((one) => ({
              href: href(listAt(one.name)),
              label: t(`area.${one.name}`),
              count: formatNumber(one.failed),
              current: one.name === area,
            })),
          ]}
        />
      )}
      {failed.length === 0 ? (
        <Empty heading={t('noneFailed')}>{t('noneFailedHint')}</Empty>
      ) : (
        <Table
          caption={t('failedTitle')}
          columns={[
            { key: 'job', label: t('job') },
            { key: 'reason', label: t('reason') },
            { key: 'tries', label: t('tries'), numeric: true },
            { key: 'at', label: t('at') },
            { key: 'actions', label: t('actions') },
          ]}
          rows={failed.map((job, place) => ({
            id: job.id,
            cells: {
              job: (
                <span className={own.job}>
                  <a href={href(address('/admin/queues/@id', { id: job.job_id ?? job.id }))}>
                    {jobText(job)}
                  </a>
                  <span className={own.under}>{words(job.name)}</span>
                </span>
              ),
              reason: <bdi className={css.reason}>{job.reason}</bdi>,
              tries: formatNumber(job.tries),
              at: <span className={own.moment}>{momentText(job.failed_at, now)}</span>,
              actions: <Actions job={job} here={here} isFirst={failed.findIndex(isLike(job)) === place} />,
            },
          }))}
        />
      )}
      <ListPager page={page} pages={pages} hrefOf={(to) => href(listAt(area, to))} />
    </section>
  );
}

const isLike =
  ({ name, reason }: ListedFailure) =>
  (other: ListedFailure): boolean =>
    other.name === name && other.reason === reason;

/** Actions for all similar jobs appear once, beside the first. */
function Actions({ job, here, isFirst }: { job: ListedFailure; here: Address; isFirst: boolean }) {
  return (
    <span className={own.actions}>
      <RetryForm job={job} here={here} />
      <DropForm job={job} here={here} />
      {isFirst && job.alike > 1 && (
        <>
          <RetryForm job={job} here={here} alike={job.alike} />
          <DropForm job={job} here={here} alike={job.alike} />
        </>
      )}
    </span>
  );
}
