// Things that fill a panel of their own, drawn around 0,0 in a square of 240 units.

import type { Palette } from './palette.ts';
import { n } from './shapes.ts';
import { indoor } from './things/indoor.ts';
import { outdoor } from './things/outdoor.ts';
import type { Prop } from './things/pen.ts';

const props: Readonly<Record<string, Prop>> = { ...indoor, ...outdoor };

export const drawProp = (
  name: string,
  palette: Palette,
  x: number,
  y: number,
  scale: number,
  turn: number,
): string => {
  const prop = props[name];
  if (!prop) throw new Error(`there is no prop called ${name}`);
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${Math.round(scale * 1000) / 1000})">${prop(palette)}</g>`;
};
