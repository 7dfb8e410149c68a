// Heads that are not human, with the size and centre of a human head.

import type { Look, Sight } from './cast.ts';
import { type HeadInks, humanHead } from './head.ts';
import { mix } from './palette.ts';
import { circle, ellipse, line, n, outlined, path, rect } from './shapes.ts';

type Drawing = (look: Look, sight: Sight, inks: HeadInks, width: number) => string;

const stroke = (inks: HeadInks, width: number) => `stroke="${inks.ink}" stroke-width="${n(width)}"`;

const bigEyes = (sight: Sight, inks: HeadInks, gap: number, y: number, r: number, width: number): string => {
  const x = sight.turn * 14;
  if (sight.mood === 'closed' || sight.mood === 'laugh' || sight.mood === 'sad') {
    const bend = sight.mood === 'laugh' ? -r : r * 0.8;
    return [-gap, gap]
      .map((at) =>
        line(`M${n(at + x - r * 0.8)} ${y}q${n(r * 0.8)} ${n(bend)} ${n(r * 1.6)} 0`, inks.ink, width * 1.5),
      )
      .join('');
  }
  const pupil = sight.mood === 'shock' ? r * 0.3 : r * 0.52;
  const lid = sight.mood === 'angry' || sight.mood === 'smirk';
  return [-1, 1]
    .map(
      (side) =>
        circle(side * gap + x, y, r, inks.paper, stroke(inks, width * 0.7)) +
        circle(side * gap + x + sight.turn * r * 0.4, y - r * 0.1, pupil, inks.ink) +
        circle(side * gap + x + sight.turn * r * 0.4 + pupil * 0.35, y - r * 0.3, pupil * 0.3, inks.paper) +
        (lid
          ? line(
              `M${n(side * (gap + r) + x)} ${n(y - r * 1.25)}L${n(side * (gap - r) + x)} ${n(y - r * 0.7)}`,
              inks.ink,
              width * 1.6,
            )
          : ''),
    )
    .join('');
};

const muzzle = (sight: Sight, inks: HeadInks, y: number, width: number): string => {
  const x = sight.turn * 16;
  const open = sight.mood === 'shock' || sight.mood === 'laugh';
  return (
    path(
      `M${n(x - 15)} ${y}Q${n(x)} ${y - 8} ${n(x + 15)} ${y}Q${n(x + 12)} ${y + 14} ${n(x)} ${y + 16}Q${n(x - 12)} ${y + 14} ${n(x - 15)} ${y}z`,
      inks.ink,
    ) +
    (open
      ? ellipse(x, y + 34, 13, 12, inks.ink)
      : line(`M${n(x)} ${y + 16}v8m-20 2q10 12 20 -2q10 14 20 2`, inks.ink, width))
  );
};

const bear: Drawing = (look, sight, inks, width) => {
  const light = look.hairColor ?? mix(look.skin, inks.paper, 0.5);
  const ears = [-1, 1]
    .map(
      (side) =>
        circle(side * 54, -66, 28, look.skin, stroke(inks, width)) + circle(side * 54, -64, 15, light),
    )
    .join('');
  const head = outlined(
    'M-80 4C-84 -96 84 -96 80 4C84 70 44 86 0 86C-44 86 -84 70 -80 4z',
    look.skin,
    inks.ink,
    width,
  );
  if (sight.back) return ears + head;
  return (
    ears +
    head +
    ellipse(sight.turn * 16, 46, 42, 36, light) +
    bigEyes(sight, inks, 34, -14, 22, width) +
    muzzle(sight, inks, 24, width)
  );
};

const cat: Drawing = (look, sight, inks, width) => {
  const light = look.hairColor ?? inks.paper;
  const ears = [-1, 1]
    .map((side) =>
      outlined(`M${side * 68} -20L${side * 66} -104L${side * 14} -66z`, look.skin, inks.ink, width),
    )
    .join('');
  const head = outlined(
    'M-80 8C-82 -82 82 -82 80 8C80 66 40 78 0 78C-40 78 -80 66 -80 8z',
    look.skin,
    inks.ink,
    width,
  );
  if (sight.back) return ears + head;
  const x = sight.turn * 16;
  const whiskers = [-1, 1]
    .map((side) =>
      line(
        `M${n(x + side * 40)} 36l${side * 50} -8M${n(x + side * 40)} 44l${side * 50} 6`,
        inks.ink,
        width * 0.6,
      ),
    )
    .join('');
  const stripes = line('M0 -72v26M-22 -68l4 20M22 -68l-4 20', mix(look.skin, inks.ink, 0.4), width * 1.5);
  return (
    ears +
    head +
    stripes +
    ellipse(x, 44, 34, 24, light) +
    bigEyes(sight, inks, 36, -4, 19, width) +
    muzzle(sight, inks, 26, width) +
    whiskers
  );
};

