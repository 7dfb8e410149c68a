import type { Cast, Look, Mood, Pose } from './cast.ts';
import { drawFigure, headOf } from './figure.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';
import type { PanelScript, Shot } from './script.ts';
import { n, type Point, rect } from './shapes.ts';

export type Placed = { name: string; art: string; head: Point; reach: number };

/** Horizontal positions of a panel's actors in reading order, as shares of the width. */
export function placesOf(script: PanelScript, rightToLeft: boolean, random: Random): number[] {
  const count = script.actors.length;
  const single =
    script.words.length > 0 && script.shot !== 'eyes' ? random.between(0.42, 0.62) : random.between(0.4, 0.6);
  const shares =
    count === 1
      ? [single]
      : count === 2
        ? [0.27, 0.74]
        : count === 3
          ? [0.19, 0.5, 0.81]
          : [0.14, 0.38, 0.62, 0.86];
  return rightToLeft ? shares.map((share) => 1 - share) : shares;
}

const units: Record<Shot, number> = {
  wide: 600,
  mid: 345,
  close: 208,
  back: 330,
  eyes: 100,
  over: 300,
  legs: 290,
  low: 610,
  empty: 600,
  prop: 600,
  silhouette: 620,
};

const headTop = (look: Look, pose: Pose): number => {
  const head = headOf(look, pose);
  if (pose === 'carry') return head.y - 200;
  const crown =
    look.kind === 'astronaut' || look.kind === 'moth'
      ? 128
      : look.hat || look.hair === 'bun' || look.hair === 'spikes'
        ? 122
        : 100;
  return head.y - crown * head.scale;
};

const poseFor = (shot: Shot, wet: boolean, random: Random): Pose => {
  if (wet && ['wide', 'mid', 'low', 'silhouette', 'back'].includes(shot)) return 'carry';
  if (shot === 'close' || shot === 'eyes') return 'stand';
  if (shot === 'legs') return 'walk';
  return random.pick<Pose>(
    shot === 'mid' || shot === 'over'
      ? ['stand', 'hips', 'fold', 'hold', 'think', 'stand']
      : ['stand', 'walk', 'hips', 'stand'],
  );
};

/** Sorts actors by who speaks first, so that balloons and tails do not cross. */
export function inSpeakingOrder(script: PanelScript): PanelScript {
  if (script.shot === 'over') return script;
  const turn = (name: string) => {
    const index = script.words.findIndex((words) => words.speaker === name);
    return index < 0 ? script.words.length : index;
  };
  return {
    ...script,
    actors: [...script.actors].sort((first, second) => turn(first.name) - turn(second.name)),
  };
}

/** Draws the actors in a panel of `w` by `h`, below its lowest balloon (`top`). */
export function placeActors(
  script: PanelScript,
  stage: { w: number; h: number; top: number; places: readonly number[] },
  cast: Cast,
  palette: Palette,
  random: Random,
): Placed[] {
  const { w, h } = stage;
  const { shot } = script;
  const count = script.actors.length;
  const wet = script.weather === 'rain' || script.weather === 'snow';
  const inks = { ink: palette.ink, paper: palette.paper, accent: palette.a };
  return script.actors.map((actor, index) => {
    const look = cast[actor.name];
    if (!look) throw new Error(`${actor.name} is not in the cast`);
    const pose: Pose = actor.pose ?? poseFor(shot, wet && look.umbrella !== undefined, random);
    const mood: Mood = actor.mood ?? 'calm';
    const share = stage.places[index] ?? 0.5;
    const inward = share < 0.48 ? 1 : share > 0.52 ? -1 : random.pick([-1, 1]);
    const facing = pose === 'run' && count > 1 ? 1 : inward;
    const foreground = shot === 'over' && index === 0;
    const child = look.build === 'child';
    const from = Math.max(
      stage.top + (stage.top ? h * 0.045 : 0),
      h * (shot === 'close' ? 0.07 : shot === 'wide' || shot === 'silhouette' ? 0.3 : 0.12),
    );
    const seen = (units[shot] ?? 600) * (child && shot !== 'wide' && shot !== 'silhouette' ? 0.86 : 1);
    const across =
      shot === 'close'
        ? child
          ? 150
          : 136
        : shot === 'eyes'
          ? 112
          : ['raise', 'point', 'reach', 'wave', 'run', 'carry'].includes(pose)
            ? 300
            : 236;
    let scale = Math.min((h - from) / seen, (w * 0.96) / (count * across));
    if (shot === 'wide') scale = Math.min(scale, (h * 0.62) / 560);
    if (shot === 'eyes') scale = (w * 0.92) / (count * across);
    if (shot === 'close' || shot === 'mid') scale = Math.max(scale, h / (seen * 2.4));
    const top = headTop(look, pose);
    let feet = from - top * scale;
    if (shot === 'wide' || shot === 'silhouette' || shot === 'low')
      feet = h * (shot === 'low' ? 1.02 : random.between(0.94, 0.97)) - (pose === 'sit' ? 40 * scale : 0);
    if (shot === 'legs') {
      scale = (h * 0.9) / (child ? 190 : 285);
      feet = h * 0.93;
    }
    if (shot === 'eyes')
      feet = Math.max(h * 0.52, stage.top + (h - stage.top) * 0.5) - headOf(look, pose).y * scale;
    if (foreground) {
      scale *= 1.45;
      feet = h * 0.34 - top * scale;
    }
    const x = w * (foreground ? (share < 0.5 ? 0.13 : 0.87) : share);
    const bare = shot === 'silhouette' || (foreground && !script.night);
    const turn =
      shot === 'back' || foreground
        ? 0.2
        : shot === 'eyes'
          ? 0.25
          : count === 1
            ? random.between(0.1, 0.6)
            : 0.55;
    const sight = { mood, pose, turn, bare, back: shot === 'back' || foreground };
    const seat = pose === 'sit' && shot !== 'close' ? rect(-66, -128, 132, 170, palette.ink, 'rx="10"') : '';
    const art = `<g transform="translate(${n(x)} ${n(feet)}) scale(${Math.round(scale * facing * 1000) / 1000} ${Math.round(scale * 1000) / 1000})">${seat}${drawFigure(look, sight, inks, Math.max(2.2, Math.min(9, 5.5 / scale)))}</g>`;
    const head = headOf(look, pose);
    return {
      name: actor.name,
      art,
      head: { x: x + head.x * scale * facing, y: feet + head.y * scale },
      reach: 104 * head.scale * scale,
    };
  });
}
