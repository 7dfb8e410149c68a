// Things shown large in a panel of their own, drawn around 0,0 in a square of 240.

import { mix, type Palette } from './palette.ts';
import { circle, ellipse, line, n, outlined, path, rect } from './shapes.ts';

export type Prop = (palette: Palette) => string;

const w = 6;
const edge = (palette: Palette) => `stroke="${palette.ink}" stroke-width="${w}" stroke-linejoin="round"`;
const box = (x: number, y: number, wide: number, high: number, fill: string, palette: Palette, r = 8) =>
  rect(x, y, wide, high, fill, `rx="${r}" ${edge(palette)}`);
const ball = (x: number, y: number, r: number, fill: string, palette: Palette) =>
  circle(x, y, r, fill, edge(palette));

const umbrella: Prop = (p) =>
  outlined(
    'M-118 10C-106 -120 106 -120 118 10Q88 -14 60 10Q30 -14 0 10Q-30 -14 -60 10Q-88 -14 -118 10z',
    p.a,
    p.ink,
    w,
  ) +
  line('M0 -108V-88M0 8V92q0 26 24 26t24 -24', p.ink, 9) +
  line('M-60 10Q-50 -60 0 -88Q50 -60 60 10', p.ink, 4);

const sock: Prop = (p) =>
  outlined('M-40 -116H34V10Q40 28 84 44Q112 60 92 90Q70 112 30 96L-32 66Q-52 50 -46 20z', p.a, p.ink, w) +
  path('M-40 -116H34V-92H-40z', p.paper) +
  path('M-43 -62H34V-38H-44zM-44 -12H34V10H-46z', p.b);

