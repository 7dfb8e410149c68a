import type { Palette } from './palette.ts';
import type { Random } from './random.ts';
import type { Weather } from './script.ts';
import { circle, line, n, path } from './shapes.ts';

export function drawWeather(
  weather: Weather,
  w: number,
  h: number,
  palette: Palette,
  random: Random,
): string {
  const count = Math.round((w * h) / 11000);
  const each = (draw: (x: number, y: number) => string, share = 1) =>
    Array.from({ length: Math.round(count * share) }, () =>
      draw(random.between(0, w), random.between(0, h)),
    ).join('');
  switch (weather) {
    case 'rain':
      return (
        line(
          each((x, y) => `M${n(x)} ${n(y)}l-14 ${n(random.between(30, 56))}`, 0.9),
          palette.paper,
          4,
        ) +
        line(
          each((x, y) => `M${n(x)} ${n(y)}l-9 28`, 0.5),
          palette.tone,
          3,
        )
      );
    case 'snow':
      return each((x, y) => circle(x, y, random.between(4, 13), palette.paper), 0.9);
    case 'leaves':
      return each((x, y) => {
        const turn = random.between(0, 360);
        return path(
          'M-16 0Q0 -13 16 0Q0 13 -16 0z',
          random.pick([palette.a, palette.c]),
          `transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"`,
        );
      }, 0.35);
    case 'bubbles':
      return each(
        (x, y) => circle(x, y, random.between(5, 20), 'none', `stroke="${palette.paper}" stroke-width="4"`),
        0.3,
      );
    case 'sparks':
      return each(
        (x, y) =>
          path(
            `M${n(x)} ${n(y - 14)}l4 10l10 4l-10 4l-4 10l-4 -10l-10 -4l10 -4z`,
            random.pick([palette.a, palette.paper]),
          ),
        0.28,
      );
    default:
      return '';
  }
}
