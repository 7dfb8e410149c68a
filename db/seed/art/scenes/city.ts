import { mix } from '../palette.ts';
import { fromTop, screentone } from '../screentone.ts';
import { circle, line, n, path, polygon, rect } from '../shapes.ts';
import { moon } from './sky.ts';
import { type Scene, type Stage, steps } from './stage.ts';

export const skyline = (stage: Stage, base: number, tall: number, color: string, lit: string): string => {
  const { w, random } = stage;
  let drawn = '';
  for (let x = -30; x < w; ) {
    const wide = random.between(70, 170);
    const high = tall * random.between(0.45, 1);
    drawn += rect(x, base - high, wide - 4, high + 10, color);
    if (random.chance(0.4)) drawn += rect(x + wide * 0.55, base - high - 34, 22, 40, color);
    for (let row = base - high + 26; row < base - 30; row += 46) {
      for (let column = x + 16; column < x + wide - 30; column += 36)
        if (random.chance(0.3)) drawn += rect(column, row, 15, 21, lit);
    }
    x += wide;
  }
  return drawn;
};

const lamp = (x: number, base: number, high: number, stage: Stage, on: boolean): string => {
  const { ink } = stage.palette;
  const top = base - high;
  const cone = on
    ? polygon(
        [
          { x: x - 18, y: top + 40 },
          { x: x + 18, y: top + 40 },
          { x: x + high * 0.36, y: base },
          { x: x - high * 0.36, y: base },
        ],
        stage.light.lamp,
        'opacity=".85"',
      )
    : '';
  return (
    cone +
    rect(x - 7, top + 30, 14, high - 30, ink) +
    path(`M${n(x - 26)} ${n(top)}h52l-10 52h-32z`, ink) +
    circle(x, top + 26, 12, on ? stage.light.lamp : stage.palette.tone) +
    rect(x - 20, base - 18, 40, 20, ink)
  );
};

export const street: Scene = (stage) => {
  const { w, h, light, palette, random, night } = stage;
  const ground = h * 0.78;
  return (
    rect(0, 0, w, h, light.sky) +
    screentone(
      { x: 0, y: 0, w, h: h * 0.6 },
      mix(light.sky, night ? palette.b : palette.ink, night ? 0.45 : 0.25),
      fromTop(0.9, 0.75),
      19,
    ) +
    moon(stage, night ? palette.paper : light.glow) +
    skyline(stage, ground, h * 0.42, mix(light.far, light.sky, 0.35), light.glow) +
    skyline(stage, ground, h * 0.28, night ? palette.ink : palette.deep, light.lamp) +
    rect(0, ground, w, h - ground, mix(palette.ink, palette.deep, 0.5)) +
    rect(0, ground, w, 9, palette.tone) +
    steps(3)
      .map((index) =>
        lamp(
          w * (0.12 + index * 0.36) + random.between(-40, 40),
          ground + 12 + index * 4,
          h * random.between(0.4, 0.56),
          stage,
          night || random.chance(0.3),
        ),
      )
      .join('') +
    steps(4)
      .map((index) => rect((index * w) / 4 + 20, h * 0.9, w / 9, 10, palette.tone))
      .join('')
  );
};

export const roof: Scene = (stage) => {
  const { w, h, light, palette, random, night } = stage;
  const edge = h * 0.72;
  const chimney = (x: number) =>
    rect(x, edge - h * 0.2, w * 0.06, h * 0.22, palette.deep) +
    rect(x - 8, edge - h * 0.22, w * 0.06 + 16, 18, palette.ink);
  return (
    rect(0, 0, w, h, light.sky) +
    moon(stage, night ? palette.paper : light.glow) +
    screentone({ x: 0, y: 0, w, h: h * 0.7 }, mix(light.sky, palette.ink, 0.35), fromTop(1, 0.6), 18) +
    skyline(stage, edge, h * 0.26, mix(light.far, light.sky, 0.4), light.glow) +
    polygon(
      [
        { x: -10, y: edge },
        { x: w + 10, y: edge - h * 0.05 },
        { x: w + 10, y: h },
        { x: -10, y: h },
      ],
      palette.deep,
    ) +
    steps(6)
      .map((row) =>
        line(
          `M-10 ${n(edge + 24 + row * 40)}L${n(w + 10)} ${n(edge + 24 + row * 40 - h * 0.05)}`,
          palette.ink,
          4,
        ),
      )
      .join('') +
    chimney(w * random.between(0.06, 0.2)) +
    chimney(w * random.between(0.72, 0.88)) +
    line(`M${n(w * 0.5)} ${n(edge)}v${n(-h * 0.3)}m-50 22h100m-84 30h68`, palette.ink, 7)
  );
};

