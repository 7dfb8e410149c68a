import { mix } from '../palette.ts';
import { fromBottom, screentone } from '../screentone.ts';
import { line, n, path, polygon, rect } from '../shapes.ts';
import { sky, stars } from './sky.ts';
import { type Scene, type Stage, steps } from './stage.ts';

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
