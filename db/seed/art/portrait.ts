import type { Look, Mood } from './cast.ts';
import { drawFigure, headOf } from './figure.ts';
import type { Palette } from './palette.ts';
import { lightOf, mix } from './palette.ts';
import { drawPanel } from './panel.ts';
import { drawProp } from './props.ts';
import { randomFrom } from './random.ts';
import { split, tone } from './scenes/abstract.ts';
import { aroundMiddle, fromBottom, fromLeft, screentone } from './screentone.ts';
import type { PanelScript } from './script.ts';
import { circle, clipped, picture, rect } from './shapes.ts';
import type { Style } from './style.ts';

const side = 640;

export function drawPortrait(seed: string, look: Look, mood: Mood, ground: string, accent: string): string {
  const random = randomFrom(`portrait ${seed}`);
  const ink = '#14110f';
  const pose = 'stand' as const;
  const head = headOf(look, pose);
  const scale = 4.1 * (0.68 / head.scale);
  const turn = random.between(0.15, 0.6) * random.pick([-1, 1]);
  const figure = drawFigure(look, { mood, pose, turn }, { ink, paper: '#fffdf6', accent }, 1.7);
  const content =
    rect(0, 0, side, side, ground) +
    screentone(
      { x: 0, y: 0, w: side, h: side },
      mix(ground, ink, 0.2),
      random.pick([fromBottom(0.9, 0.7), fromLeft(0.8, 0.7), aroundMiddle(0.3, 0.8)]),
      15,
    ) +
    circle(side / 2, side * 0.46, side * 0.38, accent) +
    `<g transform="translate(${side / 2 - head.x * scale} ${side * 0.47 - head.y * scale}) scale(${scale})">${figure}</g>`;
  return picture(side, side, content);
}

export function drawThumbnail(style: Style, script: PanelScript, seed: string): string {
  const frame = { x: 0, y: 0, w: 600, h: 600, slantLeft: 0, slantRight: 0 };
  const { art } = drawPanel(style, { ...script, sound: null }, frame, seed, { lettering: 30, silent: true });
  return picture(200, 200, clipped('t', '<path d="M0 0H600V600H0z"/>', art), frame);
}

/** Thumbnail of a novel's episode: one thing instead of a scene. */
export function drawEmblem(seed: string, palette: Palette, prop: string): string {
  const random = randomFrom(`emblem ${seed}`);
  const stage = {
    w: 600,
    h: 600,
    random,
    palette,
    light: lightOf(palette, false, random.whole(0, 11)),
    night: false,
  };
  const ground = random.pick([split, tone])(stage);
  return picture(200, 200, ground + drawProp(prop, palette, 300, 300, 1.7, random.between(-8, 8)), {
    x: 0,
    y: 0,
    w: 600,
    h: 600,
  });
}