const fox: Drawing = (look, sight, inks, width) => {
  const ears = [-1, 1]
    .map(
      (side) =>
        outlined(`M${side * 66} -14L${side * 74} -116L${side * 10} -64z`, look.skin, inks.ink, width) +
        path(`M${side * 58} -40L${side * 64} -92L${side * 32} -64z`, inks.ink),
    )
    .join('');
  const head = outlined(
    'M-78 -16C-70 -84 70 -84 78 -16L92 26L50 40Q24 84 0 88Q-24 84 -50 40L-92 26z',
    look.skin,
    inks.ink,
    width,
  );
  if (sight.back) return ears + head;
  const x = sight.turn * 16;
  return (
    ears +
    head +
    path(`M-84 26L-50 38Q-24 82 0 86Q24 82 50 38L84 26Q40 20 ${n(x)} 34Q-40 20 -84 26z`, inks.paper) +
    bigEyes(sight, inks, 34, -8, 16, width) +
    muzzle(sight, inks, 48, width)
  );
};

const owl: Drawing = (look, sight, inks, width) => {
  const head = outlined(
    'M-78 30C-84 -20 -84 -60 -72 -100Q-40 -78 0 -78Q40 -78 72 -100C84 -60 84 -20 78 30C70 76 30 84 0 84C-30 84 -70 76 -78 30z',
    look.skin,
    inks.ink,
    width,
  );
  if (sight.back) return head;
  const x = sight.turn * 14;
  const discs = [-1, 1].map((side) => circle(side * 36 + x, -10, 36, look.hairColor ?? inks.paper)).join('');
  return (
    head +
    discs +
    bigEyes(sight, inks, 36, -10, 24, width) +
    outlined(`M${n(x - 12)} 14h24l-12 28z`, inks.accent, inks.ink, width * 0.7)
  );
};

const astronaut: Drawing = (look, sight, inks, width) => {
  const shell = circle(0, -6, 112, inks.paper, stroke(inks, width));
  const pads = [-1, 1]
    .map((side) => rect(side * 112 - 15, -34, 30, 62, inks.accent, `rx="10" ${stroke(inks, width)}`))
    .join('');
  if (sight.back)
    return (
      pads + shell + line('M-60 -70Q0 -110 60 -70M-70 50Q0 90 70 50', mix(inks.paper, inks.ink, 0.3), width)
    );
  const visor = 'M-84 -20C-84 -84 84 -84 84 -20C88 60 50 74 0 74C-50 74 -88 60 -84 -20z';
  const face = `<g transform="translate(0 4) scale(.72)">${humanHead({ ...look, hat: undefined }, sight, inks, width / 0.72)}</g>`;
  const shine = line('M-62 -34Q-54 -60 -30 -66', inks.paper, width * 2.4);
  return pads + shell + outlined(visor, mix(inks.ink, inks.accent, 0.25), inks.ink, width) + face + shine;
};

const moth: Drawing = (look, sight, inks, width) => {
  const feelers = [-1, 1]
    .map((side) => {
      const hairs = [0, 1, 2, 3, 4]
        .map((step) => `M${side * (26 + step * 13)} ${-88 - step * 15}l${side * 20} ${-4 + step * 3}`)
        .join('');
      return line(
        `M${side * 18} -70Q${side * 30} -120 ${side * 92} -160${hairs}`,
        look.hatColor ?? inks.accent,
        width * 1.5,
      );
    })
    .join('');
  return feelers + humanHead(look, sight, inks, width);
};

const shade: Drawing = (look, sight, inks, width) => {
  const body = path(
    'M-46 -100C-66 -40 -58 40 -30 104Q0 124 30 104C58 40 66 -40 46 -100Q0 -126 -46 -100z',
    look.skin,
  );
  if (sight.back) return body;
  const x = sight.turn * 10;
  const wide = sight.mood === 'shock' || sight.mood === 'angry' ? 13 : 9;
  const grin =
    sight.mood === 'smile' || sight.mood === 'laugh'
      ? line(`M${n(x - 26)} 44q26 22 52 0m-44 4v10m12 -6v10m12 -10v10m10 -14v8`, inks.paper, width * 0.8)
      : '';
  return body + circle(x - 20, -10, wide, inks.paper) + circle(x + 20, -10, wide * 0.8, inks.accent) + grin;
};

const robot: Drawing = (look, sight, inks, width) => {
  const shell = rect(-66, -74, 132, 142, look.skin, `rx="22" ${stroke(inks, width)}`);
  const mast =
    line('M0 -74v-34', inks.ink, width * 1.4) + circle(0, -114, 12, inks.accent, stroke(inks, width));
  if (sight.back) return mast + shell;
  const screen = rect(-50, -44, 100, 66, inks.ink, 'rx="14"');
  const x = sight.turn * 14;
  const eyes = [-1, 1]
    .map((side) =>
      sight.mood === 'closed' || sight.mood === 'sad'
        ? rect(side * 22 + x - 12, -14, 24, 6, inks.accent)
        : circle(side * 22 + x, -11, sight.mood === 'shock' ? 15 : 10, inks.accent),
    )
    .join('');
  return mast + shell + screen + eyes + line('M-26 44h52M-14 38v12M0 38v12M14 38v12', inks.ink, width * 0.8);
};

export const heads: Record<NonNullable<Look['kind']>, Drawing> = {
  human: humanHead,
  bear,
  cat,
  fox,
  owl,
  astronaut,
  moth,
  shade,
  robot,
};
