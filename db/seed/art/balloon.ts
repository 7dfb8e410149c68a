// Speech balloons and captions in a panel. The layout is a plain value, so that a test can measure it.

import { letteredLine, lineHeight, widthOf, wrap } from './lettering.ts';
import type { Random } from './random.ts';
import { type Box, n, outlined, type Point, path } from './shapes.ts';

export type BalloonKind = 'speech' | 'shout' | 'thought' | 'radio' | 'caption';
export type Words = { kind: BalloonKind; speaker: string | null; text: string };
export type Line = { text: string; x: number; y: number; width: number };
export type Balloon = { kind: BalloonKind; speaker: string | null; box: Box; lines: Line[]; size: number };

const roundness = 3.4;
const isBoxed = (kind: BalloonKind) => kind === 'caption' || kind === 'radio';

/** True when a point is inside the balloon's outline, at least `margin` pixels from the edge. */
export function isInside(balloon: Pick<Balloon, 'kind' | 'box'>, point: Point, margin: number): boolean {
  const { x, y, w, h } = balloon.box;
  const across = Math.abs(point.x - x - w / 2);
  const down = Math.abs(point.y - y - h / 2);
  if (isBoxed(balloon.kind)) return across <= w / 2 - margin && down <= h / 2 - margin;
  return (across / (w / 2 - margin)) ** roundness + (down / (h / 2 - margin)) ** roundness <= 1;
}

export const cornersOf = (line: Line, size: number): Point[] => [
  { x: line.x, y: line.y },
  { x: line.x + line.width, y: line.y },
  { x: line.x, y: line.y + size },
  { x: line.x + line.width, y: line.y + size },
];

/** Sets the words at 0,0 in lines of at most `width` and grows the outline until all words fit. */
export function setWords(words: Words, width: number, size: number): Balloon {
  const texts = wrap(words.text, width, size);
  const widths = texts.map((text) => widthOf(text, size));
  const block = Math.max(...widths);
  const height = (texts.length - 1) * size * lineHeight + size;
  const boxed = isBoxed(words.kind);
  let w = block + size * (boxed ? 1.2 : 1.5);
  let h = height + size * (boxed ? 1.3 : 1.5);
  for (;;) {
    const box = { x: 0, y: 0, w, h };
    const lines = texts.map((text, index) => ({
      text,
      width: widths[index] ?? 0,
      x: (w - (widths[index] ?? 0)) / 2,
      y: (h - height) / 2 + index * size * lineHeight,
    }));
    const fits = lines.every((line) =>
      cornersOf(line, size).every((corner) => isInside({ kind: words.kind, box }, corner, size * 0.42)),
    );
    if (fits) return { kind: words.kind, speaker: words.speaker, box, lines, size };
    w += size * 0.2;
    h += size * 0.12;
  }
}

const placedAt = (balloon: Balloon, x: number, y: number): Balloon => ({
  ...balloon,
  box: { ...balloon.box, x, y },
  lines: balloon.lines.map((line) => ({ ...line, x: line.x + x, y: line.y + y })),
});

export type BalloonPlan = { balloons: Balloon[]; bottom: number };

/**
 * Places words along the top of a panel in zigzag rows, in reading order. `places` has the speakers' positions (0–1),
 * `rightToLeft` mirrors the order. Shrinks the lettering until the rows end above `limit` of the height.
 */
export function planBalloons(
  panel: { w: number; h: number },
  words: readonly Words[],
  options: { size: number; rightToLeft: boolean; places: ReadonlyMap<string, number>; limit: number },
): BalloonPlan {
  const margin = 24;
  const room = panel.w - 2 * margin;
  let plan: BalloonPlan = { balloons: [], bottom: 0 };
  const attempts = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52].flatMap((shrink) =>
    [13, 18, 24].map((wide) => ({ shrink, wide })),
  );
  for (const { shrink, wide: reach } of attempts) {
    const size = options.size * shrink;
    const ideal = Math.max(size * 7.5, Math.min(size * reach, room * (words.length > 1 ? 0.46 : 0.8)));
    let y = margin;
    let rowBottom = margin;
    let used = 0;
    const balloons: Balloon[] = [];
    words.forEach((entry, index) => {
      const wide = entry.kind === 'caption' ? Math.min(room * 0.8, size * 17) : ideal;
      const set = setWords(entry, Math.min(wide, room - size * 2.6), size);
      const fits = used > 0 && used + set.box.w + margin <= room;
      if (!fits && index > 0) {
        y = rowBottom + 14;
        used = 0;
      }
      const stagger = fits ? size * 0.7 : 0;
      const share = options.places.get(entry.speaker ?? '');
      const free = room - used - set.box.w;
      const even = entry.kind === 'caption' ? 0 : index % 2 === 1 ? 1 : 0.08;
      const wanted =
        share === undefined
          ? even * free
          : (options.rightToLeft ? 1 - share : share) * room - set.box.w / 2 - used;
      const along = used + Math.max(used > 0 ? margin : 0, Math.min(free, wanted));
      const x = margin + (options.rightToLeft ? room - along - set.box.w : along);
      balloons.push(placedAt(set, x, y + stagger));
      used = along + set.box.w;
      rowBottom = Math.max(rowBottom, y + stagger + set.box.h);
    });
    plan = { balloons, bottom: words.length ? rowBottom : 0 };
    if (plan.bottom <= panel.h * options.limit) break;
  }
  return plan;
}

