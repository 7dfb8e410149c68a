import { useId } from 'react';
import { formatNumber } from '../../../locales/index.ts';
import { classes } from '../../ui/classes.ts';
import css from './LineChart.module.css';
import { ACROSS, type Mark, type Point, plotOf } from './plot.ts';

const HEIGHT = 200;
/** Width of a digit, and the gap between label and line. */
const DIGIT_PIXELS = 7;
const GAP_PIXELS = 10;
/** "11/20". */
const SHORT_LABEL = 5;

export type LineChartProps = {
  title: string;
  description: string;
  points: readonly Point[];
  marks: readonly Mark[];
  markLabel: (mark: Mark) => string;
  /** "11/20" or, over a year, "11/2026", for the days below the line. */
  dayLabel: (date: string) => string;
  endLabel: string;
};

/** Line chart with an accent on the last day and labelled episodes. A table has the figures. */
export function LineChart({ title, description, points, marks, ...words }: LineChartProps) {
  const id = useId();
  const plot = plotOf(points, marks, { height: HEIGHT });
  const longest = Math.max(...plot.ticks.map(({ value }) => formatNumber(value).length));
  const end = formatNumber(plot.end.value);
  const after = Math.max(end.length, words.endLabel.length) * DIGIT_PIXELS + GAP_PIXELS;
  const before = longest * DIGIT_PIXELS + GAP_PIXELS;
  const dates = plot.dates.map((day) => ({ ...day, label: words.dayLabel(day.date) }));
  // Phones have no room for a long label beside the first one.
  const isLong = dates.some(({ label }) => label.length > SHORT_LABEL);
  return (
    <div className={css.chart} style={{ paddingInline: `${before}px ${after}px` }} dir="ltr">
      <svg className={css.svg} height={HEIGHT} role="img" aria-labelledby={`${id}t ${id}d`}>
        <title id={`${id}t`}>{title}</title>
        <desc id={`${id}d`}>{description}</desc>
        {plot.ticks.map(({ y, value }) => (
          <g key={value}>
            <line className={classes(css.grid, value === 0 && css.zero)} x2="100%" y1={y} y2={y} />
            <text className={css.label} x={-GAP_PIXELS} y={y} dy="0.35em" textAnchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        <svg
          viewBox={`0 0 ${ACROSS} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          height={HEIGHT}
          className={css.svg}
        >
          <path className={css.line} d={plot.path} />
        </svg>
        {plot.marks.map((mark) => (
          <g key={mark.date} className={classes(mark.label === 'wide' && css.wide)}>
            <line
              className={css.mark}
              x1={`${mark.x}%`}
              x2={`${mark.x}%`}
              y1={mark.top - 14}
              y2={mark.y - 6}
            />
            <text className={css.label} x={`${mark.x}%`} y={mark.top - 20} textAnchor="middle">
              {words.markLabel(mark)}
            </text>
          </g>
        ))}
        {dates.map(({ x, date, anchor, label }, place) => (
          <text
            key={date}
            className={classes(css.label, isLong && place === 1 && css.wide)}
            x={`${x}%`}
            y={HEIGHT + 20}
            textAnchor={anchor}
          >
            {label}
          </text>
        ))}
        <circle className={css.end} cx="100%" cy={plot.end.y} r="4.5" />
        <svg x="100%" y={plot.end.y} className={css.svg} aria-hidden="true">
          <text className={classes(css.label, css.value)} x={GAP_PIXELS}>
            {end}
          </text>
          <text className={css.label} x={GAP_PIXELS} y="15">
            {words.endLabel}
          </text>
        </svg>
      </svg>
    </div>
  );
}
