/** Finds where a reader continues in recently opened stories, from the account or from this browser. */
import type { Api } from '../../../server/api.ts';
import type { AnswerOf } from '../../../server/lib/contract.ts';
import { PLACES, type Places, readKept } from '../stage/memory.ts';

export type GoOn = {
  slug: string;
  title: string;
  language: string;
  thumbnail: string | null;
  isNovel: boolean;
  number: number;
  /** Null at the beginning of an episode. */
  item: number | null;
  items: number;
};

type Library = AnswerOf<Api['GET /library']>;
type Kept = AnswerOf<Api['GET /library/places']>;
type Story = Kept['places'][number]['story'];

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Asks for more than we show, because some are finished. */
const ASKED_MAX_COUNT = 9;

async function ask<T>(path: string): Promise<T> {
  const reply = await fetch(`/api/${path}`, { headers: { accept: 'application/json' } });
  if (!reply.ok) throw new Error(`${reply.status}`);
  return (await reply.json()) as T;
}

export async function byAccount(): Promise<GoOn[]> {
  const library = await ask<Library>(`library?shelf=continue_reading&per_page=${ASKED_MAX_COUNT}`);
  return library.continue_reading.flatMap((story) => {
    const place = story.continue;
    if (place === null) return [];
    const { number, item, items, finished, next } = place;
    if (item < items || !finished) return [{ ...shown(story), number, item: item > 1 ? item : null, items }];
    return next === null ? [] : [{ ...shown(story), number: next.number, item: null, items: 1 }];
  });
}

/** The latest position of each story, newest first. */
export async function byBrowser(): Promise<GoOn[]> {
  const newest = Object.entries(readKept<Places>(PLACES))
    .filter(([, place]) => ID.test(place?.episodeId))
    .sort(([, a], [, b]) => b.at - a.at);
  const last = new Map(newest.toReversed().map(([key, place]) => [key.replace(/\/\d+$/, ''), place]));
  const asked = [...last.values()].sort((a, b) => b.at - a.at).slice(0, ASKED_MAX_COUNT);
  if (asked.length === 0) return [];
  const ids = asked.map(({ episodeId }) => episodeId).join(',');
  const { places } = await ask<Kept>(`library/places?episode_ids=${ids}`);
  return asked.flatMap(({ episodeId, number: kept, isDone }) => {
    const found = places.find(({ episode_id: id }) => id === episodeId);
    if (found === undefined) return [];
    const { story, number, items, next_number: next } = found;
    // The episode may have lost pages since.
    const item = Math.min(kept, items);
    const isOver = isDone === true || (items > 1 && item >= items && story.publication_type !== 'novel');
    if (!isOver) return [{ ...shown(story), number, item: item > 1 ? item : null, items }];
    return next === null ? [] : [{ ...shown(story), number: next, item: null, items: 1 }];
  });
}

const shown = ({ slug, title, language, publication_type: type, mini_thumbnail_url: thumbnail }: Story) => ({
  slug,
  title,
  language,
  thumbnail,
  isNovel: type === 'novel',
});