const outlineOf = (balloon: Balloon, random: Random): Point[] => {
  const { x, y, w, h } = balloon.box;
  const spikes = balloon.kind === 'shout';
  const count = spikes ? 36 : 64;
  return Array.from({ length: count }, (_unused, index) => {
    const angle = (index / count) * Math.PI * 2 + 0.04;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const reach = (Math.abs(cos) ** roundness + Math.abs(sin) ** roundness) ** (-1 / roundness);
    const spike = spikes && index % 2 === 0 ? 20 + random.between(0, 20) : 0;
    const away = Math.hypot(cos * w, sin * h);
    return {
      x: x + w / 2 + (cos * reach * w) / 2 + (cos * w * spike) / away,
      y: y + h / 2 + (sin * reach * h) / 2 + (sin * h * spike) / away,
    };
  });
};

const shapeOf = (balloon: Balloon, random: Random): string => {
  const { x, y, w, h } = balloon.box;
  if (isBoxed(balloon.kind)) {
    const cut = balloon.kind === 'radio' ? 20 : 0;
    return `M${n(x + cut)} ${n(y)}H${n(x + w)}V${n(y + h - cut)}L${n(x + w - cut)} ${n(y + h)}H${n(x)}V${n(y + cut)}z`;
  }
  return `M${outlineOf(balloon, random)
    .map((point) => `${n(point.x)} ${n(point.y)}`)
    .join('L')}z`;
};

/** Tails only point the way. Long tails would cross other balloons. */
const tailOf = (balloon: Balloon, target: Point): string => {
  const { x, y, w, h } = balloon.box;
  const rootX = Math.max(x + w * 0.24, Math.min(x + w * 0.76, target.x + (x + w / 2 - target.x) * 0.45));
  const below = target.y > y + h / 2;
  const rootY = below ? y + h - 10 : y + 10;
  const long = Math.hypot(target.x - rootX, target.y - rootY) || 1;
  const share = Math.min(1, (balloon.size * 5.5) / long);
  const mouth = { x: rootX + (target.x - rootX) * share, y: rootY + (target.y - rootY) * share };
  const half = Math.min(26, w * 0.1);
  const bendX = (rootX + mouth.x) / 2 + (rootX - mouth.x) * 0.18;
  const bendY = (rootY + mouth.y) / 2;
  return `M${n(rootX - half)} ${n(rootY)}Q${n(bendX - half * 0.4)} ${n(bendY)} ${n(mouth.x)} ${n(mouth.y)}Q${n(bendX + half * 0.6)} ${n(bendY)} ${n(rootX + half)} ${n(rootY)}z`;
};

export type BalloonInks = { ink: string; paper: string; caption: string };

export function drawBalloon(
  balloon: Balloon,
  mouth: Point | null,
  inks: BalloonInks,
  random: Random,
): string {
  const fill = balloon.kind === 'caption' ? inks.caption : inks.paper;
  const shape = shapeOf(balloon, random);
  const { x, y, w, h } = balloon.box;
  const edge = 7;
  let back = outlined(shape, fill, inks.ink, edge * 2);
  let front = '';
  if (mouth && balloon.kind === 'thought') {
    const from = { x: x + w / 2, y: y + h };
    const bubbles = [0.25, 0.6, 0.9].map((share, index) => {
      const r = 19 - index * 5;
      return `M${n(from.x + (mouth.x - from.x) * share - r)} ${n(from.y + (mouth.y - from.y) * share)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    });
    back += outlined(bubbles.join(''), fill, inks.ink, edge);
    front = path(shape, fill);
  } else if (mouth && balloon.kind !== 'caption') {
    const tail = tailOf(balloon, mouth);
    back += outlined(tail, fill, inks.ink, edge * 2);
    front = path(shape, fill) + path(tail, fill);
  } else front = path(shape, fill);
  const letters = balloon.lines.map((line) =>
    letteredLine(line.text, line.x, line.y, balloon.size, inks.ink, random),
  );
  return back + front + letters.join('');
}
