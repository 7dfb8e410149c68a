// Woods, water, fields and holes in the ground.

import { mix } from '../palette.ts';
import { aroundMiddle, fromBottom, fromTop, screentone } from '../screentone.ts';
import { circle, ellipse, line, n, path, polygon, rect } from '../shapes.ts';
import { moon } from './city.ts';
import { type Scene, type Stage, steps } from './stage.ts';

const wave = (w: number, y: number, long: number, high: number, h: number): string => {
  let d = `M-20 ${n(y)}`;
  for (let x = -20; x < w + long; x += long)
    d += `q${n(long / 4)} ${n(-high)} ${n(long / 2)} 0t${n(long / 2)} 0`;
  return `${d}V${n(h + 10)}H-20z`;
};

const sky = (stage: Stage, reach: number): string => {
  const { w, h, light, palette } = stage;
  return (
    rect(0, 0, w, h, light.sky) +
    screentone(
      { x: 0, y: 0, w, h: h * reach },
      mix(light.sky, stage.night ? palette.b : palette.a, 0.5),
      fromTop(1, 0.7),
      18,
    ) +
    moon(stage, light.glow)
  );
};

export const stars = (stage: Stage, count: number, down = 1): string =>
  steps(count)
    .map(() =>
      circle(
        stage.random.between(0, stage.w),
        stage.random.between(0, stage.h * down),
        stage.random.pick([2, 2.5, 3, 5]),
        stage.palette.paper,
      ),
    )
    .join('');

const tree = (stage: Stage, x: number, base: number, high: number, color: string): string => {
  const kind = stage.random.whole(0, 1);
  const trunk = polygon(
    [
      { x: x - high * 0.03, y: base },
      { x: x + high * 0.03, y: base },
      { x: x + high * 0.015, y: base - high },
      { x: x - high * 0.015, y: base - high },
    ],
    color,
  );
  if (kind)
    return (
      trunk +
      steps(4)
        .map((index) =>
          polygon(
            [
              { x: x, y: base - high * (1.05 - index * 0.06) },
              { x: x + high * (0.1 + index * 0.06), y: base - high * (0.72 - index * 0.18) },
              { x: x - high * (0.1 + index * 0.06), y: base - high * (0.72 - index * 0.18) },
            ],
            color,
          ),
        )
        .join('')
    );
  const branches = steps(5).map((index) => {
    const y = base - high * (0.35 + index * 0.12);
    const side = index % 2 ? 1 : -1;
    return `M${n(x)} ${n(y)}q${n(side * high * 0.08)} ${n(-high * 0.04)} ${n(side * high * stage.random.between(0.14, 0.24))} ${n(-high * stage.random.between(0.08, 0.16))}`;
  });
  return trunk + line(branches.join(''), color, high * 0.018);
};

export const forest: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const row = (count: number, base: number, high: number, color: string) =>
    steps(count)
      .map((index) =>
        tree(
          stage,
          ((index + random.between(0.1, 0.9)) * w) / count,
          base,
          high * random.between(0.8, 1.15),
          color,
        ),
      )
      .join('');
  return (
    sky(stage, 0.8) +
    (stage.night ? stars(stage, 24, 0.5) : '') +
    row(9, h * 0.76, h * 0.5, mix(light.sky, palette.c, 0.55)) +
    path(
      `M-10 ${n(h * 0.74)}Q${n(w * 0.3)} ${n(h * 0.66)} ${n(w * 0.6)} ${n(h * 0.74)}T${n(w + 10)} ${n(h * 0.7)}V${n(h)}H-10z`,
      mix(palette.c, palette.deep, 0.4),
    ) +
    row(5, h * 0.84, h * 0.72, palette.deep) +
    path(
      `M-10 ${n(h * 0.84)}Q${n(w * 0.4)} ${n(h * 0.78)} ${n(w + 10)} ${n(h * 0.86)}V${n(h + 10)}H-10z`,
      palette.ink,
    ) +
    screentone({ x: 0, y: h * 0.6, w, h: h * 0.28 }, palette.ink, fromBottom(0.9, 0.6), 17) +
    line(
      steps(26)
        .map(
          () =>
            `M${n(random.between(0, w))} ${n(h * random.between(0.84, 0.9))}l${n(random.between(-10, 10))} -30`,
        )
        .join(''),
      palette.ink,
      5,
    )
  );
};

export const field: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const furrow = (index: number) =>
    path(
      `M${n(w * 0.5 + (index - 5) * 16)} ${n(h * 0.66)}L${n(w * 0.5 + (index - 5) * w * 0.22)} ${n(h)}h${n(w * 0.1)}L${n(w * 0.5 + (index - 5) * 16 + 8)} ${n(h * 0.66)}z`,
      mix(palette.c, palette.ink, 0.35),
    );
  return (
    sky(stage, 0.7) +
    path(
      `M-10 ${n(h * 0.6)}Q${n(w * 0.25)} ${n(h * random.between(0.44, 0.56))} ${n(w * 0.5)} ${n(h * 0.6)}T${n(w + 10)} ${n(h * 0.54)}V${n(h)}H-10z`,
      palette.b,
    ) +
    rect(0, h * 0.66, w, h * 0.34, palette.c) +
    steps(11).map(furrow).join('') +
    polygon(
      [
        { x: w * 0.7, y: h * 0.52 },
        { x: w * 0.76, y: h * 0.45 },
        { x: w * 0.82, y: h * 0.52 },
      ],
      palette.ink,
    ) +
    rect(w * 0.71, h * 0.52, w * 0.1, h * 0.1, palette.ink) +
    rect(w * 0.75, h * 0.55, 20, 26, stage.light.lamp) +
    tree(stage, w * 0.16, h * 0.72, h * 0.4, palette.ink)
  );
};

