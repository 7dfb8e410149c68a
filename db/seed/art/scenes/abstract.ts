import { luminance, mix } from '../palette.ts';
import { aroundMiddle, fromBottom, fromLeft, screentone } from '../screentone.ts';
import { line, n, polygon, rect } from '../shapes.ts';
import { type Scene, type Stage, steps } from './stage.ts';

const rays = (stage: Stage, x: number, y: number, count: number, color: string): string => {
  const reach = Math.hypot(stage.w, stage.h);
  return steps(count)
    .map((index) => {
      const from = (index / count) * Math.PI * 2 + stage.random.between(-0.02, 0.02);
      const to = from + ((Math.PI * 2) / count) * stage.random.between(0.3, 0.6);
      const inner = Math.min(stage.w, stage.h) * stage.random.between(0.22, 0.36);
      const mid = (from + to) / 2;
      return polygon(
        [
          { x: x + Math.cos(mid) * inner, y: y + Math.sin(mid) * inner },
          { x: x + Math.cos(from) * reach, y: y + Math.sin(from) * reach },
          { x: x + Math.cos(to) * reach, y: y + Math.sin(to) * reach },
        ],
        color,
      );
    })
    .join('');
};

export const burst: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const ground = random.pick([palette.a, palette.paper, palette.b]);
  return (
    rect(0, 0, w, h, ground) +
    rays(
      stage,
      w / 2,
      h * 0.56,
      random.whole(46, 70),
      luminance(ground) > 0.4 ? palette.ink : mix(ground, palette.paper, 0.6),
    )
  );
};

export const speed: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const ground = stage.night ? palette.deep : palette.a;
  return (
    rect(0, 0, w, h, ground) +
    steps(46)
      .map(() => {
        const y = random.between(0, h);
        const x = random.between(-w * 0.3, w * 0.8);
        const long = random.between(w * 0.2, w * 0.8);
        return polygon(
          [
            { x, y },
            { x: x + long, y: y - random.between(3, 9) },
            { x: x + long, y: y + 2 },
          ],
          random.pick([palette.paper, palette.ink, palette.b]),
        );
      })
      .join('')
  );
};

export const tone: Scene = (stage) => {
  const { w, h, palette, random, light } = stage;
  const ground = random.pick([palette.tone, palette.a, palette.b, light.sky]);
  const dots =
    luminance(ground) > 0.25
      ? mix(ground, palette.ink, random.pick([0.3, 0.85]))
      : mix(ground, palette.paper, 0.3);
  return (
    rect(0, 0, w, h, ground) +
    screentone(
      { x: 0, y: 0, w, h },
      dots,
      random.pick([aroundMiddle(0.3, 0.8), fromBottom(0.8, 0.7), fromLeft(0.7, 0.7)]),
      random.pick([15, 18, 22]),
    )
  );
};

export const split: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const [first, second] = random.pick([
    [palette.a, palette.deep],
    [palette.b, palette.paper],
    [palette.deep, palette.b],
    [palette.tone, palette.a],
  ] as const);
  const cut = random.between(0.3, 0.7);
  return (
    rect(0, 0, w, h, first) +
    polygon(
      [
        { x: w * cut, y: 0 },
        { x: w, y: 0 },
        { x: w, y: h },
        { x: w * (1 - cut), y: h },
      ],
      second,
    ) +
    screentone({ x: 0, y: 0, w, h }, mix(second, palette.ink, 0.3), fromBottom(0.5, 0.6), 18)
  );
};

export const dark: Scene = (stage) => {
  const { w, h, palette } = stage;
  return (
    rect(0, 0, w, h, palette.ink) +
    screentone({ x: 0, y: 0, w, h }, mix(palette.ink, palette.tone, 0.22), fromBottom(0.7, 0.6), 18)
  );
};

export const blinds: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const slant = random.between(-0.2, 0.2) * h;
  return (
    rect(0, 0, w, h, palette.ink) +
    steps(Math.ceil(h / 56) + 4)
      .map((index) =>
        polygon(
          [
            { x: 0, y: index * 56 - 60 },
            { x: w, y: index * 56 - 60 + slant },
            { x: w, y: index * 56 - 32 + slant },
            { x: 0, y: index * 56 - 32 },
          ],
          palette.a,
        ),
      )
      .join('') +
    line(`M${n(w * 0.5)} 0V${n(h)}`, palette.ink, 12)
  );
};
