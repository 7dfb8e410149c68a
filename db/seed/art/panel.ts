import { type Balloon, drawBalloon, planBalloons, setWords } from './balloon.ts';
import { inSpeakingOrder, type Placed, placeActors, placesOf } from './camera.ts';
import { capitals, soundEffect, widthOf } from './lettering.ts';
import { lightOf, luminance } from './palette.ts';
import { drawProp } from './props.ts';
import { type Random, randomFrom } from './random.ts';
import { railing } from './scenes/fronts.ts';
import { scenes } from './scenes/index.ts';
import { fromBottom, fromTop, screentone } from './screentone.ts';
import type { PanelScript } from './script.ts';
import { circle, n, type Point, rect } from './shapes.ts';
import type { Style } from './style.ts';
import { drawWeather } from './weather.ts';

export type Frame = { x: number; y: number; w: number; h: number; slantLeft: number; slantRight: number };
export type PanelOptions = { lettering: number; silent?: boolean; ending?: string };
export type PanelArt = { art: string; letters: string; balloons: Balloon[] };

const limits: Record<string, number> = {
  wide: 0.4,
  mid: 0.4,
  close: 0.36,
  eyes: 0.42,
  prop: 0.36,
  silhouette: 0.36,
  low: 0.34,
  empty: 0.6,
  legs: 0.4,
  over: 0.34,
  back: 0.38,
};

const abstractGrounds = ['burst', 'speed', 'tone', 'split', 'dark', 'blinds'];

const tipFor = (balloon: Balloon, placed: readonly Placed[], frame: Frame): Point | null => {
  if (balloon.kind === 'caption') return null;
  const { x, y, w, h } = balloon.box;
  const speaker = placed.find((actor) => actor.name === balloon.speaker);
  const middle = { x: x + w / 2, y: y + h / 2 };
  if (!speaker) {
    if (balloon.kind === 'radio' && !balloon.speaker) return null;
    const left = middle.x < frame.w / 2;
    return { x: left ? 12 : frame.w - 12, y: Math.min(frame.h - 16, y + h + 60) };
  }
  const away = Math.hypot(middle.x - speaker.head.x, middle.y - speaker.head.y) || 1;
  const reach = Math.min(speaker.reach, away * 0.8);
  return {
    x: speaker.head.x + ((middle.x - speaker.head.x) / away) * reach,
    y: Math.max(y + h + 14, speaker.head.y + ((middle.y - speaker.head.y) / away) * reach),
  };
};

const soundAt = (
  script: PanelScript,
  style: Style,
  frame: Frame,
  ending: boolean,
  random: Random,
): string => {
  if (!script.sound) return '';
  const { palette } = style;
  const size = Math.min(
    frame.h * 0.17,
    (frame.w * 0.72 * 90) / Math.max(60, widthOf(capitals(script.sound), 100)),
    150,
  );
  const low = frame.h * (ending ? 0.66 : script.shot === 'empty' ? 0.5 : 0.85);
  const x = frame.w * (script.actors.length === 1 ? random.pick([0.42, 0.56]) : 0.5);
  const fill = random.pick([
    palette.a,
    palette.paper,
    luminance(palette.c) > 0.15 ? palette.c : palette.paper,
  ]);
  return `<g transform="translate(${n(x)} ${n(low)}) rotate(${n(random.between(-12, -4))})">${soundEffect(script.sound, size, fill, palette.ink, random)}</g>`;
};

const endingAt = (text: string, frame: Frame, size: number): Balloon => {
  const set = setWords({ kind: 'caption', speaker: null, text }, frame.w * 0.8, size);
  const x = frame.w - set.box.w - 30;
  const y = frame.h - set.box.h - 30;
  return {
    ...set,
    box: { ...set.box, x, y },
    lines: set.lines.map((line) => ({ ...line, x: line.x + x, y: line.y + y })),
  };
};