export const hill: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  return (
    sky(stage, 0.9) +
    stars(stage, stage.night ? 40 : 0, 0.6) +
    path(
      `M-10 ${n(h * 0.7)}Q${n(w * 0.3)} ${n(h * 0.5)} ${n(w * 0.7)} ${n(h * 0.72)}T${n(w + 10)} ${n(h * 0.66)}V${n(h)}H-10z`,
      palette.b,
    ) +
    path(
      `M-10 ${n(h * 0.9)}Q${n(w * 0.5)} ${n(h * 0.62)} ${n(w + 10)} ${n(h * 0.86)}V${n(h + 10)}H-10z`,
      palette.deep,
    ) +
    screentone({ x: 0, y: h * 0.66, w, h: h * 0.34 }, palette.ink, fromBottom(0.9, 0.7), 18) +
    steps(3)
      .map((index) =>
        tree(stage, w * (0.1 + index * 0.38) + random.between(-30, 30), h * 0.78, h * 0.26, palette.ink),
      )
      .join('')
  );
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

export const well: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const middle = { x: w * random.between(0.4, 0.6), y: h * random.between(0.38, 0.5) };
  const reach = Math.hypot(w, h) * 0.62;
  const rings = 7;
  let drawn = rect(0, 0, w, h, palette.ink);
  for (let ring = rings; ring > 0; ring -= 1) {
    const outer = (reach * ring) / rings;
    const inner = outer - (reach / rings) * 0.88;
    const count = 9 + ring * 2;
    const color = mix(palette.tone, palette.ink, 0.45 + (ring / rings) * 0.5);
    for (let stone = 0; stone < count; stone += 1) {
      const from = ((stone + (ring % 2) * 0.5) / count) * Math.PI * 2;
      const to = from + ((Math.PI * 2) / count) * 0.9;
      const at = (angle: number, r: number) => ({
        x: middle.x + Math.cos(angle) * r,
        y: middle.y + Math.sin(angle) * r,
      });
      drawn += polygon(
        [at(from, inner), at(from, outer), at(to, outer), at(to, inner)],
        random.chance(0.2) ? mix(color, palette.ink, 0.3) : color,
      );
    }
  }
  const hole = reach / rings + 10;
  return (
    drawn +
    circle(middle.x, middle.y, hole, stage.night ? palette.ink : light.glow) +
    screentone({ x: 0, y: 0, w, h }, palette.ink, aroundMiddle(0.3, 0.8), 19)
  );
};

export const tunnel: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const arch = (share: number) => {
    const wide = w * share;
    const high = h * share;
    return `M${n(w / 2 - wide / 2)} ${n(h * 0.5 + high * 0.5)}V${n(h * 0.5 - high * 0.1)}Q${n(w / 2)} ${n(h * 0.5 - high * 0.8)} ${n(w / 2 + wide / 2)} ${n(h * 0.5 - high * 0.1)}V${n(h * 0.5 + high * 0.5)}z`;
  };
  const shares = [1.15, 0.9, 0.68, 0.5, 0.34, 0.2];
  const drips = steps(5)
    .map(() => {
      const x = random.between(0, w);
      return line(`M${n(x)} ${n(random.between(0, h * 0.2))}v${n(random.between(20, 70))}`, palette.tone, 4);
    })
    .join('');
  return (
    rect(0, 0, w, h, palette.ink) +
    shares
      .map((share, index) =>
        path(
          arch(share),
          index === 5 ? light.lamp : mix(palette.deep, index % 2 ? palette.tone : palette.ink, 0.28),
          `stroke="${palette.ink}" stroke-width="8"`,
        ),
      )
      .join('') +
    ellipse(w / 2, h * 0.92, w * 0.4, h * 0.05, mix(palette.deep, light.lamp, 0.3)) +
    screentone({ x: 0, y: 0, w, h }, palette.ink, aroundMiddle(0.2, 0.85), 18) +
    drips
  );
};

export const desert: Scene = (stage) => {
  const { w, h, palette } = stage;
  return (
    sky(stage, 0.7) +
    path(
      `M-10 ${n(h * 0.6)}C${n(w * 0.2)} ${n(h * 0.44)} ${n(w * 0.4)} ${n(h * 0.52)} ${n(w * 0.55)} ${n(h * 0.62)}S${n(w * 0.9)} ${n(h * 0.6)} ${n(w + 10)} ${n(h * 0.5)}V${n(h)}H-10z`,
      palette.a,
    ) +
    path(
      `M-10 ${n(h * 0.78)}C${n(w * 0.3)} ${n(h * 0.58)} ${n(w * 0.6)} ${n(h * 0.9)} ${n(w + 10)} ${n(h * 0.7)}V${n(h + 10)}H-10z`,
      palette.c,
    ) +
    screentone({ x: 0, y: h * 0.6, w, h: h * 0.4 }, palette.deep, fromBottom(0.9, 0.7), 18)
  );
};
