import { address } from '../../../pages/addresses.ts';
import { RESOURCES, type Resource, storyTypeOf } from '../../../server/domains/discovery/search/rules.ts';
import { api } from '../../api.ts';
import type { Question } from './asking.ts';

/** SRC-08 */
const SHOWN_MAX_COUNT = 3;

export type Hit = {
  to: ReturnType<typeof address>;
  name: string;
  under: string | null;
  pictureUrl: string | null;
} & ({ kind: 'story'; isFree: boolean } | { kind: 'creator'; isFounder: boolean });

export type Found = Question & {
  hits: readonly Hit[];
  total: number;
  elsewhere: { tab: Resource; count: number } | null;
};

export async function findMatches(question: Question, signal: AbortSignal): Promise<Found> {
  const { hits, total } = await matches(question, signal);
  const elsewhere = hits.length > 0 ? null : await lookElsewhere(question, signal);
  return { ...question, hits, total, elsewhere };
}

async function matches({ phrase: q, tab }: Question, signal: AbortSignal) {
  const type = storyTypeOf(tab);
  if (type !== null) {
    const query = { q, publication_type: type, per_page: SHOWN_MAX_COUNT };
    const { stories, total } = await api('GET /stories/search', { query, signal });
    const hits = stories.slice(0, SHOWN_MAX_COUNT).map(
      (story): Hit => ({
        kind: 'story',
        to: address('/stories/@slug', { slug: story.slug }),
        name: story.title,
        under: story.author.display_name,
        pictureUrl: story.search_mini_thumbnail_url,
        isFree: story.pricing_strategy.type === 'all_free',
      }),
    );
    return { hits, total };
  }
  const { users, total } = await api('GET /users/search', {
    query: { q, per_page: SHOWN_MAX_COUNT },
    signal,
  });
  const hits = users.slice(0, SHOWN_MAX_COUNT).map(
    (creator): Hit => ({
      kind: 'creator',
      to: address('/profile/@slug', { slug: creator.slug }),
      name: creator.display_name,
      under: creator.website_url && hostOf(creator.website_url),
      pictureUrl: creator.search_mini_thumbnail_url,
      isFounder: creator.founder,
    }),
  );
  return { hits, total };
}

/** The tab with the most matches. Null also when the request fails. */
async function lookElsewhere({ phrase: q, tab }: Question, signal: AbortSignal): Promise<Found['elsewhere']> {
  try {
    const counts = await api('GET /search/counters', { query: { q }, signal });
    const [best] = RESOURCES.filter((each) => each !== tab && counts[each] > 0)
      .map((each) => ({ tab: each, count: counts[each] }))
      .sort((one, other) => other.count - one.count);
    return best ?? null;
  } catch {
    return null;
  }
}

const hostOf = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
