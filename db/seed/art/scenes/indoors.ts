import { mix } from '../palette.ts';
import { aroundMiddle, fromBottom, fromTop, screentone } from '../screentone.ts';
import { circle, ellipse, line, n, path, polygon, rect } from '../shapes.ts';
import { type Scene, steps } from './stage.ts';
import { floorAt, wallPaper, windowAt } from './surfaces.ts';

export const room: Scene = (stage) => {
  const { w, h, palette, random, light, night } = stage;
  const wall = night ? mix(palette.deep, palette.b, 0.3) : mix(light.sky, palette.paper, 0.2);
  const floor = h * 0.8;
  const mirrored = random.chance(0.5);
  const x = mirrored ? w * 0.58 : w * 0.08;
  const other = mirrored ? w * 0.12 : w * 0.66;
  const shelf =
    rect(other - 20, h * 0.3, w * 0.26, h * 0.5, palette.ink) +
    steps(3)
      .map(
        (row) =>
          rect(other - 8, h * (0.32 + row * 0.155), w * 0.26 - 24, h * 0.135, mix(wall, palette.ink, 0.5)) +
          steps(6)
            .map((book) => {
              const high = h * random.between(0.07, 0.12);
              return rect(
                other + book * w * 0.036,
                h * (0.455 + row * 0.155) - high,
                w * 0.026,
                high,
                random.pick([palette.a, palette.b, palette.c, palette.paper]),
              );
            })
            .join(''),
      )
      .join('');
  const frame =
    rect(other, h * 0.2, w * 0.16, h * 0.22, palette.ink) +
    rect(other + 10, h * 0.2 + 10, w * 0.16 - 20, h * 0.22 - 20, palette.paper) +
    circle(other + w * 0.08, h * 0.31, h * 0.05, palette.a);
  const standing =
    line(`M${n(other + w * 0.08)} ${n(floor + 10)}V${n(h * 0.4)}`, palette.ink, 9) +
    path(
      `M${n(other + w * 0.03)} ${n(h * 0.42)}h${n(w * 0.1)}l${n(-w * 0.025)} ${n(-h * 0.12)}h${n(-w * 0.05)}z`,
      light.lamp,
      `stroke="${palette.ink}" stroke-width="6"`,
    );
  return (
    rect(0, 0, w, h, wall) +
    wallPaper(stage, wall) +
    floorAt(stage, floor, night ? palette.deep : palette.c) +
    windowAt(stage, x, h * 0.16, w * 0.26, h * 0.42) +
    random.pick([shelf, frame, standing, frame + standing])
  );
};

export const bedroom: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const wall = stage.night ? mix(palette.deep, palette.b, 0.35) : palette.tone;
  const bed = h * 0.7;
  return (
    rect(0, 0, w, h, wall) +
    steps(22)
      .map(() =>
        path(
          `M${n(random.between(0, w))} ${n(random.between(0, h * 0.6))}l6 14l14 6l-14 6l-6 14l-6 -14l-14 -6l14 -6z`,
          mix(wall, palette.paper, 0.4),
        ),
      )
      .join('') +
    windowAt(stage, w * random.pick([0.1, 0.6]), h * 0.12, w * 0.24, h * 0.36) +
    floorAt(stage, h * 0.86, mix(palette.c, palette.ink, 0.3)) +
    rect(w * 0.06, h * 0.48, w * 0.05, h * 0.42, palette.ink, 'rx="12"') +
    rect(w * 0.88, h * 0.6, w * 0.05, h * 0.3, palette.ink, 'rx="12"') +
    rect(w * 0.09, bed, w * 0.82, h * 0.18, palette.a, 'rx="22"') +
    steps(7)
      .map((index) => circle(w * (0.16 + index * 0.11), bed + h * 0.08, h * 0.022, palette.paper))
      .join('') +
    rect(
      w * 0.11,
      bed - h * 0.07,
      w * 0.2,
      h * 0.11,
      palette.paper,
      `rx="26" stroke="${palette.ink}" stroke-width="6"`,
    )
  );
};

