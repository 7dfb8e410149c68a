import { mix } from '../palette.ts';
import { circle, ellipse, line, outlined, path, rect } from '../shapes.ts';
import { ball, box, edge, type Prop, w } from './pen.ts';

export const outdoor = {
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
