// Parses an episode's script. A line is a panel, and a blank line starts a new page:
//   scene.night.rain shot a+smile,b@run | a: words | b! loud | a~ thought | b* by radio | > caption | # SOUND

import type { BalloonKind, Words } from './balloon.ts';
import type { Mood, Pose } from './cast.ts';
import { type SceneName, scenes } from './scenes/index.ts';

export type Shot =
  | 'wide'
  | 'mid'
  | 'close'
  | 'back'
  | 'eyes'
  | 'over'
  | 'legs'
  | 'low'
  | 'empty'
  | 'prop'
  | 'silhouette';
export type Weather = 'rain' | 'snow' | 'leaves' | 'bubbles' | 'sparks' | 'none';
export type Actor = { name: string; mood: Mood | null; pose: Pose | null };
export type PanelScript = {
  scene: SceneName;
  night: boolean;
  weather: Weather;
  shot: Shot;
  prop: string | null;
  actors: Actor[];
  words: Words[];
  sound: string | null;
};
export type PageScript = PanelScript[];

const kinds: Record<string, BalloonKind> = { ':': 'speech', '!': 'shout', '~': 'thought', '*': 'radio' };
const shots = ['wide', 'mid', 'close', 'back', 'eyes', 'over', 'legs', 'low', 'empty', 'silhouette'];
const weathers = ['rain', 'snow', 'leaves', 'bubbles', 'sparks'];

const readActor = (text: string): Actor => {
  const found = /^(\w+)(?:\+(\w+))?(?:@(\w+))?$/.exec(text);
  if (!found?.[1]) throw new Error(`not an actor: ${text}`);
  return {
    name: found[1],
    mood: (found[2] as Mood | undefined) ?? null,
    pose: (found[3] as Pose | undefined) ?? null,
  };
};

function readPanel(row: string): PanelScript {
  const [head = '', ...rest] = row.split('|').map((part) => part.trim());
  const [place = '', how = 'empty', who = ''] = head.split(/\s+/);
  const [scene = '', ...light] = place.split('.');
  if (!(scene in scenes)) throw new Error(`there is no scene called ${scene}: ${row}`);
  const prop = how.startsWith('prop:') ? how.slice(5) : null;
  if (!prop && !shots.includes(how)) throw new Error(`there is no shot called ${how}: ${row}`);
  const panel: PanelScript = {
    scene: scene as SceneName,
    night: light.includes('night'),
    weather: (light.find((word) => weathers.includes(word)) as Weather | undefined) ?? 'none',
    shot: prop ? 'prop' : (how as Shot),
    prop,
    actors: who ? who.split(',').map(readActor) : [],
    words: [],
    sound: null,
  };
  for (const part of rest) {
    if (part.startsWith('#')) panel.sound = part.slice(1).trim();
    else if (part.startsWith('>'))
      panel.words.push({ kind: 'caption', speaker: null, text: part.slice(1).trim() });
    else {
      const found = /^(\w*)([:!~*])\s*(.+)$/.exec(part);
      const kind = kinds[found?.[2] ?? ''];
      if (!found || !kind) throw new Error(`not words: ${part}`);
      panel.words.push({ kind, speaker: found[1] || null, text: found[3] ?? '' });
    }
  }
  return panel;
}

export const readScript = (script: string): PageScript[] =>
  script
    .trim()
    .split(/\n\s*\n/)
    .map((page) =>
      page
        .split('\n')
        .map((row) => row.trim())
        .filter(Boolean)
        .map(readPanel),
    );
