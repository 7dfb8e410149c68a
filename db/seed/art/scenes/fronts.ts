import { mix } from '../palette.ts';
import { fromBottom, fromTop, screentone } from '../screentone.ts';
import { circle, line, n, path, polygon, rect } from '../shapes.ts';
import { type Scene, type Stage, steps } from './stage.ts';

export const shopfront: Scene = (stage) => {
  const { w, h, palette, random, light } = stage;
  const top = h * 0.3;
  const left = w * 0.2;
  const wide = w * 0.6;
  const stripes = 9;
  const bricks = steps(Math.ceil(h / 44)).flatMap((row) =>
    steps(Math.ceil(w / 110) + 1).map((column) =>
      rect(column * 110 - (row % 2) * 55, row * 44, 102, 37, mix(palette.deep, palette.b, 0.22)),
    ),
  );
  const goods = steps(3).flatMap((shelf) =>
    steps(Math.floor(wide / 34)).map((item) => {
      const high = h * random.between(0.05, 0.09);
      return rect(
        left + 16 + item * 34,
        h * (0.5 + shelf * 0.12) - high,
        22,
        high,
        random.pick([palette.a, palette.b, palette.c, palette.paper]),
        'rx="5"',
      );
    }),
  );
  return (
    rect(0, 0, w, h, palette.deep) +
    bricks.join('') +
    rect(left, top, wide, h * 0.56, light.lamp) +
    screentone({ x: left, y: top, w: wide, h: h * 0.5 }, palette.a, fromTop(0.8, 0.6), 15) +
    goods.join('') +
    steps(3)
      .map((shelf) => rect(left, h * (0.5 + shelf * 0.12), wide, 7, palette.ink))
      .join('') +
    steps(stripes)
      .map((index) =>
        path(
          `M${n(left - 40 + (index * (wide + 80)) / stripes)} ${n(top - 8)}h${n((wide + 80) / stripes)}v46q${n(-(wide + 80) / stripes / 2)} 44 ${n(-(wide + 80) / stripes)} 0z`,
          index % 2 ? palette.paper : palette.a,
        ),
      )
      .join('') +
    polygon(
      [
        { x: left, y: top - 66 },
        { x: left + wide, y: top - 66 },
        { x: left + wide + 40, y: top - 6 },
        { x: left - 40, y: top - 6 },
      ],
      palette.a,
    ) +
    rect(0, h * 0.86, w, h * 0.14, palette.ink) +
    steps(7)
      .map((index) =>
        rect(
          left + random.between(0, wide - 80),
          h * 0.88 + index * 12,
          random.between(50, 180),
          5,
          random.pick([palette.a, palette.b, light.lamp]),
        ),
      )
      .join('')
  );
};

export const facade: Scene = (stage) => {
  const { w, h, palette, random, light } = stage;
  const cell = Math.max(200, w / 4);
  const rows = Math.ceil(h / (cell * 1.1)) + 1;
  const wall = mix(light.sky, palette.tone, 0.6);
  const windows = steps(rows).flatMap((row) =>
    steps(Math.ceil(w / cell)).map((column) => {
      const x = column * cell + cell * 0.2;
      const y = row * cell * 1.1 + 30 - cell * 0.4;
      const lit = random.chance(0.45);
      const plants = steps(4)
        .map((index) =>
          circle(
            x + 10 + index * cell * 0.17,
            y + cell * 0.68,
            random.between(12, 24),
            random.pick([palette.b, palette.c, palette.a]),
          ),
        )
        .join('');
      return (
        rect(x, y, cell * 0.6, cell * 0.66, palette.ink) +
        rect(x + 8, y + 8, cell * 0.6 - 16, cell * 0.66 - 16, lit ? light.lamp : palette.deep) +
        rect(x + cell * 0.29, y, 8, cell * 0.66, palette.ink) +
        plants +
        line(
          `M${n(x - 14)} ${n(y + cell * 0.68)}h${n(cell * 0.6 + 28)}v${n(cell * 0.22)}h${n(-cell * 0.6 - 28)}z${steps(
            6,
          )
            .map((bar) => `M${n(x + bar * cell * 0.12)} ${n(y + cell * 0.68)}v${n(cell * 0.22)}`)
            .join('')}`,
          palette.ink,
          5,
        )
      );
    }),
  );
  return (
    rect(0, 0, w, h, wall) +
    screentone({ x: 0, y: 0, w, h }, mix(wall, palette.ink, 0.2), fromBottom(1, 0.5), 20) +
    windows.join('')
  );
};

export const railing = (stage: Stage): string => {
  const { w, h, palette, random } = stage;
  const top = h * 0.8;
  const bars = steps(Math.ceil(w / 58)).map((index) => `M${index * 58 + 20} ${n(top)}V${n(h)}`);
  const boxes = steps(Math.ceil(w / 420)).map((index) => {
    const x = index * 420 + random.between(40, 120);
    const flowers = steps(7).map((flower) =>
      circle(
        x + 14 + flower * 30,
        top - random.between(4, 30),
        random.between(14, 24),
        random.pick([palette.b, palette.c, palette.a]),
      ),
    );
    return flowers.join('') + rect(x, top, 210, 46, palette.c, `stroke="${palette.ink}" stroke-width="6"`);
  });
  return (
    line(`M-10 ${n(top)}H${n(w + 10)}M-10 ${n(h * 0.965)}H${n(w + 10)}${bars.join('')}`, palette.ink, 9) +
    boxes.join('')
  );
};
