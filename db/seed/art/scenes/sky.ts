import { mix } from '../palette.ts';
import { fromTop, screentone } from '../screentone.ts';
import { circle, rect } from '../shapes.ts';
import { type Stage, steps } from './stage.ts';

export const moon = (stage: Stage, color: string): string => {
  const r = stage.h * stage.random.between(0.1, 0.16);
  return circle(
    stage.w * stage.random.between(0.55, 0.88),
    stage.h * stage.random.between(0.2, 0.36),
    r,
    color,
  );
};

export const sky = (stage: Stage, reach: number): string => {
  const { w, h, light, palette } = stage;
  return (
    rect(0, 0, w, h, light.sky) +
    screentone(
      { x: 0, y: 0, w, h: h * reach },
      mix(light.sky, stage.night ? palette.b : palette.a, 0.5),
      fromTop(1, 0.7),
      18,
    ) +
    moon(stage, light.glow)
  );
};

export const stars = (stage: Stage, count: number, down = 1): string =>
  steps(count)
    .map(() =>
      circle(
        stage.random.between(0, stage.w),
        stage.random.between(0, stage.h * down),
        stage.random.pick([2, 2.5, 3, 5]),
        stage.palette.paper,
      ),
    )
    .join('');
