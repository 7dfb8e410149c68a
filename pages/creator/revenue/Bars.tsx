import { formatDate, formatShortMoney } from '../../../locales/index.ts';
import { useLocale, useTranslations } from '../../../locales/react.tsx';
import { monthName } from '../../../server/lib/months.ts';
import { classes } from '../../ui/classes.ts';
import css from './Bars.module.css';
import { firstAfter, type MonthOfYear, periodOf } from './months.ts';

type Month = MonthOfYear & { earnings: string; isCounted: boolean };

const WIDTH = 720;
const HEIGHT = 230;
const AXIS = 190;
const TALLEST = 140;
const BAR = 56;
/** Height of the dashed box for uncounted months. */
const OPEN = 12;
/** Bar chart of months, the last credited one highlighted. A table has the figures. */
export function Bars({ months }: { months: readonly Month[] }) {
  const t = useTranslations('revenue');
  const locale = useLocale();
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return null;
  const highest = Math.max(...months.map(({ earnings }) => Number(earnings)), 0.01);
  const newest = months.findLast(({ isCounted }) => isCounted);
  const step = WIDTH / months.length;
  return (
    <svg
      className={css.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('chart', {
        first: monthName(periodOf(first), locale),
        last: monthName(periodOf(last), locale),
      })}
    >
      {months.map((month, place) => {
        const center = step * (place + 0.5);
        const open = !month.isCounted;
        const height = open ? OPEN : Math.max(0, (Number(month.earnings) / highest) * TALLEST);
        // An overdue month shows no date.
        const due = month === last ? formatDate(firstAfter(periodOf(month))).slice(0, 5) : '';
        const label = open ? due : formatShortMoney(month.earnings);
        return (
          <g key={`${month.year}-${month.month}`}>
            <rect
              className={classes(css.bar, open && css.open, month === newest && css.newest)}
              x={center - BAR / 2}
              y={AXIS - height}
              width={BAR}
              height={height}
            />
            <text className={classes(!open && css.label)} x={center} y={AXIS - height - 9}>
              {label}
            </text>
            <text x={center} y={AXIS + 28}>
              {monthName(periodOf(month), locale, { short: true })}
            </text>
          </g>
        );
      })}
      <line className={css.axis} x2={WIDTH} y1={AXIS} y2={AXIS} />
    </svg>
  );
}
