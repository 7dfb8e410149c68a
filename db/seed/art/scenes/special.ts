import { mix } from '../palette.ts';
import { aroundMiddle, fromLeft, fromRight, fromTop, screentone } from '../screentone.ts';
import { circle, line, n, path, polygon, rect } from '../shapes.ts';
import { stars } from './sky.ts';
import { type Scene, steps } from './stage.ts';

export const space: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const x = w * random.pick([0.08, 0.2, 0.8, 0.96]);
  const y = h * random.between(0.5, 1.02);
  const r = Math.min(w, h) * random.between(0.4, 0.62);
  const bands = [1, 0.8, 0.6, 0.4]
    .map((share, index) =>
      circle(
        x,
        y,
        r * share,
        [palette.c, palette.a, mix(palette.a, palette.paper, 0.3), palette.paper][index] ?? palette.a,
      ),
    )
    .join('');
  const orbit = [1.35, 1.7, 2.1]
    .map((share) => circle(x, y, r * share, 'none', `stroke="${palette.b}" stroke-width="3"`))
    .join('');
  const angle = random.between(3.4, 6);
  const planet = circle(x + Math.cos(angle) * r * 1.7, y + Math.sin(angle) * r * 1.7, r * 0.13, palette.b);
  return (
    rect(0, 0, w, h, palette.deep) +
    stars(stage, 60) +
    orbit +
    bands +
    screentone(
      { x: x - r * 1.1, y: y - r * 1.1, w: r * 2.2, h: r * 2.2 },
      palette.deep,
      aroundMiddle(0.32, 0.9),
      15,
    ) +
    planet
  );
};

export const cockpit: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const glass = `M${n(w * 0.08)} ${n(h * 0.62)}L${n(w * 0.2)} ${n(h * 0.1)}H${n(w * 0.8)}L${n(w * 0.92)} ${n(h * 0.62)}z`;
  const id = `g${random.whole(1, 1e9)}`;
  const buttons = steps(44)
    .map((index) => {
      const x = w * 0.06 + (index % 22) * w * 0.041;
      const y = h * 0.8 + Math.floor(index / 22) * h * 0.07;
      return random.chance(0.5)
        ? circle(x, y, 9, random.pick([palette.a, palette.b, palette.paper]))
        : rect(x - 10, y - 6, 22, 12, random.pick([palette.a, palette.c, palette.tone]));
    })
    .join('');
  return (
    rect(0, 0, w, h, mix(palette.deep, palette.tone, 0.25)) +
    `<clipPath id="${id}"><path d="${glass}"/></clipPath><g clip-path="url(#${id})">${space(stage)}</g>` +
    line(glass, palette.ink, 22) +
    line(`M${n(w * 0.5)} ${n(h * 0.1)}V${n(h * 0.62)}`, palette.ink, 16) +
    screentone({ x: 0, y: h * 0.6, w, h: h * 0.14 }, palette.ink, fromTop(1, 0.6), 14) +
    path(
      `M-10 ${n(h * 0.7)}Q${n(w / 2)} ${n(h * 0.64)} ${n(w + 10)} ${n(h * 0.7)}V${n(h + 10)}H-10z`,
      palette.ink,
    ) +
    buttons
  );
};

export const pool: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const far = h * 0.34;
  const lanes = steps(7)
    .map((index) => {
      const top = w * (0.2 + index * 0.1);
      const low = w * (-0.4 + index * 0.3);
      return steps(14)
        .map((bead) => {
          const share = (bead / 13) ** 1.6;
          return circle(
            top + (low - top) * share,
            far + (h - far) * share,
            4 + share * 13,
            bead % 3 ? palette.paper : palette.a,
          );
        })
        .join('');
    })
    .join('');
  return (
    rect(0, 0, w, h, palette.tone) +
    steps(6)
      .map((index) =>
        rect(
          w * (0.04 + index * 0.165),
          h * 0.05,
          w * 0.12,
          h * 0.16,
          palette.paper,
          `stroke="${palette.ink}" stroke-width="6"`,
        ),
      )
      .join('') +
    rect(0, far - 24, w, 26, palette.paper) +
    steps(Math.ceil(w / 60))
      .map((index) => rect(index * 60, far - 24, 30, 26, palette.deep))
      .join('') +
    rect(0, far, w, h - far, palette.b) +
    screentone({ x: 0, y: far, w, h: h - far }, mix(palette.b, palette.deep, 0.5), fromTop(0.8, 0.6), 17) +
    lanes +
    line(
      steps(22)
        .map(() => `M${n(random.between(0, w))} ${n(random.between(far + 20, h))}q14 -14 28 0t28 0`)
        .join(''),
      palette.paper,
      4,
    )
  );
};

export const stands: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const rows = 6;
  const crowd = steps(rows).flatMap((row) =>
    steps(Math.ceil(w / 74)).map((seat) => {
      const x = seat * 74 + (row % 2) * 37;
      const y = h * (0.18 + row * 0.13);
      const color = random.pick([palette.a, palette.b, palette.c, palette.deep, palette.paper]);
      return (
        path(
          `M${n(x - 34)} ${n(y + h * 0.2)}C${n(x - 34)} ${n(y + h * 0.03)} ${n(x + 34)} ${n(y + h * 0.03)} ${n(x + 34)} ${n(y + h * 0.2)}z`,
          color,
        ) + circle(x, y + h * 0.03, 20, mix(palette.tone, palette.ink, random.between(0, 0.6)))
      );
    }),
  );
  return (
    rect(0, 0, w, h, palette.deep) +
    steps(4)
      .map((index) =>
        polygon(
          [
            { x: w * (0.1 + index * 0.26), y: 0 },
            { x: w * (0.16 + index * 0.26), y: 0 },
            { x: w * (0.26 + index * 0.26), y: h * 0.5 },
            { x: w * index * 0.26, y: h * 0.5 },
          ],
          palette.paper,
          'opacity=".18"',
        ),
      )
      .join('') +
    crowd.join('') +
    screentone({ x: 0, y: 0, w, h }, palette.ink, fromTop(0.6, 0.7), 17) +
    rect(0, h * 0.9, w, h * 0.1, palette.ink)
  );
};

