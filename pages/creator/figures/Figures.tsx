import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import type { Figure } from '../../../server/domains/reading/counts/rules.ts';
import { type Count, Counts } from '../../ui/Counts.tsx';
import css from './Figures.module.css';
import { useChange } from './useChange.ts';

type Sums = Readonly<Record<Figure, number>>;

export type FiguresProps = {
  totals: Sums;
  /** Sums of the previous period of the same length. */
  previous: Sums;
  subscribers: Count;
  note?: string;
};

/** Sums of a period beside those of the previous one. Each page adds its own note on subscribers. */
export function Figures({ totals, previous, subscribers, note }: FiguresProps) {
  const t = useTranslations('statistics');
  const change = useChange();
  const sum = (figure: 'views' | 'likes' | 'comments'): Count => ({
    label: t(`figures.${figure}`),
    value: formatNumber(totals[figure]),
    note: change(totals[figure], previous[figure]),
  });
  return (
    <div className={css.figures}>
      <Counts kind="figures" items={[sum('views'), subscribers, sum('likes'), sum('comments')]} />
      {note && <p className={css.note}>{note}</p>}
    </div>
  );
}