/** Draws into 0,0 – w,h. The caller clips and frames. `seed` decides all random choices. */
export function drawPanel(
  style: Style,
  given: PanelScript,
  frame: Frame,
  seed: string,
  options: PanelOptions,
): PanelArt {
  const script = inSpeakingOrder(given);
  const random = randomFrom(seed);
  const { palette } = style;
  const rightToLeft = style.format === 'page_rtl';
  const { w, h } = frame;
  const places = placesOf(script, rightToLeft, random);
  const inset = Math.max(Math.abs(frame.slantLeft), Math.abs(frame.slantRight));
  const alone = script.shot === 'empty' && abstractGrounds.includes(script.scene) && !script.sound;
  const plan = planBalloons({ w: w - 2 * inset, h }, options.silent ? [] : script.words, {
    size: options.lettering * (alone ? 1.5 : 1),
    rightToLeft,
    places: new Map(script.actors.map((actor, index) => [actor.name, places[index] ?? 0.5])),
    limit: limits[script.shot] ?? 0.4,
  });
  const drop = alone ? Math.max(0, (h - plan.bottom) / 2 - 12) : 0;
  const balloons = plan.balloons.map((balloon) => {
    const across = alone && plan.balloons.length === 1 ? (w - balloon.box.w) / 2 - balloon.box.x : inset;
    return {
      ...balloon,
      box: { ...balloon.box, x: balloon.box.x + across, y: balloon.box.y + drop },
      lines: balloon.lines.map((line) => ({ ...line, x: line.x + across, y: line.y + drop })),
    };
  });

  const light = lightOf(palette, script.night, random.whole(0, 11));
  const stage = { w, h, random, palette, light, night: script.night };
  const abstract = abstractGrounds.includes(script.scene);
  let art = scenes[script.scene](stage);
  const near = ['mid', 'close', 'over', 'eyes', 'back', 'low'].includes(script.shot);
  if (!abstract && near)
    art += rect(
      0,
      0,
      w,
      h,
      script.night ? palette.deep : palette.paper,
      `opacity="${script.shot === 'close' ? 0.45 : 0.3}"`,
    );
  if (!abstract && random.chance(0.5))
    art += screentone(
      { x: 0, y: 0, w, h },
      palette.ink,
      random.pick([fromBottom(0.5, 0.5), fromTop(0.4, 0.45)]),
      random.pick([15, 18, 21]),
    );
  if (script.shot === 'silhouette')
    art +=
      circle(
        w * 0.5,
        h * 0.62,
        Math.min(w * 0.46, h * 0.5),
        luminance(light.glow) < 0.12 ? palette.a : light.glow,
        'opacity=".92"',
      ) +
      screentone({ x: w * 0.1, y: h * 0.1, w: w * 0.8, h: h * 0.9 }, palette.ink, fromBottom(0.45, 0.5), 17);
  if (script.prop) {
    const room = h - plan.bottom;
    const scale = Math.min(room * 0.8, w * 0.8) / 250;
    art += drawProp(
      script.prop,
      palette,
      w * random.between(0.46, 0.54),
      plan.bottom + room * 0.5,
      scale,
      random.between(-8, 8),
    );
  }
  const placed = placeActors(script, { w, h, top: plan.bottom, places }, style.cast, palette, random);
  const foregroundLast = script.shot === 'over' ? [...placed].reverse() : placed;
  art += foregroundLast.map((actor) => actor.art).join('');
  if (script.scene === 'facade' && placed.length && script.shot !== 'close' && script.shot !== 'eyes')
    art += railing(stage);
  art += drawWeather(script.weather, w, h, palette, random);
  if (options.silent) return { art, letters: '', balloons: [] };

  const inks = { ink: palette.ink, paper: palette.paper, caption: style.caption };
  let letters = soundAt(script, style, frame, options.ending !== undefined, random);
  for (const balloon of balloons)
    letters += drawBalloon(balloon, tipFor(balloon, placed, frame), inks, random);
  if (options.ending) {
    const ending = endingAt(options.ending, { ...frame, w: w - inset }, options.lettering);
    letters += drawBalloon(ending, null, inks, random);
    balloons.push(ending);
  }
  return { art, letters, balloons };
}
