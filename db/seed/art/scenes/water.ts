import { mix } from '../palette.ts';
import { fromBottom, fromTop, screentone } from '../screentone.ts';
import { circle, line, n, path, polygon, rect } from '../shapes.ts';
import { sky, stars } from './sky.ts';
import { type Scene, steps } from './stage.ts';

const wave = (w: number, y: number, long: number, high: number, h: number): string => {
  let d = `M-20 ${n(y)}`;
  for (let x = -20; x < w + long; x += long)
    d += `q${n(long / 4)} ${n(-high)} ${n(long / 2)} 0t${n(long / 2)} 0`;
  return `${d}V${n(h + 10)}H-20z`;
};

export const sea: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const rows = [0.6, 0.68, 0.77, 0.87];
  return (
    sky(stage, 0.7) +
    (stage.night ? stars(stage, 30, 0.5) : '') +
    rows
      .map((share, index) =>
        path(
          wave(w, h * share, w * (0.16 + index * 0.05), h * (0.02 + index * 0.012), h),
          mix(palette.c, index % 2 ? palette.deep : palette.b, 0.2 + index * 0.2),
        ),
      )
      .join('') +
    steps(14)
      .map(() =>
        rect(
          random.between(0, w),
          h * random.between(0.63, 0.95),
          random.between(30, 130),
          5,
          palette.paper,
          'opacity=".7"',
        ),
      )
      .join('') +
    screentone({ x: 0, y: h * 0.72, w, h: h * 0.28 }, palette.ink, fromBottom(0.8, 0.6), 17)
  );
};

export const deck: Scene = (stage) => {
  const { w, h, palette, light } = stage;
  const planks = steps(9)
    .map((index) =>
      line(
        `M${n(w * 0.5 + (index - 4) * w * 0.09)} ${n(h * 0.8)}L${n(w * 0.5 + (index - 4) * w * 0.2)} ${n(h)}`,
        palette.ink,
        5,
      ),
    )
    .join('');
  const rail = `M0 ${n(h * 0.56)}H${n(w)}M0 ${n(h * 0.66)}H${n(w)}${steps(9)
    .map((index) => `M${n((index * w) / 8)} ${n(h * 0.54)}V${n(h * 0.8)}`)
    .join('')}`;
  const buoy =
    circle(
      w * 0.84,
      h * 0.64,
      h * 0.08,
      'none',
      `stroke="${palette.ink}" stroke-width="${n(h * 0.05 + 12)}"`,
    ) + circle(w * 0.84, h * 0.64, h * 0.08, 'none', `stroke="${palette.a}" stroke-width="${n(h * 0.05)}"`);
  return (
    sea(stage) +
    rect(0, h * 0.8, w, h * 0.2, mix(palette.tone, palette.deep, 0.35)) +
    planks +
    line(rail, palette.ink, 10) +
    line(rail, light.lamp, 3) +
    buoy
  );
};

export const harbor: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const boat = (x: number, y: number, size: number) =>
    path(`M${n(x)} ${n(y)}h${n(size)}l${n(-size * 0.16)} ${n(size * 0.2)}h${n(-size * 0.66)}z`, palette.ink) +
    rect(x + size * 0.3, y - size * 0.2, size * 0.36, size * 0.2, palette.paper) +
    rect(x + size * 0.36, y - size * 0.15, size * 0.08, size * 0.08, palette.deep) +
    rect(x + size * 0.5, y - size * 0.36, size * 0.09, size * 0.18, palette.a);
  const crane = line(
    `M${n(w * 0.12)} ${n(h * 0.72)}V${n(h * 0.16)}L${n(w * 0.42)} ${n(h * 0.24)}M${n(w * 0.12)} ${n(h * 0.3)}L${n(w * 0.3)} ${n(h * 0.2)}M${n(w * 0.4)} ${n(h * 0.24)}v${n(h * 0.16)}`,
    palette.ink,
    12,
  );
  return (
    sky(stage, 0.7) +
    crane +
    path(wave(w, h * 0.62, w * 0.2, h * 0.02, h), palette.c) +
    boat(w * random.between(0.42, 0.6), h * 0.6, w * 0.34) +
    path(wave(w, h * 0.72, w * 0.24, h * 0.03, h), mix(palette.c, palette.deep, 0.5)) +
    rect(0, h * 0.8, w, h * 0.2, palette.deep) +
    rect(0, h * 0.8, w, 12, palette.ink) +
    steps(4)
      .map((index) => rect(w * (0.08 + index * 0.26), h * 0.75, 36, h * 0.08, palette.ink, 'rx="10"'))
      .join('') +
    screentone({ x: 0, y: h * 0.82, w, h: h * 0.18 }, palette.ink, fromBottom(1, 0.6), 15) +
    steps(8)
      .map((index) => circle(w * (0.05 + index * 0.13), h * 0.58, 6, light.lamp))
      .join('')
  );
};

export const underwater: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const beam = (x: number) =>
    polygon(
      [
        { x, y: -10 },
        { x: x + w * 0.08, y: -10 },
        { x: x + w * 0.22, y: h },
        { x: x + w * 0.02, y: h },
      ],
      palette.paper,
      'opacity=".16"',
    );
  const bubble = () => {
    const x = random.between(0, w);
    const r = random.between(6, 24);
    return circle(x, random.between(0, h), r, 'none', `stroke="${palette.paper}" stroke-width="4"`);
  };
  return (
    rect(0, 0, w, h, palette.b) +
    path(wave(w, h * 0.5, w * 0.5, h * 0.06, h), mix(palette.b, palette.deep, 0.4)) +
    path(wave(w, h * 0.78, w * 0.4, h * 0.05, h), palette.deep) +
    beam(w * 0.1) +
    beam(w * 0.42) +
    beam(w * 0.66) +
    screentone({ x: 0, y: 0, w, h: h * 0.5 }, mix(palette.b, palette.paper, 0.4), fromTop(0.9, 0.6), 18) +
    steps(18).map(bubble).join('')
  );
};
