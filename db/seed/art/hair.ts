// Hair and hats around a head 124 wide and 160 high, centred at 0,0.

import type { Look } from './cast.ts';
import { circle, ellipse, line, outlined } from './shapes.ts';

type Pen = { ink: string; width: number };

const curl = (color: string, pen: Pen, places: readonly (readonly [number, number, number])[]): string =>
  places
    .map(([x, y, r]) => circle(x, y, r, color, `stroke="${pen.ink}" stroke-width="${pen.width}"`))
    .join('') + places.map(([x, y, r]) => circle(x, y, r - pen.width / 2, color)).join('');

const round = [
  [-58, -10, 22],
  [-60, -46, 26],
  [-36, -76, 28],
  [0, -88, 30],
  [36, -76, 28],
  [60, -46, 26],
  [58, -10, 22],
] as const;

export function hairBehind(look: Look, pen: Pen, turn: number): string {
  const color = look.hairColor ?? pen.ink;
  const draw = (d: string) => outlined(d, color, pen.ink, pen.width);
  switch (look.hair) {
    case 'long':
      return draw(
        'M-68 -30C-86 -112 86 -112 68 -30Q66 50 92 118Q50 134 0 120Q-50 134 -92 118Q-66 50 -68 -30z',
      );
    case 'bob':
      return draw('M-68 -30C-84 -112 84 -112 68 -30L80 66Q40 84 0 74Q-40 84 -80 66z');
    case 'bun':
      return circle(-turn * 34, -92, 32, color, `stroke="${pen.ink}" stroke-width="${pen.width}"`);
    case 'tail': {
      const side = turn > 0 ? -1 : 1;
      return draw(
        `M${side * 30} -70C${side * 96} -84 ${side * 120} -10 ${side * 92} 70Q${side * 74} 30 ${side * 40} -10z`,
      );
    }
    case 'plaits':
      return [-1, 1]
        .map((side) =>
          [0, 1, 2, 3]
            .map((knot) =>
              ellipse(
                side * (66 + knot * 3),
                34 + knot * 30,
                17 - knot * 2,
                19,
                color,
                `stroke="${pen.ink}" stroke-width="${pen.width}"`,
              ),
            )
            .join(''),
        )
        .join('');
    case 'curls':
      return curl(color, pen, [...round, [-62, 24, 22], [62, 24, 22]]);
    default:
      return '';
  }
}

const fronts: Record<string, string> = {
  short: 'M-65 -6C-78 -104 78 -108 65 -6L56 -34Q30 -54 4 -42Q-30 -32 -48 -48L-57 -30z',
  bob: 'M-70 30C-86 -112 86 -112 70 30L54 26L52 -26Q10 -14 -50 -28L-54 26z',
  long: 'M-68 30C-84 -114 84 -114 68 30Q56 10 54 -16Q40 -50 8 -62Q-44 -44 -54 -10Q-58 12 -68 30z',
  bun: 'M-64 -4C-78 -108 78 -108 64 -4Q52 -46 6 -58Q-46 -48 -64 -4z',
  tail: 'M-64 -4C-78 -108 78 -110 64 -8Q40 -56 -8 -52Q-50 -40 -64 -4z',
  plaits: 'M-66 10C-82 -110 82 -110 66 10Q54 -40 2 -66Q-54 -40 -66 10z',
  side: 'M-65 -2C-82 -104 82 -112 65 -6L56 -32Q-8 -26 -36 -60Q-44 -36 -58 -26z',
  spikes:
    'M-66 0L-84 -40L-62 -46L-74 -88L-42 -80L-34 -118L-6 -92L22 -122L30 -88L66 -100L60 -58L84 -46L66 0L52 -36L34 -30L22 -46L0 -30L-20 -48L-32 -30L-52 -40z',
};

export function hairInFront(look: Look, pen: Pen, back: boolean): string {
  const color = look.hairColor ?? pen.ink;
  if (look.hair === 'bald' || !look.hair) return '';
  if (back) {
    const lower = look.hair === 'long' || look.hair === 'bob' ? 66 : 44;
    return outlined(
      `M-66 0C-82 -110 82 -110 66 0Q64 ${lower} 34 ${lower + 10}Q0 ${lower + 18} -34 ${lower + 10}Q-64 ${lower} -66 0z`,
      color,
      pen.ink,
      pen.width,
    );
  }
  if (look.hair === 'curls')
    return curl(color, pen, [
      [-44, -52, 24],
      [-16, -66, 24],
      [16, -66, 24],
      [44, -52, 24],
    ]);
  return outlined(fronts[look.hair] ?? '', color, pen.ink, pen.width);
}

export function hatOn(look: Look, pen: Pen, paper: string): string {
  const color = look.hatColor ?? pen.ink;
  const draw = (d: string, fill = color) => outlined(d, fill, pen.ink, pen.width);
  switch (look.hat) {
    case 'fedora':
      return (
        draw('M-58 -44Q-56 -128 -22 -122Q0 -108 22 -122Q56 -128 58 -44z') +
        draw('M-56 -66H56L60 -42H-60z', paper) +
        draw('M-112 -42Q-60 -58 0 -52Q60 -58 112 -42Q60 -14 0 -20Q-60 -14 -112 -42z')
      );
    case 'bowler':
      return (
        draw('M-60 -44C-64 -130 64 -130 60 -44z') +
        draw('M-88 -46Q0 -66 88 -46Q60 -26 0 -28Q-60 -26 -88 -46z')
      );
    case 'cap':
      return (
        draw('M-66 -34C-70 -118 70 -118 66 -34z') +
        draw('M-66 -36Q-10 -62 66 -34Q108 -28 112 -12Q60 -26 -66 -30z')
      );
    case 'sailor':
      return (
        draw('M-74 -62Q0 -130 74 -62Q70 -40 60 -40H-60Q-70 -40 -74 -62z') +
        draw('M-66 -46Q0 -60 66 -46V-22Q0 -34 -66 -22z', pen.ink)
      );
    case 'beanie':
      return (
        draw('M-68 -22C-74 -120 74 -120 68 -22z') + draw('M-72 -40Q0 -58 72 -40V-12Q0 -28 -72 -12z', paper)
      );
    case 'swim':
      return (
        draw('M-66 -14C-76 -110 76 -110 66 -14Q0 -50 -66 -14z') +
        line('M-62 -30Q0 -64 62 -30', paper, pen.width * 1.4)
      );
    case 'crown':
      return (
        draw('M-54 -58L-66 -116L-32 -88L0 -132L32 -88L66 -116L54 -58Q0 -74 -54 -58z') +
        circle(0, -84, 9, paper)
      );
    case 'hood':
      return draw('M-62 70C-110 20 -100 -116 0 -118C100 -116 110 20 62 70Q78 -70 0 -72Q-78 -70 -62 70z');
    case 'headscarf':
      return (
        draw('M-64 46C-96 -10 -84 -108 0 -106C84 -108 96 -10 64 46Q74 -40 0 -54Q-74 -40 -64 46z') +
        line('M-40 -84Q0 -98 40 -84', paper, pen.width * 1.3)
      );
    default:
      return '';
  }
}
