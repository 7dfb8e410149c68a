import { formatNumber } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import { classes } from '#pages/ui/classes.ts';
import { Mark } from '#pages/ui/Mark.tsx';
import type { Board } from '#server/domains/administration/jobs/queries.ts';
import { useDuration } from '../labels.ts';
import own from './Page.module.css';

const SHAPES = { failing: 'square', fine: 'disc', idle: 'ring' } as const;
const WIDTH = 10;
const HEIGHT = 44;

export function Areas({ areas }: { areas: Board['areas'] }) {
  const t = useTranslations('queues');
  const duration = useDuration();
  const figure = (key: 'done' | 'failedTries' | 'average' | 'longestWait', value: string, isBad = false) => (
    <div key={key} className={isBad ? own.bad : undefined}>
      <dt>{t(key)}</dt>
      <dd>{value}</dd>
    </div>
  );
  return areas.map((area) => (
    <section key={area.name} className={own.area} aria-labelledby={`area-${area.name}`}>
      <div>
        <h3 id={`area-${area.name}`} className={own.name}>
          {t(`area.${area.name}`)}
        </h3>
        <Mark shape={SHAPES[area.state]}>{t(`states.${area.state}`)}</Mark>
      </div>
      <Bars counts={area.counts} isBad={area.state === 'failing'} />
      <dl className={own.figures}>
        {figure('done', formatNumber(area.done))}
        {figure('failedTries', formatNumber(area.failed_tries), area.failed_tries > 0)}
        {figure('average', area.average_ms === null ? '–' : duration(area.average_ms))}
        {figure('longestWait', area.longest_wait_ms === null ? '–' : duration(area.longest_wait_ms))}
      </dl>
    </section>
  ));
}

const bar = (place: number, height: number): string =>
  `M${place * WIDTH} ${HEIGHT}v${-height}h${WIDTH - 3}v${height}z`;

/** Zero is a line. Small counts stay visible. */
const heightOf = (count: number, most: number): number =>
  count === 0 ? 1 : Math.round(Math.max(3, (count / most) * (HEIGHT - 2)));

function Bars({ counts, isBad }: { counts: readonly number[]; isBad: boolean }) {
  const t = useTranslations('queues');
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <svg
      className={classes(own.bars, isBad && own.failing)}
      viewBox={`0 0 ${counts.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('bars', { count: total })}
    >
      <path d={counts.map((count, place) => bar(place, heightOf(count, most))).join('')} />
    </svg>
  );
}