export const props = {
  lamp: (p) =>
    path('M-34 -30L-110 130H110L34 -30z', p.a, 'opacity=".9"') +
    outlined('M-46 -92H46L34 -26H-34z', p.ink, p.ink, w) +
    ball(0, -46, 20, p.paper, p) +
    rect(-6, -130, 12, 44, p.ink),
  key: (p) =>
    ball(-58, 0, 44, p.a, p) +
    ball(-58, 0, 20, p.deep, p) +
    outlined('M-16 -10H104V34H84V14H66V40H46V12H-16z', p.a, p.ink, w),
  door: (p) =>
    box(-72, -120, 144, 240, p.c, p, 2) +
    box(-52, -100, 104, 84, mix(p.c, p.ink, 0.2), p, 2) +
    box(-52, 8, 104, 92, mix(p.c, p.ink, 0.2), p, 2) +
    ball(50, -4, 10, p.a, p),
  phone: (p) =>
    outlined('M-96 -30Q-96 -84 0 -84T96 -30L60 -22Q56 -48 0 -48T-60 -22z', p.ink, p.ink, w) +
    outlined('M-60 -26H60L88 84H-88z', p.ink, p.ink, w) +
    ball(0, 28, 42, p.a, p) +
    [0, 1, 2, 3, 4, 5, 6]
      .map((index) => circle(Math.cos(index * 0.9) * 27, 28 + Math.sin(index * 0.9) * 27, 7, p.ink))
      .join('') +
    circle(0, 28, 11, p.ink),
  mobile: (p) =>
    box(-58, -112, 116, 224, p.ink, p, 20) +
    rect(-46, -94, 92, 176, p.paper, 'rx="6"') +
    [0, 1, 2]
      .map((index) => rect(index % 2 ? -18 : -38, -78 + index * 50, 56, 34, index % 2 ? p.a : p.b, 'rx="12"'))
      .join(''),
  cup: (p) =>
    outlined('M-66 -30H56L44 84Q0 104 -54 84z', p.paper, p.ink, w) +
    line('M56 -8Q110 -6 100 30T50 52', p.ink, 12) +
    ellipse(-5, -30, 61, 16, p.c, edge(p)) +
    line('M-30 -58q-18 -22 0 -40t0 -34M16 -58q-18 -22 0 -40t0 -34', p.paper, 7) +
    rect(-50, 14, 92, 18, p.a),
  match: (p) =>
    path('M0 -120C62 -62 56 6 0 20C-56 6 -62 -62 0 -120z', p.a, edge(p)) +
    path('M0 -66C30 -32 26 4 0 10C-26 4 -30 -32 0 -66z', p.paper) +
    rect(-7, 16, 14, 104, p.ink),
  umbrella,
  umbrellas: (p) =>
    `<g transform="translate(-34 -24) rotate(-22) scale(.8)">${umbrella(p)}</g><g transform="translate(46 30) rotate(20) scale(.7)">${umbrella({ ...p, a: p.b })}</g>`,
  ticket: (p) =>
    `<g transform="rotate(-9)">${outlined('M-112 -56H112V-16A16 16 0 0 0 112 16V56H-112V16A16 16 0 0 0 -112 -16z', p.paper, p.ink, w)}${line('M52 -50V50', p.ink, 4, 'stroke-dasharray="6 12"')}${rect(-88, -34, 110, 16, p.a)}${rect(-88, -4, 84, 10, p.tone)}${rect(-88, 18, 100, 10, p.tone)}</g>`,
  watch: (p) =>
    rect(-14, -122, 28, 30, p.ink) +
    ball(0, 10, 98, p.paper, p) +
    ball(0, 10, 80, p.tone, p) +
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      .map((hour) =>
        circle(Math.cos(hour * 0.5236) * 66, 10 + Math.sin(hour * 0.5236) * 66, hour % 3 ? 4 : 8, p.ink),
      )
      .join('') +
    line('M0 10L26 -44M0 10L-30 24', p.ink, 9) +
    circle(0, 10, 10, p.c),
  clock: (p) =>
    ball(0, 0, 108, p.ink, p) +
    circle(0, 0, 92, p.paper) +
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      .map((hour) => rect(Math.cos(hour * 0.5236) * 76 - 5, Math.sin(hour * 0.5236) * 76 - 5, 10, 10, p.ink))
      .join('') +
    line('M0 0V-58M0 0L44 12', p.ink, 10) +
    circle(0, 0, 9, p.c),
  letter: (p) =>
    `<g transform="rotate(-6)">${box(-112, -74, 224, 148, p.paper, p, 4)}${line('M-108 -70L0 18L108 -70', p.ink, w)}${ball(0, 20, 24, p.c, p)}</g>`,
  book: (p) =>
    outlined('M0 -60Q-60 -96 -116 -70V74Q-60 50 0 84Q60 50 116 74V-70Q60 -96 0 -60z', p.paper, p.ink, w) +
    line('M0 -60V84', p.ink, w) +
    line(
      [0, 1, 2, 3]
        .map((row) => `M-96 ${-40 + row * 26}q40 -14 76 6M20 ${-34 + row * 26}q40 -20 76 -6`)
        .join(''),
      p.tone,
      6,
    ),
  lantern: (p) =>
    line('M-40 -66Q0 -150 40 -66', p.ink, 9) +
    box(-58, -70, 116, 24, p.ink, p) +
    box(-50, -46, 100, 120, p.a, p, 4) +
    path('M0 -26C26 4 22 44 0 52C-22 44 -26 4 0 -26z', p.paper) +
    box(-64, 74, 128, 28, p.ink, p),
  bottle: (p) =>
    [-64, 0, 64]
      .map(
        (x, index) =>
          outlined(
            `M${x - 12} -104H${x + 12}V-56Q${x + 30} -40 ${x + 30} -14V96H${x - 30}V-14Q${x - 30} -40 ${x - 12} -56z`,
            [p.b, p.c, p.a][index] ?? p.a,
            p.ink,
            w,
          ) +
          rect(x - 30, 4, 60, 44, p.paper) +
          rect(x - 13, -116, 26, 16, p.ink),
      )
      .join(''),
  sock,
  socks: (p) =>
    `<g transform="translate(-46 4) scale(.8)">${sock(p)}</g><g transform="translate(52 10) scale(-.8 .8)">${sock({ ...p, a: p.c, b: p.paper })}</g>`,
  cat: (p) =>
    outlined('M-100 70Q-120 -10 -40 -16Q30 -60 84 -10Q130 40 96 78Q0 100 -100 70z', p.c, p.ink, w) +
    outlined('M-84 8L-92 -52L-58 -30Q-40 -36 -24 -30L8 -52L2 10Q-10 44 -42 44T-84 8z', p.c, p.ink, w) +
    line('M-66 4q8 10 16 0M-32 4q8 10 16 0M-42 18v6', p.ink, 5) +
    line('M30 -32l8 34M56 -26l6 30M80 -4l-2 26', p.ink, 6) +
    line('M90 74Q20 110 -40 72', p.ink, 5),
  plant: (p) =>
    [-70, -36, 0, 36, 70]
      .map((x, index) =>
        outlined(
          `M0 30Q${x - 30} ${-40 - (index % 2) * 30} ${x} ${-100 + Math.abs(x) * 0.6}Q${x + 34} ${-30} 0 30z`,
          index % 2 ? p.b : mix(p.b, p.ink, 0.25),
          p.ink,
          w,
        ),
      )
      .join('') +
    outlined('M-58 24H58L42 112H-42z', p.c, p.ink, w) +
    box(-66, 18, 132, 26, p.c, p, 2),
  tomato: (p) =>
    [
      [-50, 20, 46],
      [44, -4, 54],
      [10, 66, 38],
    ]
      .map(
        ([x = 0, y = 0, r = 40]) =>
          ball(x, y, r, p.c, p) +
          circle(x - r * 0.35, y - r * 0.35, r * 0.16, p.paper) +
          path(`M${x} ${y - r + 4}l-22 -12l16 -2l6 -16l8 16l16 4z`, p.b),
      )
      .join('') + line('M-50 -24Q-20 -110 20 -116M44 -56Q40 -96 20 -116', p.b, 8),
  fish: (p) =>
    [
      [-20, -40],
      [30, 30],
    ]
      .map(
        ([x = 0, y = 0]) =>
          outlined(
            `M${x - 80} ${y}Q${x - 20} ${y - 50} ${x + 40} ${y}L${x + 78} ${y - 32}V${y + 32}L${x + 40} ${y}Q${x - 20} ${y + 50} ${x - 80} ${y}z`,
            p.b,
            p.ink,
            w,
          ) +
          circle(x - 48, y - 6, 8, p.paper) +
          circle(x - 48, y - 6, 4, p.ink),
      )
      .join(''),
  bell: (p) =>
    outlined('M-84 70Q-60 40 -58 -20Q-54 -92 0 -96Q54 -92 58 -20Q60 40 84 70z', p.a, p.ink, w) +
    ball(0, 84, 20, p.ink, p) +
    ball(0, -104, 14, p.a, p) +
    line('M-112 -60q-14 30 -4 60M112 -60q14 30 4 60', p.ink, 7),
  radio: (p) =>
    box(-116, -58, 232, 142, p.c, p, 18) +
    ball(-56, 14, 46, p.ink, p) +
    [0, 1, 2]
      .map((index) => circle(-56, 14, 36 - index * 12, 'none', `stroke="${p.tone}" stroke-width="4"`))
      .join('') +
    rect(14, -36, 84, 34, p.paper) +
    line('M62 -36v34', p.c, 5) +
    ball(34, 40, 16, p.a, p) +
    ball(80, 40, 16, p.a, p) +
    line('M70 -58L104 -124', p.ink, 6),
  moth: (p) =>
    [-1, 1]
      .map(
        (side) =>
          outlined(
            `M${side * 8} -30C${side * 40} -110 ${side * 128} -100 ${side * 120} -50Q${side * 104} 10 ${side * 12} 8z`,
            p.a,
            p.ink,
            w,
          ) +
          outlined(
            `M${side * 10} 6Q${side * 96} 6 ${side * 88} 62Q${side * 60} 116 ${side * 8} 40z`,
            p.c,
            p.ink,
            w,
          ) +
          ball(side * 78, -50, 22, p.paper, p) +
          circle(side * 78, -50, 10, p.ink) +
          ball(side * 54, 50, 15, p.paper, p),
      )
      .join('') +
    outlined('M-11 -40Q0 -56 11 -40L8 72Q0 92 -8 72z', p.ink, p.ink, w) +
    line('M-5 -48Q-20 -92 -44 -100M5 -48Q20 -92 44 -100', p.ink, 5),
  crown: (p) =>
    outlined('M-100 60L-116 -50L-56 0L0 -86L56 0L116 -50L100 60z', p.a, p.ink, w) +
    box(-100, 58, 200, 34, p.c, p, 4) +
    [-60, 0, 60].map((x) => ball(x, 75, 11, p.paper, p)).join(''),
  stone: (p) =>
    outlined('M-100 60L-84 -30L-20 -80L60 -64L104 6L80 76L-40 92z', p.tone, p.ink, w) +
    path('M-84 -30L-20 -80L60 -64L10 -20z', p.paper) +
    path('M80 76L104 6L10 -20L30 84z', mix(p.tone, p.ink, 0.4)) +
    line('M-36 20l30 -24l24 30l34 -20', p.ink, 7),
  bread: (p) =>
    outlined('M-114 20Q-114 -60 0 -62T114 20Q114 70 84 72H-84Q-114 70 -114 20z', p.a, p.ink, w) +
    line('M-60 -34l20 46M-8 -44l20 50M46 -36l20 46', p.ink, 8),
  helmet: (p) =>
    ball(0, 0, 110, p.paper, p) +
    outlined('M-84 -14C-84 -78 84 -78 84 -14C88 58 50 74 0 74C-50 74 -88 58 -84 -14z', p.deep, p.ink, w) +
    circle(40, 44, 50, p.a) +
    circle(40, 44, 30, p.c) +
    line('M-62 -26Q-50 -56 -22 -60', p.paper, 11) +
    path('M-90 70Q0 130 90 70L70 96Q0 134 -70 96z', p.c),
  planet: (p) =>
    ball(0, 0, 84, p.c, p) +
    path('M-80 -26Q0 -6 80 -26L84 0Q0 22 -84 0z', p.a) +
    path('M-70 44Q0 62 70 44L52 66Q0 80 -52 66z', p.b) +
    ellipse(0, 0, 128, 30, 'none', `stroke="${p.paper}" stroke-width="9" transform="rotate(-16)"`),
  screen: (p) =>
    box(-118, -84, 236, 156, p.ink, p, 12) +
    rect(-102, -68, 204, 124, mix(p.deep, p.b, 0.4)) +
    line('M-96 10H-50L-34 -40L-8 46L12 -12L28 10H96', p.a, 7) +
    rect(-96, -58, 70, 9, p.b) +
    rect(-96, -42, 44, 9, p.b) +
    path('M-40 72H40L56 112H-56z', p.ink),
  bucket: (p) =>
    line('M-74 -40Q0 -150 74 -40', p.ink, 8) +
    outlined('M-80 -40H80L60 100H-60z', p.tone, p.ink, w) +
    ellipse(0, -40, 80, 20, p.deep, edge(p)) +
    line('M-74 4Q0 24 74 4', p.ink, 6) +
    line('M0 -150V-110', p.ink, 8),
  rope: (p) =>
    line('M-10 -140C60 -90 -70 -40 0 0S-60 70 10 140', p.paper, 40) +
    line('M-10 -140C60 -90 -70 -40 0 0S-60 70 10 140', p.ink, 34) +
    line('M-10 -140C60 -90 -70 -40 0 0S-60 70 10 140', p.a, 22) +
    line('M2 -118l22 10M6 -82l20 -12M-28 -40l22 10M-14 -4l22 -14M-30 44l22 12M-34 82l22 6', p.ink, 5),
  hand: (p) =>
    outlined(
      'M-44 130L-52 20Q-74 -6 -78 -34Q-66 -48 -50 -26L-34 -4L-40 -96Q-28 -114 -16 -96L-8 -14L-2 -116Q12 -130 22 -114L22 -12L38 -98Q52 -110 60 -94L50 -4L68 -54Q82 -64 88 -48Q84 30 52 74L50 130z',
      p.paper,
      p.ink,
      w,
    ) + line('M-30 30Q10 50 44 22', p.ink, 5),
  eye: (p) =>
    outlined('M-124 6Q0 -112 124 6Q0 96 -124 6z', p.paper, p.ink, 9) +
    ball(0, -4, 50, p.b, p) +
    circle(0, -4, 26, p.ink) +
    circle(14, -20, 9, p.paper) +
    line('M-116 -42Q0 -146 116 -42', p.ink, 11),
  shoe: (p) =>
    outlined('M-104 60V-52Q-76 -36 -40 -56Q-8 6 70 16Q112 24 112 60z', p.c, p.ink, w) +
    box(-112, 56, 228, 26, p.paper, p, 10) +
    line('M-34 -34l26 -16M-16 -12l26 -18M8 6l22 -22', p.paper, 8),
  swimcap: (p) =>
    outlined('M-100 50C-116 -110 116 -110 100 50Q0 -10 -100 50z', p.a, p.ink, w) +
    line('M-96 16Q0 -50 96 16', p.paper, 12) +
    ball(-46, 70, 34, p.b, p) +
    ball(46, 70, 34, p.b, p) +
    line('M-14 66h28', p.ink, 10),
  medal: (p) =>
    path('M-60 -124H-12L20 -10H-20zM60 -124H12L-20 -10H20z', p.c, edge(p)) +
    ball(0, 48, 66, p.a, p) +
    circle(0, 48, 48, 'none', `stroke="${p.ink}" stroke-width="5"`) +
    path('M0 14l10 24h26l-20 16l8 26l-24 -16l-24 16l8 -26l-20 -16h26z', p.paper, edge(p)),
  honey: (p) =>
    outlined('M-80 -50Q-112 20 -80 96H80Q112 20 80 -50z', p.a, p.ink, w) +
    box(-88, -84, 176, 38, p.paper, p) +
    rect(-56, 4, 112, 48, p.paper, edge(p)) +
    line('M-36 22q12 -14 24 0t24 0t24 0', p.ink, 6) +
    path('M40 -46v40q12 16 22 0v-40z', p.c),
  moon: (p) =>
    circle(-10, 0, 108, p.a) +
    circle(40, -24, 92, p.deep) +
    [
      [86, -60],
      [70, 50],
      [110, 6],
    ]
      .map(([x = 0, y = 0]) => path(`M${x} ${y - 16}l5 11l11 5l-11 5l-5 11l-5 -11l-11 -5l11 -5z`, p.paper))
      .join(''),
  anchor: (p) =>
    ball(0, -92, 24, p.paper, p) +
    line(
      'M0 -68V96M-50 -34H50M-100 30Q-84 98 0 98T100 30M-100 30l-18 26M-100 30l28 16M100 30l18 26M100 30l-28 16',
      p.ink,
      20,
    ) +
    line('M0 -68V96M-50 -34H50M-100 30Q-84 98 0 98T100 30', p.a, 8),
  chalk: (p) =>
    box(-108, -80, 216, 150, p.deep, p, 4) +
    line('M-78 -36q30 -30 50 0t48 4t60 -22M-74 8H60M-74 36H10', p.paper, 7) +
    `<g transform="rotate(24 80 70)">${box(56, 66, 64, 18, p.paper, p, 5)}</g>`,
  note: (p) =>
    `<g transform="rotate(5)">${box(-84, -92, 168, 184, p.paper, p, 2)}${rect(-34, -108, 68, 30, p.a, 'opacity=".85"')}${line([0, 1, 2, 3].map((row) => `M-58 ${-44 + row * 32}q20 -12 40 0t40 0t${30 - row * 6} 0`).join(''), p.ink, 6)}</g>`,
} satisfies Record<string, Prop>;

export const drawProp = (
  name: string,
  palette: Palette,
  x: number,
  y: number,
  scale: number,
  turn: number,
): string => {
  const prop = (props as Record<string, Prop>)[name];
  if (!prop) throw new Error(`there is no prop called ${name}`);
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${Math.round(scale * 1000) / 1000})">${prop(palette)}</g>`;
};
