import { mix } from '../palette.ts';
import { circle, ellipse, line, outlined, path, rect } from '../shapes.ts';
import { ball, box, edge, type Prop, w } from './pen.ts';

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

export const indoor = {
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
  blueUmbrella: (p) => umbrella({ ...p, a: p.c }),
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
} satisfies Record<string, Prop>;