export const stairs: Scene = (stage) => {
  const { w, h, palette, random, light } = stage;
  const count = random.whole(6, 9);
  const up = random.chance(0.5);
  const tread = (index: number) => {
    const x = up ? (index * w) / count : w - ((index + 1) * w) / count;
    const y = h - ((index + 1) * h * 0.72) / count;
    return (
      rect(x, y, w / count + 2, h, index % 2 ? palette.deep : mix(palette.deep, palette.ink, 0.5)) +
      rect(x, y, w / count + 2, 14, light.lamp)
    );
  };
  const rail = steps(count)
    .map((index) => {
      const x = up ? ((index + 0.5) * w) / count : w - ((index + 0.5) * w) / count;
      const y = h - ((index + 1) * h * 0.72) / count;
      return `M${n(x)} ${n(y)}V${n(y - h * 0.2)}`;
    })
    .join('');
  const hand = up ? `M0 ${n(h * 0.72)}L${n(w)} ${n(h * 0.06)}` : `M${n(w)} ${n(h * 0.72)}L0 ${n(h * 0.06)}`;
  return (
    rect(0, 0, w, h, stage.night ? palette.deep : light.sky) +
    screentone({ x: 0, y: 0, w, h }, stage.night ? palette.b : palette.ink, aroundMiddle(0.35, 0.7), 18) +
    polygon(
      [
        { x: w * 0.5, y: -20 },
        { x: w * 0.62, y: -20 },
        { x: w * 0.9, y: h },
        { x: w * 0.26, y: h },
      ],
      light.lamp,
      'opacity=".5"',
    ) +
    steps(count).map(tread).join('') +
    line(rail + hand, palette.ink, 10)
  );
};

export const cafe: Scene = (stage) => {
  const { w, h, palette, random, light } = stage;
  const pane = (index: number) =>
    rect(
      w * (0.06 + index * 0.31),
      h * 0.12,
      w * 0.27,
      h * 0.46,
      stage.night ? palette.deep : light.glow,
      `stroke="${palette.ink}" stroke-width="10"`,
    ) +
    line(
      steps(6)
        .map(
          () =>
            `M${n(w * (0.08 + index * 0.31) + random.between(0, w * 0.22))} ${n(h * random.between(0.16, 0.4))}l-10 46`,
        )
        .join(''),
      palette.paper,
      4,
    );
  const shade = (index: number) =>
    line(`M${n(w * (0.2 + index * 0.3))} 0v${n(h * 0.12)}`, palette.ink, 5) +
    path(
      `M${n(w * (0.2 + index * 0.3) - 60)} ${n(h * 0.2)}q60 -110 120 0z`,
      palette.a,
      `stroke="${palette.ink}" stroke-width="6"`,
    );
  const wall = mix(palette.tone, palette.c, 0.35);
  return (
    rect(0, 0, w, h, wall) +
    steps(3).map(pane).join('') +
    screentone({ x: 0, y: h * 0.5, w, h: h * 0.3 }, mix(wall, palette.ink, 0.4), fromBottom(1, 0.6), 16) +
    rect(0, h * 0.74, w, h * 0.26, palette.deep) +
    rect(0, h * 0.74, w, 14, palette.ink) +
    steps(3).map(shade).join('') +
    steps(2)
      .map(
        (index) =>
          ellipse(
            w * (0.22 + index * 0.56),
            h * 0.86,
            w * 0.14,
            h * 0.03,
            palette.paper,
            `stroke="${palette.ink}" stroke-width="6"`,
          ) + rect(w * (0.22 + index * 0.56) - 6, h * 0.88, 12, h * 0.12, palette.ink),
      )
      .join('')
  );
};

