/** Where everything of a line chart stands: across in percent, since the width is known to the browser only, down in pixels. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

export type Point = { date: string; value: number };
/** What happened on a day, `first` and `last` being the numbers of the episodes that came out. */
export type Mark = { date: string; first: number; last: number };

export type Plot = {
  /** In a square of 1000 across and `height` down. */
  path: string;
  ticks: { y: number; value: number }[];
  dates: { x: number; date: string; anchor: 'start' | 'middle' }[];
  end: Point & { y: number };
  /** Those that have room for a name; `top` is where the line is highest beside it. */
  marks: (Mark & { x: number; y: number; top: number; label: 'always' | 'wide' })[];
};

export const ACROSS = 1000;
const TICKS = 4;
/** A chart of nothing still has an axis that begins with 0. */
const TOP_MIN = 4;
/** What a label takes, in shares of the narrowest chart that shows it. */
const LABEL_SHARE = { narrow: 24, wide: 8 };

export function plotOf(
  points: readonly Point[],
  marks: readonly Mark[],
  { height }: { height: number },
): Plot {
  const values = points.map(({ value }) => value);
  const x = scaleLinear([0, Math.max(1, points.length - 1)], [0, 100]);
  const y = scaleLinear([Math.min(0, ...values), Math.max(TOP_MIN, ...values)], [height, 0]).nice(TICKS);
  const draw = line<Point>(
    (_, index) => (x(index) / 100) * ACROSS,
    ({ value }) => y(value),
  ).digits(1);
  const last = points.at(-1) ?? { date: '', value: 0 };
  // A single day is a level line.
  const drawn = points.length === 1 ? [last, last] : points;
  return {
    path: draw([...drawn]) ?? '',
    ticks: y
      .ticks(TICKS)
      .filter(Number.isInteger)
      .map((value) => ({ y: y(value), value })),
    dates: datesOf(points).map((at) => ({
      x: x(at),
      date: points[at]?.date ?? '',
      anchor: at === 0 ? 'start' : 'middle',
    })),
    end: { ...last, y: y(last.value) },
    marks: labelled(
      marks.flatMap((mark) => {
        const at = points.findIndex(({ date }) => date === mark.date);
        const point = points[at];
        if (point === undefined) return [];
        const beside = points.filter((_, index) => Math.abs(x(index) - x(at)) <= LABEL_SHARE.wide / 2);
        const top = y(Math.max(...beside.map(({ value }) => value)));
        return [{ ...mark, x: x(at), y: y(point.value), top }];
      }),
    ),
  };
}

/** The first day and two more: the last one stands at the end of the line. */
function datesOf(points: readonly Point[]): number[] {
  const third = Math.floor(points.length / 3);
  return third < 2 ? [0] : [0, third, 2 * third];
}

/** The newest episodes are marked; older ones only as far as their names do not run into each other. */
function labelled<T extends { x: number }>(
  marks: readonly T[],
): (T & { label: Plot['marks'][number]['label'] })[] {
  const room = { narrow: 100 + LABEL_SHARE.narrow, wide: 100 + LABEL_SHARE.wide };
  return marks
    .toReversed()
    .flatMap((mark) => {
      const fits = (size: keyof typeof room) => mark.x <= room[size] - LABEL_SHARE[size];
      if (!fits('wide')) return [];
      const label = fits('narrow') ? ('always' as const) : ('wide' as const);
      if (label === 'always') room.narrow = mark.x;
      room.wide = mark.x;
      return [{ ...mark, label }];
    })
    .toReversed();
}

/** Episodes that came out on the same day share a mark. */
export function marksOf(releases: readonly { number: number; date: string }[]): Mark[] {
  const marks = new Map<string, Mark>();
  for (const { number, date } of releases) {
    const known = marks.get(date);
    if (known === undefined) marks.set(date, { date, first: number, last: number });
    else Object.assign(known, { first: Math.min(known.first, number), last: Math.max(known.last, number) });
  }
  return [...marks.values()];
}
