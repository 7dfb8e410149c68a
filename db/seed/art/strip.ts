// Draws a strip for scrolling: panels one below the other, some up to the edge, with space between.

import { letteredLine, widthOf } from './lettering.ts';
import { type Drawing, endings, type PagePlace, pageWidth } from './page.ts';
import { luminance, mix } from './palette.ts';
import { drawPanel, type Frame } from './panel.ts';
import { randomFrom } from './random.ts';
import { fromBottom, fromTop, screentone } from './screentone.ts';
import type { PageScript, PanelScript } from './script.ts';
import { clipped, line, n, picture, rect } from './shapes.ts';
import type { Style } from './style.ts';

const heights: Record<string, number> = {
  wide: 940,
  mid: 860,
  close: 840,
  back: 860,
  eyes: 430,
  over: 860,
  legs: 640,
  low: 1180,
  empty: 680,
  prop: 680,
  silhouette: 1000,
};
const shortest = 2400;
const longest = 3900;

const heightOf = (panel: PanelScript): number =>
  (heights[panel.shot] ?? 800) + Math.max(0, panel.words.length - 1) * 130;

export function drawStrip(style: Style, page: PageScript, place: PagePlace): Drawing {
  const seed = `${style.slug}/${place.episode}/${place.page}`;
  const random = randomFrom(seed);
  const { palette } = style;
  const head = place.title ? 210 : 0;
  const gaps = page.map(() => random.between(46, 110));
  const natural = page.map((panel) => heightOf(panel) * random.between(0.94, 1.08));
  const air = gaps.reduce((sum, gap) => sum + gap, 0) + head;
  const panels = natural.reduce((sum, high) => sum + high, 0);
  const total = Math.round(Math.max(shortest, Math.min(longest, panels + air)));
  const factor = (total - air) / panels;
  const dark = luminance(style.sheet) < 0.3;
  const other = mix(style.sheet, dark ? palette.b : palette.a, dark ? 0.3 : 0.28);
  let content = rect(0, 0, pageWidth, total, style.sheet);
  content += screentone(
    { x: 0, y: 0, w: pageWidth, h: total },
    other,
    random.chance(0.5) ? fromBottom(0.9, 0.7) : fromTop(0.9, 0.7),
    38,
  );
  if (place.title) {
    const size = Math.min(74, (1240 / widthOf(place.title, 74)) * 74);
    const wide = widthOf(place.title, size);
    content +=
      letteredLine(
        place.title,
        (pageWidth - wide) / 2,
        70,
        size,
        dark ? palette.paper : palette.ink,
        randomFrom(`${seed} title`),
        0.17,
      ) + line(`M${n((pageWidth - wide) / 2)} 176H${n((pageWidth + wide) / 2)}`, palette.a, 12);
  }
  let y = head + (gaps[0] ?? 0) / 2;
  const balloons: Drawing['balloons'] = [];
  page.forEach((script, index) => {
    const high = (natural[index] ?? 0) * factor;
    const bleed =
      ['wide', 'silhouette', 'eyes', 'empty', 'low'].includes(script.shot) || script.actors.length > 2;
    const w = bleed ? pageWidth : random.pick([1320, 1240, 1180]);
    const x = bleed ? 0 : random.pick([60, (pageWidth - w) / 2, pageWidth - w - 60]);
    const frame: Frame = { x, y, w, h: high, slantLeft: 0, slantRight: 0 };
    const ending = place.last && index === page.length - 1 ? endings[style.language] : undefined;
    const drawn = drawPanel(style, script, frame, `${seed}/${index}`, { lettering: 44, ending });
    const lean = bleed && random.chance(0.4) ? random.between(-46, 46) : 0;
    const cut = `M${n(x)} ${n(y + Math.max(0, lean))}L${n(x + w)} ${n(y + Math.max(0, -lean))}V${n(y + high)}H${n(x)}z`;
    const shift = `<g transform="translate(${n(x)} ${n(y)})">`;
    content +=
      clipped(`p${index}`, `<path d="${cut}"/>`, `${shift}${drawn.art}</g>`) +
      `<path d="${cut}" fill="none" stroke="${palette.ink}" stroke-width="10"/>`;
    content += `${shift}${drawn.letters}</g>`;
    for (const balloon of drawn.balloons) balloons.push({ panel: frame, balloon });
    y += high + (gaps[index] ?? 0);
  });
  return { svg: picture(pageWidth, total, content), balloons };
}
