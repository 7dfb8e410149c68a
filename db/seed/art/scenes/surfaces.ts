import { mix } from '../palette.ts';
import { flat, fromBottom, fromRight, screentone } from '../screentone.ts';
import { circle, line, n, path, rect } from '../shapes.ts';
import { type Stage, steps } from './stage.ts';

export const floorAt = (stage: Stage, y: number, color: string): string => {
  const { w, h, palette } = stage;
  return (
    rect(0, y, w, h - y, color) +
    rect(0, y - 6, w, 9, palette.ink) +
    steps(9)
      .map((index) =>
        line(
          `M${n(w / 2 + (index - 4) * w * 0.1)} ${n(y)}L${n(w / 2 + (index - 4) * w * 0.24)} ${n(h)}`,
          mix(color, palette.ink, 0.3),
          4,
        ),
      )
      .join('')
  );
};

export const windowAt = (stage: Stage, x: number, y: number, wide: number, high: number): string => {
  const { palette, light, random, night } = stage;
  const kind = random.whole(0, 2);
  const frame =
    rect(x - 12, y - 12, wide + 24, high + 24, palette.ink) +
    rect(x, y, wide, high, night ? palette.deep : light.glow);
  if (kind === 0)
    return (
      frame +
      steps(Math.floor(high / 26))
        .map((index) => rect(x, y + index * 26, wide, 13, palette.paper))
        .join('')
    );
  const sky = night
    ? circle(x + wide * 0.7, y + high * 0.3, wide * 0.13, palette.paper) +
      steps(8)
        .map(() => circle(x + random.between(8, wide - 8), y + random.between(8, high - 8), 3, palette.paper))
        .join('')
    : screentone({ x, y, w: wide, h: high }, palette.paper, fromBottom(0.8, 0.6), 14);
  return (
    frame +
    sky +
    rect(x + wide / 2 - 5, y, 10, high, palette.ink) +
    rect(x, y + high * 0.45, wide, 9, palette.ink) +
    (kind === 2
      ? path(
          `M${n(x - 24)} ${n(y - 20)}h${n(wide * 0.36)}q${n(-wide * 0.02)} ${n(high * 0.8)} ${n(-wide * 0.3)} ${n(high + 40)}z`,
          palette.a,
        ) +
        path(
          `M${n(x + wide + 24)} ${n(y - 20)}h${n(-wide * 0.36)}q${n(wide * 0.02)} ${n(high * 0.8)} ${n(wide * 0.3)} ${n(high + 40)}z`,
          palette.a,
        )
      : '')
  );
};

export const wallPaper = (stage: Stage, color: string): string => {
  const { w, h, palette, random } = stage;
  const kind = random.whole(0, 3);
  const soft = mix(color, palette.ink, 0.1);
  if (kind === 0)
    return steps(Math.ceil(w / 80))
      .map((index) => rect(index * 80, 0, 40, h, soft))
      .join('');
  if (kind === 1) return screentone({ x: 0, y: 0, w, h }, soft, flat(0.3), 24);
  if (kind === 2)
    return rect(0, h * 0.5, w, h * 0.3, soft) + rect(0, h * 0.5 - 6, w, 8, mix(color, palette.ink, 0.5));
  return screentone({ x: 0, y: 0, w, h: h * 0.8 }, mix(color, palette.ink, 0.28), fromRight(0.7, 0.7), 17);
};