export const laundromat: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const wide = Math.max(210, w / 4.5);
  const machine = (x: number, y: number) => {
    const turn = random.between(0, 6);
    const clothes = steps(3)
      .map((index) =>
        circle(
          x + wide / 2 + Math.cos(turn + index * 2) * wide * 0.12,
          y + wide * 0.62 + Math.sin(turn + index * 2) * wide * 0.12,
          wide * 0.11,
          random.pick([palette.a, palette.paper, palette.c]),
        ),
      )
      .join('');
    return (
      rect(
        x + 6,
        y,
        wide - 12,
        wide * 1.1,
        palette.paper,
        `rx="12" stroke="${palette.ink}" stroke-width="7"`,
      ) +
      rect(x + 24, y + 18, wide * 0.3, 22, palette.ink, 'rx="6"') +
      circle(x + wide * 0.8, y + 30, 14, palette.a) +
      circle(
        x + wide / 2,
        y + wide * 0.62,
        wide * 0.34,
        palette.b,
        `stroke="${palette.ink}" stroke-width="7"`,
      ) +
      circle(x + wide / 2, y + wide * 0.62, wide * 0.26, palette.deep) +
      clothes +
      line(
        `M${n(x + wide * 0.34)} ${n(y + wide * 0.5)}q${n(wide * 0.06)} ${n(-wide * 0.1)} ${n(wide * 0.16)} ${n(-wide * 0.1)}`,
        palette.paper,
        6,
      )
    );
  };
  const base = h * 0.8;
  const rows = Math.max(1, Math.ceil((base - h * 0.2) / (wide * 1.12)));
  return (
    rect(0, 0, w, h, palette.tone) +
    screentone(
      { x: 0, y: 0, w, h: h * 0.6 },
      mix(palette.tone, palette.ink, 0.22),
      random.chance(0.5) ? fromLeft(0.8, 0.7) : fromRight(0.8, 0.7),
      18,
    ) +
    steps(rows)
      .map((row) =>
        steps(Math.ceil(w / wide))
          .map((column) => machine(column * wide, base - (row + 1) * wide * 1.12))
          .join(''),
      )
      .join('') +
    rect(0, base, w, h - base, palette.c) +
    rect(0, base, w, 8, palette.ink) +
    steps(Math.ceil(w / 120))
      .map((index) =>
        rect(
          index * 120,
          base + 8 + (index % 2) * (h - base) * 0.5,
          120,
          (h - base) * 0.5,
          mix(palette.c, palette.paper, 0.4),
        ),
      )
      .join('')
  );
};

export const shop: Scene = (stage) => {
  const { w, h, palette, random, light } = stage;
  const rows = 5;
  const high = h * 0.14;
  const shelves = steps(rows).map((row) => {
    const base = h * 0.08 + (row + 1) * high;
    let goods = '';
    for (let x = 10; x < w - 20; ) {
      const wide = random.between(22, 52);
      const tall = high * random.between(0.4, 0.82);
      const color = random.pick([palette.a, palette.b, palette.c, palette.paper, palette.tone]);
      const bottle = random.chance(0.5);
      goods +=
        rect(x, base - tall, wide - 6, tall, color, bottle ? 'rx="7"' : '') +
        (bottle
          ? rect(x + wide * 0.25, base - tall - 16, wide * 0.34, 18, color)
          : rect(x + 4, base - tall * 0.6, wide - 14, tall * 0.2, palette.ink));
      x += wide;
    }
    return goods + rect(0, base, w, 9, palette.ink);
  });
  return (
    rect(0, 0, w, h, light.lamp) +
    screentone({ x: 0, y: 0, w, h }, mix(light.lamp, palette.a, 0.6), aroundMiddle(0.2, 0.7), 17) +
    shelves.join('') +
    rect(0, h * 0.84, w, h * 0.16, palette.deep) +
    rect(0, h * 0.82, w, 20, palette.ink) +
    steps(4)
      .map((index) => circle(w * (0.1 + index * 0.08), h * 0.8, 20, random.pick([palette.a, palette.c])))
      .join('')
  );
};

export const sun: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const rings = [1, 0.82, 0.64, 0.46, 0.28];
  const x = w * random.between(0.4, 0.6);
  const colors = [
    palette.c,
    mix(palette.c, palette.a, 0.5),
    palette.a,
    mix(palette.a, palette.paper, 0.5),
    palette.paper,
  ];
  return (
    rect(0, 0, w, h, palette.deep) +
    stars(stage, 30) +
    rings
      .map((share, index) => circle(x, h * 0.95, Math.max(w, h) * 0.72 * share, colors[index] ?? palette.a))
      .join('') +
    screentone({ x: 0, y: 0, w, h: h * 0.7 }, palette.deep, fromTop(1, 0.7), 18)
  );
};
