// Draws a human face in a few strokes. `turn` (−1 to 1) is the direction of the gaze.

import type { Look, Mood, Sight } from './cast.ts';
import { hairBehind, hairInFront, hatOn } from './hair.ts';
import { mix } from './palette.ts';
import { circle, ellipse, line, n, outlined, path } from './shapes.ts';

export type HeadInks = { ink: string; paper: string; accent: string };

const eye = (x: number, squeeze: number, mood: Mood, turn: number, inks: HeadInks, width: number): string => {
  const rx = 14 * squeeze;
  if (mood === 'closed' || mood === 'sad') {
    const lids = line(`M${n(x - rx)} 2Q${n(x)} 14 ${n(x + rx)} 2`, inks.ink, width * 1.3);
    return mood === 'closed' ? lids : lids + line(`M${n(x - rx * 0.6)} 16v10`, inks.accent, width);
  }
  if (mood === 'laugh') return line(`M${n(x - rx)} 8Q${n(x)} -12 ${n(x + rx)} 8`, inks.ink, width * 1.4);
  const open = mood === 'shock' ? 16 : mood === 'smirk' || mood === 'angry' ? 8 : 11;
  const pupil = mood === 'shock' ? 5 : 8;
  const look = x + turn * 5;
  return (
    ellipse(x, 2, rx, open, inks.paper, `stroke="${inks.ink}" stroke-width="${n(width * 0.5)}"`) +
    ellipse(look, 3, pupil * squeeze, Math.min(pupil, open), inks.ink) +
    circle(look + 2.5, 0, 2.4, inks.paper) +
    line(
      `M${n(x - rx - 2)} ${n(2 - open * 0.3)}Q${n(x)} ${n(-open - 4)} ${n(x + rx + 2)} ${n(2 - open * 0.3)}`,
      inks.ink,
      width * 1.2,
    )
  );
};

const brow = (x: number, side: number, mood: Mood, width: number, ink: string): string => {
  const inner = {
    calm: -22,
    smile: -24,
    laugh: -28,
    sad: -32,
    angry: -14,
    shock: -36,
    closed: -20,
    smirk: side < 0 ? -14 : -30,
  }[mood];
  const outer = {
    calm: -23,
    smile: -22,
    laugh: -22,
    sad: -20,
    angry: -28,
    shock: -32,
    closed: -20,
    smirk: -24,
  }[mood];
  return line(
    `M${n(x + side * 16)} ${outer}Q${n(x)} ${(inner + outer) / 2 - 6} ${n(x - side * 14)} ${inner}`,
    ink,
    width * 1.5,
  );
};

const mouth = (x: number, mood: Mood, inks: HeadInks, width: number): string => {
  const draw = (d: string) => line(d, inks.ink, width * 1.1);
  switch (mood) {
    case 'smile':
      return draw(`M${n(x - 20)} 40Q${n(x)} 58 ${n(x + 20)} 40`);
    case 'laugh':
      return (
        outlined(
          `M${n(x - 24)} 36Q${n(x)} 42 ${n(x + 24)} 36Q${n(x + 18)} 66 ${n(x)} 66Q${n(x - 18)} 66 ${n(x - 24)} 36z`,
          inks.ink,
          inks.ink,
          width,
        ) +
        path(
          `M${n(x - 18)} 40Q${n(x)} 45 ${n(x + 18)} 40L${n(x + 15)} 47Q${n(x)} 50 ${n(x - 15)} 47z`,
          inks.paper,
        )
      );
    case 'sad':
      return draw(`M${n(x - 16)} 50Q${n(x)} 38 ${n(x + 16)} 50`);
    case 'angry':
      return draw(`M${n(x - 18)} 50Q${n(x)} 40 ${n(x + 18)} 48`) + draw(`M${n(x - 6)} 58h12`);
    case 'shock':
      return ellipse(x, 50, 9, 13, inks.ink);
    case 'smirk':
      return draw(`M${n(x - 12)} 46Q${n(x + 8)} 48 ${n(x + 20)} 38`);
    default:
      return draw(`M${n(x - 13)} 46Q${n(x)} 49 ${n(x + 13)} 46`);
  }
};

