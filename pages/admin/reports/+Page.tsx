import { Island } from '../../../islands/runtime/Island.tsx';
import ReportQueue from '../../../islands/safety/ReportQueue.tsx';
import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { COUNTED_MAX } from '../../../server/domains/safety/reports/queries.ts';
import { DECISION_NOTE_MAX_LENGTH, REPORT_STATES } from '../../../server/domains/safety/reports/rules.ts';
import { type Address, address } from '../../addresses.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import type { Data } from './+data.ts';
import { DecidedList } from './DecidedList.tsx';
import { Filter } from './Filter.tsx';
import { LastDecision } from './LastDecision.tsx';
import css from './Page.module.css';

const addressOf = (filter: Data['filter'], state: Data['state'], after: string | null = null): Address =>
  address('/admin/reports', {}, { query: { state: state === 'open' ? null : state, ...filter, after } });

/** The report queue: urgent first, then oldest. Works with links and forms, faster with keys (09-reports). */
export default function Page({ data }: { data: Data }) {
  const { state, filter, counts, things, decided, next, lastDecision } = data;
  const t = useTranslations('reportQueue');
  const href = useHref();
  const own = addressOf(filter, state);
  return (
    <>
      <PageHead title={t('title')} />
      {lastDecision && <LastDecision decision={lastDecision} page={own} />}
      <div className={css.head}>
        <Chips
          label={t('states')}
          items={REPORT_STATES.map((each) => ({
            href: href(addressOf(filter, each)),
            label: t(each),
            count: counts[each] < COUNTED_MAX ? formatNumber(counts[each]) : t('most'),
            current: each === state,
          }))}
        />
        <Filter data={data} />
      </div>
      {decided ? (
        <DecidedList decisions={decided} page={own} />
      ) : things.length === 0 ? (
        <Empty heading={t('none')}>{t('noneHint')}</Empty>
      ) : (
        <Island
          name="ReportQueue"
          component={ReportQueue}
          props={{ things, noteMaxLength: DECISION_NOTE_MAX_LENGTH, page: own }}
        />
      )}
      {next && (
        <p className={css.next}>
          <LinkButton href={href(addressOf(filter, state, next))}>{t('next')}</LinkButton>
        </p>
      )}
    </>
  );
}
