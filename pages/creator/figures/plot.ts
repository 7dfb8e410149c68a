/** Layout of a line chart: x in percent, since only the browser knows the width, y in pixels. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

export type Point = { date: string; value: number };
/** Episodes published on a day. `first` and `last` are their numbers. */
export type Mark = { date: string; first: number; last: number };

export type Plot = {
  /** SVG path, 1000 wide and `height` high. */
  path: string;
  ticks: { y: number; value: number }[];
  dates: { x: number; date: string; anchor: 'start' | 'middle' }[];
  end: Point & { y: number };
  /** Marks with room for a label. `top` is the highest point of the line nearby. */
  marks: (Mark & { x: number; y: number; top: number; label: 'always' | 'wide' })[];
};

export const ACROSS = 1000;
const TICKS = 4;
/** An empty chart still has an axis from 0. */
const TOP_MIN = 4;
/** Width of a label, in percent of the narrowest chart that shows it. */
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

/** The first day and two more. The last day is labelled at the end of the line. */
function datesOf(points: readonly Point[]): number[] {
  const third = Math.floor(points.length / 3);
  return third < 2 ? [0] : [0, third, 2 * third];
}

/** Labels the newest episodes first. Older labels appear only where they do not overlap. */
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

export function marksOf(releases: readonly { number: number; date: string }[]): Mark[] {
  const marks = new Map<string, Mark>();
  for (const { number, date } of releases) {
    const known = marks.get(date);
    if (known === undefined) marks.set(date, { date, first: number, last: number });
    else Object.assign(known, { first: Math.min(known.first, number), last: Math.max(known.last, number) });
  }
  return [...marks.values()];
}
