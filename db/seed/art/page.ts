// Draws whole pages. The first page shows the episode's title, the last one the promise to continue.

import type { Balloon } from './balloon.ts';
import { layOut } from './layout.ts';
import { letteredLine, widthOf } from './lettering.ts';
import { luminance } from './palette.ts';
import { drawPanel, type Frame } from './panel.ts';
import { randomFrom } from './random.ts';
import type { PageScript } from './script.ts';
import { clipped, line, n, type Point, picture, rect } from './shapes.ts';
import type { Style } from './style.ts';

export const pageWidth = 1440;
export const pageHeight = 2036;

export type PagePlace = { episode: number; page: number; title: string | null; last: boolean };
export type Drawing = { svg: string; balloons: { panel: Frame; balloon: Balloon }[] };

export const endings = { en: 'To be continued', de: 'Fortsetzung folgt' } as const;

export const outlineOf = (frame: Frame): Point[] => {
  const { x, y, w, h, slantLeft, slantRight } = frame;
  return [
    { x: x + slantLeft, y },
    { x: x + w + slantRight, y },
    { x: x + w - slantRight, y: y + h },
    { x: x - slantLeft, y: y + h },
  ];
};

const titleLine = (style: Style, title: string, seed: string): string => {
  const random = randomFrom(`${seed} title`);
  const dark = luminance(style.sheet) < 0.3;
  const color = dark ? style.palette.paper : style.palette.ink;
  const size = Math.min(56, (1180 / widthOf(title, 56)) * 56);
  const wide = widthOf(title, size);
  const x = style.format === 'page_rtl' ? pageWidth - 60 - wide : 60;
  const bar =
    style.format === 'page_rtl' ? `M60 96H${n(x - 40)}` : `M${n(x + wide + 40)} 96H${pageWidth - 60}`;
  return (
    letteredLine(title, x, 66, size, color, random, 0.16) +
    (wide < 1200 ? line(bar, style.palette.a, 14) : '')
  );
};

export function drawPage(style: Style, page: PageScript, place: PagePlace): Drawing {
  const seed = `${style.slug}/${place.episode}/${place.page}`;
  const random = randomFrom(seed);
  const manga = style.format === 'page_rtl';
  const top = place.title ? 156 : 60;
  const action = page.some(
    (panel) =>
      panel.scene === 'burst' ||
      panel.scene === 'speed' ||
      panel.actors.some((actor) => actor.pose === 'run'),
  );
  const splash = page.length === 1 && !place.title;
  const sheet = splash
    ? { x: 0, y: 0, w: pageWidth, h: pageHeight, gapX: 0, gapY: 0, mirrored: manga, slanted: false }
    : {
        x: 60,
        y: top,
        w: pageWidth - 120,
        h: pageHeight - top - 60,
        gapX: manga ? 18 : 24,
        gapY: manga ? 34 : 24,
        mirrored: manga,
        slanted: action || random.chance(0.3),
      };
  const frames = layOut(page, sheet, random);
  const ink = style.palette.ink;
  const balloons: Drawing['balloons'] = [];
  let content = rect(0, 0, pageWidth, pageHeight, style.sheet);
  if (place.title) content += titleLine(style, place.title, seed);
  page.forEach((script, index) => {
    const given = frames[index];
    if (!given) return;
    const slant = Math.max(Math.abs(given.slantLeft), Math.abs(given.slantRight));
    const frame = { ...given, x: given.x - slant, w: given.w + 2 * slant };
    const ending = place.last && index === page.length - 1 ? endings[style.language] : undefined;
    const drawn = drawPanel(
      style,
      script,
      { ...frame, slantLeft: slant * 2, slantRight: slant * 2 },
      `${seed}/${index}`,
      { lettering: 33, ending },
    );
    const outline = outlineOf(given)
      .map((point) => `${n(point.x)} ${n(point.y)}`)
      .join('L');
    const shift = (art: string) => `<g transform="translate(${n(frame.x)} ${n(frame.y)})">${art}</g>`;
    content += clipped(`p${index}`, `<path d="M${outline}z"/>`, shift(drawn.art + drawn.letters));
    if (!splash)
      content += `<path d="M${outline}z" fill="none" stroke="${ink}" stroke-width="9" stroke-linejoin="miter"/>`;
    for (const balloon of drawn.balloons) balloons.push({ panel: frame, balloon });
  });
  return { svg: picture(pageWidth, pageHeight, content), balloons };
}