const extrasOn = (look: Look, shift: number, inks: HeadInks, width: number): string => {
  const has = (extra: string) => look.extras?.includes(extra as never) ?? false;
  const hair = look.hairColor ?? inks.ink;
  let drawn = '';
  if (has('freckles'))
    drawn += [-34, -24, 24, 34]
      .map((x) => circle(x + shift, 26 + (x % 3), 2.6, mix(look.skin, inks.ink, 0.45)))
      .join('');
  if (has('beard'))
    drawn += outlined(
      `M-60 8Q-56 40 -28 36Q${n(shift)} 28 28 36Q56 40 60 8Q62 76 ${n(shift * 0.5)} 98Q-62 76 -60 8z`,
      hair,
      inks.ink,
      width * 0.7,
    );
  if (has('moustache'))
    drawn += path(
      `M${n(shift)} 30Q${n(shift + 30)} 26 ${n(shift + 36)} 46Q${n(shift + 14)} 46 ${n(shift)} 38Q${n(shift - 14)} 46 ${n(shift - 36)} 46Q${n(shift - 30)} 26 ${n(shift)} 30z`,
      hair,
    );
  if (has('glasses') || has('goggles')) {
    const fill = has('goggles') ? inks.accent : 'none';
    drawn += [-27, 27]
      .map((x) =>
        circle(
          x + shift,
          2,
          22,
          fill,
          `stroke="${inks.ink}" stroke-width="${n(width * 1.1)}"${has('goggles') ? ' fill-opacity=".85"' : ''}`,
        ),
      )
      .join('');
    drawn += line(`M${n(shift - 6)} 0h12`, inks.ink, width * 1.1);
  }
  if (has('patch'))
    drawn += ellipse(shift + 26, 2, 20, 18, inks.ink) + line(`M${n(shift + 26)} -8L-58 -44`, inks.ink, width);
  if (has('earring'))
    drawn += circle(
      shift > 0 ? -62 : 62,
      30,
      8,
      inks.accent,
      `stroke="${inks.ink}" stroke-width="${n(width * 0.6)}"`,
    );
  return drawn;
};

/** `width` is the outline's width in head units. */
export function humanHead(look: Look, sight: Sight, inks: HeadInks, width: number): string {
  const { mood, turn } = sight;
  const back = sight.back ?? false;
  const pen = { ink: inks.ink, width };
  const shift = turn * 19;
  const face = 'M-60 -24C-66 -104 66 -104 60 -24C64 26 46 72 0 82C-46 72 -64 26 -60 -24z';
  const shade = mix(look.skin, inks.ink, 0.16);
  const ears = [-1, 1]
    .filter((side) => side * turn < 0.35)
    .map((side) =>
      ellipse(side * 62, 6, 13, 18, look.skin, `stroke="${inks.ink}" stroke-width="${n(width)}"`),
    )
    .join('');
  let drawn = hairBehind(look, pen, turn) + ears + outlined(face, look.skin, inks.ink, width);
  if (!back) {
    const far = turn >= 0 ? -1 : 1;
    drawn += path(
      `M${far * 57} -30C${far * 64} 26 ${far * 46} 70 0 79Q${far * 26} 40 ${far * 34} -10z`,
      shade,
    );
    drawn += extrasOn(
      { ...look, extras: look.extras?.filter((extra) => extra === 'freckles' || extra === 'beard') ?? [] },
      shift,
      inks,
      width,
    );
    const squeeze = (side: number) => 1 - Math.max(0, side * turn) * 0.25;
    for (const side of [-1, 1]) drawn += eye(side * 27 + shift, squeeze(side), mood, turn, inks, width);
    for (const side of [-1, 1])
      drawn += brow(
        side * 27 + shift,
        side,
        mood,
        width,
        look.hair === 'bald' ? inks.ink : mix(look.hairColor ?? inks.ink, inks.ink, 0.5),
      );
    drawn += line(
      `M${n(shift * 1.25)} 8q${n(turn >= 0 ? 9 : -9)} 16 ${n(turn >= 0 ? -3 : 3)} 19`,
      mix(look.skin, inks.ink, 0.7),
      width,
    );
    drawn += mouth(shift * 1.1, mood, inks, width);
    drawn += extrasOn(
      { ...look, extras: look.extras?.filter((extra) => extra !== 'freckles' && extra !== 'beard') ?? [] },
      shift,
      inks,
      width,
    );
  }
  return drawn + hairInFront(look, pen, back) + hatOn(look, pen, inks.paper);
}