export const platform: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const base = h * 0.76;
  const train = random.chance(0.5);
  const carriage =
    rect(-20, h * 0.34, w * 0.9, h * 0.4, palette.a) +
    rect(-20, h * 0.62, w * 0.9, 14, palette.paper) +
    steps(5)
      .map((index) =>
        rect(
          30 + index * w * 0.17,
          h * 0.4,
          w * 0.12,
          h * 0.15,
          light.lamp,
          `rx="10" stroke="${palette.ink}" stroke-width="6"`,
        ),
      )
      .join('');
  return (
    rect(0, 0, w, h, light.sky) +
    screentone({ x: 0, y: 0, w, h: h * 0.7 }, mix(light.sky, palette.ink, 0.3), fromTop(0.8, 0.7), 18) +
    skyline(stage, base, h * 0.24, mix(light.far, light.sky, 0.4), light.glow) +
    (train ? carriage : line(`M0 ${n(base - 10)}H${n(w)}M0 ${n(h * 0.3)}H${n(w)}`, palette.ink, 5)) +
    rect(0, base, w, h - base, palette.tone) +
    rect(0, base, w, 16, palette.paper) +
    rect(0, base + 16, w, 8, palette.ink) +
    rect(0, h * 0.08, w, h * 0.07, palette.deep) +
    steps(3)
      .map((index) => rect(w * (0.1 + index * 0.38), h * 0.1, 26, h * 0.68, palette.ink))
      .join('') +
    circle(w * 0.68, h * 0.26, h * 0.07, palette.paper, `stroke="${palette.ink}" stroke-width="9"`) +
    line(
      `M${n(w * 0.68)} ${n(h * 0.26)}v${n(-h * 0.045)}m0 ${n(h * 0.045)}l${n(h * 0.03)} ${n(h * 0.02)}`,
      palette.ink,
      7,
    )
  );
};

export const bridge: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const deck = h * 0.74;
  const arches = steps(3).map((index) =>
    path(
      `M${n((index * w) / 3 + 14)} ${n(h + 10)}V${n(h * 0.94)}A${n(w / 6.8)} ${n(h * 0.12)} 0 0 1 ${n(((index + 1) * w) / 3 - 14)} ${n(h * 0.94)}V${n(h + 10)}z`,
      light.sky,
    ),
  );
  return (
    rect(0, 0, w, h, light.sky) +
    moon(stage, light.glow) +
    skyline(stage, h * 0.6, h * 0.3, mix(light.far, light.sky, 0.35), light.lamp) +
    rect(0, h * 0.58, w, h * 0.2, palette.c) +
    steps(12)
      .map(() =>
        rect(
          random.between(0, w),
          random.between(h * 0.6, h * 0.74),
          random.between(40, 160),
          5,
          mix(palette.c, palette.paper, 0.5),
        ),
      )
      .join('') +
    rect(0, deck, w, h, palette.deep) +
    arches.join('') +
    rect(0, deck, w, 12, palette.ink) +
    line(
      `M0 ${n(deck - h * 0.12)}H${n(w)}${steps(Math.ceil(w / 60))
        .map((index) => `M${index * 60 + 20} ${n(deck - h * 0.12)}V${n(deck)}`)
        .join('')}`,
      palette.ink,
      7,
    )
  );
};
