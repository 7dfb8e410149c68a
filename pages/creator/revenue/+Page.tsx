import { formatDate, formatMoney } from '../../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../../locales/react.tsx';
import { monthName } from '../../../server/lib/months.ts';
import { address } from '../../addresses.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { ListPager } from '../ListPager.tsx';
import type { Data } from './+data.ts';
import { Bars } from './Bars.tsx';
import { Came } from './Came.tsx';
import { Months } from './Months.tsx';
import { firstAfter } from './months.ts';
import css from './Page.module.css';
import { Recompute } from './Recompute.tsx';
import { Rules } from './Rules.tsx';
import { Sums } from './Sums.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('revenue');
  const href = useHref();
  const hasRows = data.rows.length > 0;
  const query = new URLSearchParams({ format: 'csv', ...(data.storyId && { story_id: data.storyId }) });
  return (
    <>
      <PageHead
        title={t('title')}
        tools={
          hasRows && (
            <>
              <LinkButton icon="download" href={`/api/creator/revenue?${query}`} download>
                {t('csv')}
              </LinkButton>
              <LinkButton kind="filled" href={href('/creator/payouts')}>
                {t('toPayouts')}
              </LinkButton>
            </>
          )
        }
      />
      <Sums data={data} />
      {hasRows ? (
        <ByMonth data={data} />
      ) : (
        <Empty
          heading={t('empty')}
          actions={<LinkButton href={href('/creator/stories')}>{t('toStories')}</LinkButton>}
        >
          <p>{t('emptyHint')}</p>
        </Empty>
      )}
      {data.month && <LastMonth month={data.month} data={data} />}
      <Rules data={data} />
    </>
  );
}

function ByMonth({ data }: { data: Data }) {
  const t = useTranslations('revenue');
  const href = useHref();
  const locale = useLocale();
  const { page, pages, storyId, titles, thisMonth } = data;
  return (
    <section className={css.months} aria-labelledby="by-month">
      <SectionHead
        id="by-month"
        heading={t('byMonth')}
        end={
          titles.length > 1 && (
            <Filters
              action={href('/creator/revenue')}
              filters={[
                {
                  name: 'story',
                  label: t('story'),
                  value: storyId ?? '',
                  options: [
                    { value: '', label: t('all') },
                    ...titles.map(({ id, title }) => ({ value: id, label: title })),
                  ],
                },
              ]}
              showLabel={t('show')}
            />
          )
        }
      />
      <Bars months={data.drawn} />
      <p className={css.next}>
        {t('nextMonth', {
          month: monthName(thisMonth, locale, { year: false }),
          date: formatDate(firstAfter(thisMonth)),
        })}
        {storyId !== null && ` ${t('storyAlone')}`}
      </p>
      <Months data={data} />
      <ListPager
        page={page}
        pages={pages}
        hrefOf={(to) =>
          href(address('/creator/revenue', {}, { query: { story: storyId, page: to === 1 ? null : to } }))
        }
      />
    </section>
  );
}

function LastMonth({ month, data }: { month: NonNullable<Data['month']>; data: Data }) {
  const t = useTranslations('revenue');
  const href = useHref();
  const locale = useLocale();
  const { period } = month;
  const name = monthName(period, locale, { year: false });
  return (
    <div className={css.duo}>
      <section className={css.came} aria-labelledby="came">
        <SectionHead
          id="came"
          heading={t('became', { month: name, amount: formatMoney(month.earnings) })}
          more={{
            href: href(address('/creator/revenue/@period', { period })),
            label: t('allOfMonth'),
          }}
        />
        <Came month={month} zone={data.zone} level={3} />
      </section>
      <Recompute period={period} sha256={data.scriptHash} />
    </div>
  );
}
