import { formatDate, formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Chips } from '#pages/ui/Chips.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { Table } from '#pages/ui/Table.tsx';
import { FIGURES } from '#server/domains/reading/counts/rules.ts';
import { LineChart } from '../../../figures/LineChart.tsx';
import { periodAddress } from '../../../figures/period.ts';
import { type Mark, marksOf } from '../../../figures/plot.ts';
import type { Data } from './+data.ts';
import { Download } from './Download.tsx';
import { figureIn } from './figure.ts';
import css from './Page.module.css';

const SHORT_DAYS = 92;

/** "11/20" for short ranges, else "11/2026". */
function dayLabels(days: number): (date: string) => string {
  if (days <= SHORT_DAYS) return (date) => formatDate(date).slice(0, 5);
  return (date) => `${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

export function Course({ data }: { data: Data }) {
  const t = useTranslations('statistics');
  const href = useHref();
  const { own: story, period, figure, statistics, releases } = data;
  const path = href(address('/creator/stories/@id/statistics', { id: story.id }));
  const shortDate = dayLabels(statistics.days.length);
  const points = statistics.days.map((day) => ({ date: day.date, value: day[figure] }));
  const most = points.reduce((top, point) => (point.value > top.value ? point : top));
  const last = points.at(-1) ?? most;
  const isToday = last.date === period.today;
  const between = { from: formatDate(period.range.from), to: formatDate(period.range.to) };
  const markLabel = ({ first, last }: Mark) =>
    first === last ? t('episode', { number: first }) : t('episodes', { first, last });
  return (
    <section className={css.section} aria-labelledby="course">
      <h2 id="course">{t(`perDay.${figure}`)}</h2>
      <Chips
        label={t('drawn')}
        items={FIGURES.map((each) => ({
          href: `${periodAddress(path, period, figureIn(each))}#course`,
          label: t(`figures.${each}`),
          current: each === figure,
        }))}
      />
      <LineChart
        title={t('chart', { figure: t(`perDay.${figure}`), ...between })}
        description={t('chartSays', {
          most: formatNumber(most.value),
          mostOn: formatDate(most.date),
          last: formatNumber(last.value),
          lastOn: formatDate(last.date),
        })}
        points={points}
        marks={marksOf(releases)}
        markLabel={markLabel}
        dayLabel={shortDate}
        endLabel={isToday ? t('today') : shortDate(last.date)}
      />
      <p className={css.note}>{isToday ? t('utcToday') : t('utc')}</p>
      <Disclosure summary={t('allDays')}>
        <Table
          caption={t('allDaysOf', between)}
          columns={[
            { key: 'date', label: t('day') },
            ...FIGURES.map((key) => ({ key, label: t(`figures.${key}`), numeric: true })),
          ]}
          rows={statistics.days.toReversed().map((day) => ({
            id: day.date,
            cells: {
              date: formatDate(day.date),
              ...Object.fromEntries(FIGURES.map((key) => [key, formatNumber(day[key])])),
            },
          }))}
          foot={{
            id: 'sum',
            cells: {
              date: t('sum'),
              ...Object.fromEntries(FIGURES.map((key) => [key, formatNumber(statistics.totals[key])])),
            },
          }}
        />
      </Disclosure>
      <Download storyId={story.id} range={period.range} table="days">
        {t('daysAsCsv')}
      </Download>
    </section>
  );
}
