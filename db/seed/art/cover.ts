// Covers of 640 by 640 pixels. Most are hand-drawn files, the others are composed here in the same manner.

import { existsSync, readFileSync } from 'node:fs';
import { strokesOf, widthOf } from './lettering.ts';
import type { Palette } from './palette.ts';
import { mix } from './palette.ts';
import { drawProp } from './props.ts';
import { randomFrom } from './random.ts';
import { fromBottom, fromTop, screentone } from './screentone.ts';
import { circle, line, n, path, picture, rect } from './shapes.ts';

const side = 640;

const title = (text: string, x: number, y: number, size: number, color: string, weight = 0.2): string =>
  line(strokesOf(text, x, y, size, randomFrom(`cover ${text}`), 0), color, size * weight);

const centred = (text: string, y: number, size: number, color: string): string =>
  title(text, (side - widthOf(text, size)) / 2, y, size, color);

const waves = (y: number, high: number, color: string): string => {
  let d = `M-20 ${y}`;
  for (let x = -20; x < side + 120; x += 120) d += `q30 ${-high} 60 0t60 0`;
  return path(`${d}V660H-20z`, color);
};

const ferry = (palette: Palette): string => {
  const windows = [0, 1, 2, 3, 4, 5, 6]
    .map((index) => rect(196 + index * 37, 306, 20, 20, palette.a))
    .join('');
  const hull = path('M116 352H540L496 446H164z', palette.ink) + rect(116, 352, 424, 16, palette.a);
  return (
    rect(176, 288, 290, 66, palette.paper) +
    windows +
    rect(236, 236, 170, 54, palette.b) +
    rect(330, 168, 60, 72, palette.ink) +
    rect(330, 186, 60, 18, palette.a) +
    hull +
    line('M140 350V210M140 226L230 290', palette.ink, 6) +
    [0, 1, 2]
      .map((index) =>
        circle(382 + index * 40, 140 - index * 34, 24 + index * 12, mix(palette.deep, palette.tone, 0.35)),
      )
      .join('')
  );
};

const composed: Record<string, (palette: Palette) => string> = {
  nachtfaehre: (palette) =>
    rect(0, 0, side, side, palette.deep) +
    screentone({ x: 0, y: 0, w: side, h: 420 }, palette.c, fromTop(1, 0.7), 13) +
    circle(496, 150, 88, palette.a) +
    ferry(palette) +
    waves(440, 26, palette.b) +
    waves(486, 30, palette.c) +
    screentone({ x: 0, y: 460, w: side, h: 180 }, palette.ink, fromBottom(0.9, 0.7), 12) +
    centred('Die Nachtfähre', 546, 56, palette.paper),
  balkonien: (palette) => {
    const bars = Array.from({ length: 13 }, (_unused, index) => `M${52 + index * 45} 420V560`).join('');
    return (
      rect(0, 0, side, side, palette.a) +
      circle(500, 230, 120, palette.paper) +
      screentone({ x: 0, y: 140, w: side, h: 300 }, palette.c, fromBottom(0.8, 0.6), 13) +
      drawProp('plant', palette, 170, 350, 1.15, -4) +
      drawProp('tomato', palette, 420, 350, 1.05, 6) +
      rect(0, 556, side, 84, palette.deep) +
      line(`M30 420H610${bars}`, palette.ink, 10) +
      line('M0 190Q320 250 640 170', palette.ink, 5) +
      (
        [
          [0, palette.c],
          [14, palette.b],
          [10, palette.paper],
          [-8, palette.deep],
        ] as const
      )
        .map(([down, color], index) =>
          path(`M${90 + index * 130} ${n(206 + down)}h60v54l-30 20l-30 -20z`, color),
        )
        .join('') +
      centred('Balkonien', 60, 84, palette.ink)
    );
  },
  'das-haus-der-leisen-uhren': (palette) =>
    rect(0, 0, side, side, palette.deep) +
    screentone({ x: 0, y: 0, w: side, h: side }, palette.b, fromBottom(0.9, 0.7), 14) +
    path('M80 640V330L320 120L560 330V640z', palette.ink) +
    circle(320, 372, 132, palette.a) +
    drawProp('clock', palette, 320, 372, 1.05, 0) +
    [140, 450].map((x) => rect(x, 540, 50, 70, palette.a) + rect(x + 21, 540, 8, 70, palette.ink)).join('') +
    rect(284, 540, 72, 100, palette.c) +
    centred('Das Haus der', 34, 40, palette.paper) +
    centred('leisen Uhren', 96, 40, palette.paper),
};

export function drawCover(slug: string, palette: Palette): string {
  const file = new URL(`./covers/${slug}.svg`, import.meta.url);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const compose = composed[slug];
  if (!compose) throw new Error(`there is no cover for ${slug}`);
  return picture(side, side, compose(palette));
}
