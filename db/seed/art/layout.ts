// Divides a page into bands of one to three panels. Some bands have a tall panel beside a stack.

import type { Frame } from './panel.ts';
import type { Random } from './random.ts';
import type { PageScript, PanelScript } from './script.ts';

type Band = { kind: 'row'; count: number } | { kind: 'tall'; first: boolean; stack: number };

const row = (count: number): Band => ({ kind: 'row', count });
const tall = (first: boolean, stack: number): Band => ({ kind: 'tall', first, stack });
const size = (band: Band): number => (band.kind === 'row' ? band.count : band.stack + 1);

const plans: Record<number, Band[][]> = {
  1: [[row(1)]],
  2: [[row(1), row(1)], [row(2)]],
  3: [[row(1), row(2)], [row(2), row(1)], [row(1), row(1), row(1)], [tall(true, 2)], [tall(false, 2)]],
  4: [
    [row(1), row(2), row(1)],
    [row(2), row(2)],
    [row(1), row(1), row(2)],
    [row(2), row(1), row(1)],
    [tall(true, 2), row(1)],
    [row(1), tall(false, 2)],
    [row(1), tall(true, 2)],
    [tall(true, 3)],
  ],
  5: [
    [row(1), row(2), row(2)],
    [row(2), row(1), row(2)],
    [row(2), row(2), row(1)],
    [tall(true, 2), row(2)],
    [row(2), tall(false, 2)],
    [row(1), row(3), row(1)],
    [row(1), tall(true, 3)],
  ],
  6: [
    [row(2), row(2), row(2)],
    [row(1), row(2), row(3)],
    [row(3), row(2), row(1)],
    [tall(true, 2), tall(false, 2)],
    [row(1), row(2), row(2), row(1)],
  ],
  7: [
    [row(2), row(3), row(2)],
    [row(1), row(3), row(3)],
    [tall(true, 2), row(2), row(2)],
    [row(2), row(2), row(2), row(1)],
  ],
};

const letters = (panel: PanelScript) => panel.words.reduce((sum, words) => sum + words.text.length, 0);
const isBroad = (panel: PanelScript) =>
  ['wide', 'silhouette', 'eyes', 'empty'].includes(panel.shot) ||
  panel.actors.length > 2 ||
  letters(panel) > 75;

const scoreOf = (bands: readonly Band[], page: PageScript): number => {
  let at = 0;
  let score = 0;
  for (const band of bands) {
    const panels = page.slice(at, at + size(band));
    at += size(band);
    for (const [index, panel] of panels.entries()) {
      const alone = band.kind === 'row' && band.count === 1;
      const high = band.kind === 'tall' && index === (band.first ? 0 : band.stack);
      const third = band.kind === 'row' && band.count === 3;
      if (isBroad(panel)) score += alone ? 2 : third ? -4 : -1.2;
      else if (alone) score -= panel.shot === 'prop' ? 1.5 : 0.3;
      if (high)
        score +=
          ['low', 'back', 'silhouette', 'legs'].includes(panel.shot) && panel.actors.length < 2 ? 1.4 : -1.6;
      if (third && (panel.words.length > 1 || letters(panel) > 36)) score -= 4;
      if (panel.shot === 'eyes' && !alone) score -= 2;
    }
  }
  return score;
};

const heightOf = (panel: PanelScript): number => {
  const base =
    { wide: 1.05, eyes: 0.56, prop: 0.82, silhouette: 1.1, low: 1.3, empty: 0.8 }[panel.shot as string] ??
    0.95;
  return base + Math.max(0, panel.words.length - 1) * 0.14 + (letters(panel) > 60 ? 0.1 : 0);
};
const widthOf = (panel: PanelScript): number =>
  1 + (isBroad(panel) ? 0.25 : 0) + Math.min(0.35, letters(panel) / 180) - (panel.shot === 'prop' ? 0.15 : 0);

const shares = (weights: readonly number[], room: number): number[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (weight / sum) * room);
};

export type Sheet = {
  x: number;
  y: number;
  w: number;
  h: number;
  gapX: number;
  gapY: number;
  mirrored: boolean;
  slanted: boolean;
};

/** Frames in reading order. `mirrored` lays rows out from right to left. */
export function layOut(page: PageScript, sheet: Sheet, random: Random): Frame[] {
  const known = plans[page.length] ?? [page.map(() => row(1))];
  const bands =
    known
      .map((plan) => ({ plan, score: scoreOf(plan, page) + random.between(0, 1.6) }))
      .sort((a, b) => b.score - a.score)[0]?.plan ?? [];
  let at = 0;
  const groups = bands.map((band) => {
    const panels = page.slice(at, at + size(band));
    at += size(band);
    return { band, panels };
  });
  const weights = groups.map(({ band, panels }) => {
    const highest = Math.max(...panels.map(heightOf));
    return (
      (band.kind === 'tall' ? 0.8 * band.stack + 0.1 : highest * (band.count === 3 ? 0.8 : 1)) *
      random.between(0.94, 1.06)
    );
  });
  const heights = shares(weights, sheet.h - sheet.gapY * (groups.length - 1));
  const frames: Frame[] = [];
  let y = sheet.y;
  groups.forEach(({ band, panels }, index) => {
    const h = heights[index] ?? 0;
    if (band.kind === 'row') {
      const widths = shares(
        panels.map((panel) => widthOf(panel) * random.between(0.92, 1.08)),
        sheet.w - sheet.gapX * (panels.length - 1),
      );
      const lean = sheet.slanted && panels.length > 1 ? random.pick([-1, 1]) * random.between(22, 46) : 0;
      let x = sheet.x;
      panels.forEach((_panel, column) => {
        const w = widths[column] ?? 0;
        frames.push({
          x,
          y,
          w,
          h,
          slantLeft: column > 0 ? lean : 0,
          slantRight: column < panels.length - 1 ? lean : 0,
        });
        x += w + sheet.gapX;
      });
    } else {
      const wide = (sheet.w - sheet.gapX) * random.between(0.44, 0.54);
      const rest = sheet.w - sheet.gapX - wide;
      const stackX = band.first ? sheet.x + wide + sheet.gapX : sheet.x;
      const high: Frame = {
        x: band.first ? sheet.x : sheet.x + rest + sheet.gapX,
        y,
        w: wide,
        h,
        slantLeft: 0,
        slantRight: 0,
      };
      const stacked = shares(
        panels.slice(band.first ? 1 : 0, band.first ? undefined : band.stack).map(heightOf),
        h - sheet.gapY * (band.stack - 1),
      );
      if (band.first) frames.push(high);
      let top = y;
      for (const part of stacked) {
        frames.push({ x: stackX, y: top, w: rest, h: part, slantLeft: 0, slantRight: 0 });
        top += part + sheet.gapY;
      }
      if (!band.first) frames.push(high);
    }
    y += h + sheet.gapY;
  });
  if (!sheet.mirrored) return frames;
  return frames.map((frame) => ({
    ...frame,
    x: 2 * sheet.x + sheet.w - frame.x - frame.w,
    slantLeft: -frame.slantRight,
    slantRight: -frame.slantLeft,
  }));
}
