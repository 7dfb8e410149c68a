/** Stories like one, for its page and for the end of its last episode. */
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
/** So many more are read, in case that some are not for this country. */
const SIMILAR_CLOSED = 12;

/** By what others are like it. */
export type StoryKind = Pick<typeof stories.$inferSelect, 'id' | 'language' | 'genre' | 'publicationType'>;

export type SimilarStories = {
  similar: StoryCardView[];
  /** All stories with a say in which these are: shown, or closed somewhere. */
  relatedIds: string[];
  /** What decided in this country. */
  geofilters: GeofilterFacts[];
};

/**
 * Stories of the same genre, else of the same type, that are read most, those in the same language first. Wherever they can be
 * read: what is left out in one country decides what the page of another shows. Where most of them are closed, there are fewer.
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

/**
 * Each kind is the top of an index, and is looked at only where those before it are too few. What it has to pass over is among those
 * before, so that is less than what is wanted.
 */
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
