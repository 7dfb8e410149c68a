import type { Palette } from '../palette.ts';
import { circle, rect } from '../shapes.ts';

export type Prop = (palette: Palette) => string;

export const w = 6;
export const edge = (palette: Palette) =>
  `stroke="${palette.ink}" stroke-width="${w}" stroke-linejoin="round"`;
export const box = (
  x: number,
  y: number,
  wide: number,
  high: number,
  fill: string,
  palette: Palette,
  r = 8,
) => rect(x, y, wide, high, fill, `rx="${r}" ${edge(palette)}`);
export const ball = (x: number, y: number, r: number, fill: string, palette: Palette) =>
  circle(x, y, r, fill, edge(palette));
