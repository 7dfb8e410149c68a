import { addressOf as callAddress } from '../../islands/api.ts';
import { formatNumber } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { ENTRY_FILTERS } from '../../server/domains/coins/wallet/rules.ts';
import { monthName } from '../../server/lib/months.ts';
import { address } from '../addresses.ts';
import { ListPager } from '../creator/ListPager.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Chips } from '../ui/Chips.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { EntryRow } from './EntryRow.tsx';
import css from './Page.module.css';
import { signed } from './signed.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('wallet');
  const href = useHref();
  const { filter, page, pages, hasEntries } = data;
  const hrefOf = (of: { filter: string; page?: number }) =>
    href(
      address(
        '/wallet',
        {},
        {
          query: { filter: of.filter === 'all' ? null : of.filter, page: of.page === 1 ? null : of.page },
        },
      ),
    );
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('title')}</h1>
      <div className={css.columns}>
        <section className={css.list} aria-label={t('entries')}>
          <div className={css.line}>
            <Chips
              label={t('filter')}
              items={ENTRY_FILTERS.map((each) => ({
                href: hrefOf({ filter: each }),
                label: t(`filters.${each}`),
                current: each === filter,
              }))}
            />
            {hasEntries && (
              <LinkButton
                kind="quiet"
                icon="download"
                href={callAddress('GET /wallet/entries/export', {})}
                download
              >
                {t('export')}
              </LinkButton>
            )}
          </div>
          <Entries data={data} />
          <ListPager page={page} pages={pages} hrefOf={(to) => hrefOf({ filter, page: to })} />
        </section>
        <Balance data={data} />
      </div>
    </Wrap>
  );
}

function Entries({ data: { entries, filter, timezone } }: { data: Data }) {
  const t = useTranslations('wallet');
  const locale = useLocale();
  if (entries.length === 0)
    return (
      <Empty heading={filter === 'all' ? t('empty') : t('emptyFilter')}>
        {filter === 'all' && t('emptyText')}
      </Empty>
    );
  const months = [...new Set(entries.map(({ month }) => month))];
  return months.map((month) => (
    <section key={month}>
      <h2 className={css.month}>{monthName(month, locale)}</h2>
      <ul className={css.entries}>
        {entries
          .filter((entry) => entry.month === month)
          .map((entry) => (
            <EntryRow key={entry.id} entry={entry} timezone={timezone} />
          ))}
      </ul>
    </section>
  ));
}

function Balance({ data: { balanceCoins: count, debtCoins, thisMonth, month, appUrl } }: { data: Data }) {
  const t = useTranslations('wallet');
  const attention = useTranslations('attention');
  const href = useHref();
  const locale = useLocale();
  return (
    <aside className={css.side}>
      <section className={css.slip} aria-labelledby="balance">
        <h2 id="balance" className={css.quiet}>
          {t('have')}
        </h2>
        <p className={css.balance}>{t('coins', { count, number: formatNumber(count) })}</p>
        {debtCoins > 0 && (
          <p className={css.debt}>
            {t('debt')} <b>{t('coins', { count: debtCoins, number: formatNumber(debtCoins) })}</b>
          </p>
        )}
        <p className={css.quiet}>{debtCoins > 0 ? t('debtText') : t('what')}</p>
        {appUrl && (
          <>
            <LinkButton kind="filled" wide href={appUrl} icon="smartphone">
              {t('getCoins')}
            </LinkButton>
            <p className={css.fine}>{t('where')}</p>
          </>
        )}
      </section>
      <section className={css.slip} aria-labelledby="month">
        <h2 id="month" className={css.so}>
          {t('soFar', { month: monthName(month, locale, { year: false }) })}
        </h2>
        <dl className={css.sums}>
          <div>
            <dt>{t('received')}</dt>
            <dd>{signed(thisMonth.received)}</dd>
          </div>
          <div>
            <dt>{t('spent')}</dt>
            <dd>{signed(-thisMonth.spent)}</dd>
          </div>
        </dl>
        <p>
          <a className={css.link} href={href('/attention')}>
            {attention('title')}
          </a>
        </p>
      </section>
    </aside>
  );
}