export const lockers: Scene = (stage) => {
  const { w, h, palette, random } = stage;
  const wide = Math.max(90, w / 9);
  return (
    rect(0, 0, w, h, palette.tone) +
    steps(Math.ceil(w / wide))
      .map((index) => {
        const x = index * wide;
        const open = random.chance(0.1);
        return (
          rect(
            x + 4,
            h * 0.14,
            wide - 8,
            h * 0.62,
            open ? palette.ink : index % 2 ? palette.b : mix(palette.b, palette.ink, 0.14),
          ) +
          line(
            steps(4)
              .map((slot) => `M${n(x + wide * 0.3)} ${n(h * 0.2 + slot * 16)}h${n(wide * 0.4)}`)
              .join(''),
            palette.ink,
            5,
          ) +
          circle(x + wide * 0.8, h * 0.45, 8, palette.paper)
        );
      })
      .join('') +
    screentone({ x: 0, y: 0, w, h: h * 0.5 }, palette.ink, fromTop(0.7, 0.5), 18) +
    floorAt(stage, h * 0.82, palette.paper) +
    rect(w * 0.08, h * 0.74, w * 0.84, 22, palette.c, `stroke="${palette.ink}" stroke-width="6"`)
  );
};

export const hall: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const column = (x: number, wide: number) =>
    rect(x, 0, wide, h * 0.86, palette.b) +
    rect(x + wide * 0.62, 0, wide * 0.38, h * 0.86, mix(palette.b, palette.ink, 0.35)) +
    rect(x - 14, h * 0.82, wide + 28, h * 0.05, palette.ink) +
    rect(x - 14, h * 0.06, wide + 28, h * 0.04, palette.a);
  const arch = path(
    `M${n(w * 0.3)} ${n(h * 0.84)}V${n(h * 0.4)}Q${n(w * 0.5)} ${n(-h * 0.02)} ${n(w * 0.7)} ${n(h * 0.4)}V${n(h * 0.84)}z`,
    stage.night ? palette.c : light.glow,
  );
  return (
    rect(0, 0, w, h, palette.deep) +
    arch +
    screentone({ x: w * 0.3, y: h * 0.2, w: w * 0.4, h: h * 0.6 }, palette.a, fromBottom(0.9, 0.6), 16) +
    column(w * 0.1, w * 0.09) +
    column(w * 0.81, w * 0.09) +
    floorAt(stage, h * 0.86, mix(palette.deep, palette.ink, 0.5)) +
    steps(5)
      .map(() =>
        circle(
          random.between(w * 0.1, w * 0.9),
          random.between(h * 0.05, h * 0.3),
          random.between(5, 12),
          palette.a,
        ),
      )
      .join('')
  );
};

export const corridor: Scene = (stage) => {
  const { w, h, palette, light } = stage;
  const rings = [1, 0.78, 0.58, 0.42, 0.3, 0.2];
  const shell = (share: number, index: number) =>
    rect(
      w / 2 - (w * share) / 2,
      h / 2 - (h * share) / 2,
      w * share,
      h * share,
      index % 2 ? mix(palette.b, palette.ink, index * 0.13) : mix(palette.tone, palette.ink, index * 0.14),
      `rx="${n(50 * share)}" stroke="${palette.ink}" stroke-width="${n(10 * share)}"`,
    );
  return (
    rect(0, 0, w, h, palette.deep) +
    rings.map(shell).join('') +
    rect(w * 0.41, h * 0.41, w * 0.18, h * 0.18, light.lamp, 'rx="14"') +
    screentone({ x: 0, y: 0, w, h }, palette.ink, aroundMiddle(0.34, 0.7), 18) +
    steps(5)
      .map((index) =>
        line(
          `M${n(w * (0.02 + index * 0.09))} ${n(h * (0.02 + index * 0.09))}h${n(w * 0.05)}M${n(w * (0.93 - index * 0.09))} ${n(h * (0.02 + index * 0.09))}h${n(w * 0.05)}`,
          palette.a,
          9 - index,
        ),
      )
      .join('')
  );
};
