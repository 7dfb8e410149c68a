import { formatDate, formatTime } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { type Address, address } from '../../addresses.ts';
import { ListPager } from '../../creator/ListPager.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

const HINTS = { open: 'openHint', actioned: 'actionedHint', rejected: 'rejectedHint' } as const;

type OwnReport = Data['reports'][number];

/** Reports of this reader and their outcomes (REP-06). */
export default function Page({ data: { reports, page, pages, zone } }: { data: Data }) {
  const t = useTranslations('ownReports');
  const href = useHref();
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('title')}</h1>
      <p className={css.note}>{t('note')}</p>
      {reports.length === 0 ? (
        <Empty
          heading={t('none')}
          actions={<LinkButton href={href('/settings')}>{t('settings')}</LinkButton>}
        >
          {t('noneHint')}
        </Empty>
      ) : (
        <ul className={css.list}>
          {reports.map((report) => (
            <Row key={report.number} report={report} zone={zone} />
          ))}
        </ul>
      )}
      <ListPager
        page={page}
        pages={pages}
        hrefOf={(to) => href(address('/settings/reports', {}, { query: { page: to === 1 ? null : to } }))}
      />
    </Wrap>
  );
}

function Row({ report, zone }: { report: OwnReport; zone: string }) {
  const t = useTranslations('ownReports');
  const reasons = useTranslations('reportCategories');
  const states = useTranslations('reportStates');
  const things = useTranslations('reportSubjects');
  const {
    number,
    subject,
    subject_type: type,
    category,
    text,
    state,
    created_at: at,
    decided_at: end,
  } = report;
  return (
    <li className={css.row} id={`report-${number}`}>
      <p className={css.state}>
        <Badge kind={state === 'actioned' ? 'ink' : 'outlined'}>{states(state)}</Badge> {reasons(category)}
      </p>
      <h2 className={css.title} dir="auto">
        {subject ? <Subject report={report} /> : `${things(type)}: ${t('gone')}`}
      </h2>
      {text !== '' && (
        <p className={css.text} dir="auto">
          {text}
        </p>
      )}
      <p className={css.note}>
        {t('number', { number: String(number) })} ·{' '}
        {t('received', { date: formatDate(at, zone), time: formatTime(at, zone) })}
        {end && <> · {t('decided', { date: formatDate(end, zone), time: formatTime(end, zone) })}</>}
      </p>
      <p>{t(HINTS[state])}</p>
    </li>
  );
}

function Subject({ report: { subject, subject_type: type, subject_id: id } }: { report: OwnReport }) {
  const href = useHref();
  if (subject === null) return null;
  return <a href={href(addressOf(type, id, subject))}>{subject.title}</a>;
}

function addressOf(
  type: OwnReport['subject_type'],
  id: string,
  subject: NonNullable<OwnReport['subject']>,
): Address {
  const { slug, number } = subject;
  if (type === 'user') return address('/profile/@slug', { slug });
  if (type === 'comment' || type === 'reply') return address('/comments/@id', { id });
  return number === null
    ? address('/stories/@slug', { slug })
    : address('/stories/@slug/@number', { slug, number });
}
