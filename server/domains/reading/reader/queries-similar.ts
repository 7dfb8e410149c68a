import { and, desc, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { limitOf, prepared } from '#db/prepared.ts';
import { geofilterStrategies, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../../publishing/countries/rules.ts';
import {
  cardColumns,
  geofilterColumns,
  isOpen,
  joinCards,
  presentCard,
  type StoryCardView,
} from './cards.ts';

const SIMILAR_MAX_COUNT = 6;
/** Number of extra rows to read, because some may be closed in this country. */
const SIMILAR_CLOSED = 12;

export type StoryKind = Pick<typeof stories.$inferSelect, 'id' | 'language' | 'genre' | 'publicationType'>;

export type SimilarStories = {
  similar: StoryCardView[];
  /** All stories with influence on the list: shown, or closed somewhere. */
  relatedIds: string[];
  geofilters: GeofilterFacts[];
};

/**
 * The most read stories of the same genre, else of the same type, those in the same language first. Reads stories of
 * all countries, because stories closed in one country change the page of another. Returns fewer if most are closed.
 */
export async function findSimilar(
  deps: Deps,
  { id, language, genre, publicationType }: StoryKind,
  { country, now }: { country: string | null; now: Date },
): Promise<SimilarStories> {
  const likely = await similarStories(deps).execute({ id, language, genre, publicationType });
  const open = likely.filter((each) => isAvailableIn(each.geofilter, country)).slice(0, SIMILAR_MAX_COUNT);
  return {
    similar: open.map((each) => presentCard(each, now)),
    relatedIds: [...open, ...likely.filter((each) => isFiltered(each.geofilter))].map(({ id }) => id),
    geofilters: likely.map((each) => each.geofilter).filter(isFiltered),
  };
}

const LIKELY_COUNT = SIMILAR_MAX_COUNT + SIMILAR_CLOSED;

/** Reads a kind only if earlier kinds have too few. It skips only their stories, which are fewer than wanted. */
const similarStories = prepared((db) => {
  const language = eq(stories.language, sql.placeholder('language'));
  const genre = eq(stories.genre, sql.placeholder('genre'));
  const type = eq(stories.publicationType, sql.placeholder('publicationType'));
  const otherLanguage = ne(stories.language, sql.placeholder('language'));
  const otherGenre = ne(stories.genre, sql.placeholder('genre'));
  const top = (name: string, among: (SQL | undefined)[], before: readonly SQLWrapper[] = []) => {
    const found = before.map((each) => sql`(select count(*) from ${each})`);
    const areFew =
      found.length === 0 ? undefined : sql`${sql.join(found, sql` + `)} < ${limitOf(LIKELY_COUNT)}`;
    return db.$with(name).as(
      db
        .select({ id: stories.id })
        .from(stories)
        .where(and(isOpen, ne(stories.id, sql.placeholder('id')), ...among, areFew))
        .orderBy(desc(stories.popularity), desc(stories.id))
        .limit(limitOf(LIKELY_COUNT)),
    );
  };
  const both = top('both', [language, genre]);
  const sameLanguage = top('same_language', [language, type, otherGenre], [both]);
  const sameGenre = top('same_genre', [genre, otherLanguage], [both, sameLanguage]);
  const sameType = top('same_type', [type, otherLanguage, otherGenre], [both, sameLanguage, sameGenre]);
  const kinds = [both, sameLanguage, sameGenre, sameType];
  const likely = sql.join(
    kinds.map((kind) => sql`select id from ${kind}`),
    sql` union all `,
  );
  return joinCards(
    db
      .with(...kinds)
      .select({ ...cardColumns, geofilter: geofilterColumns })
      .from(stories)
      .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
      .$dynamic(),
  )
    .where(sql`${stories.id} in (${likely})`)
    .orderBy(sql`${language} desc`, sql`${genre} desc`, desc(stories.popularity), desc(stories.id))
    .limit(limitOf(LIKELY_COUNT));
});
