import { eq, sql } from 'drizzle-orm';
import { prepared } from '#db/prepared.ts';
import { chapters, episodes, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { isReadableInList } from '../../coins/unlock/rules.ts';
import { firstSentence, openingText } from '../../reading/reader/rules.ts';
import type { ShelfRow } from './shelf-rows.ts';

const OPENING_CHARACTERS = 1500;

const openingsOf = prepared((db) => {
  const first = sql`(select first.id from ${episodes} join ${chapters} first on first.episode_id = ${episodes.id}
    where ${episodes.storyId} = ${stories.id} and ${episodes.status} = 'published' and ${episodes.deletedAt} is null
    order by ${episodes.position}, first.position limit 1)`;
  return db
    .select({
      storyId: episodes.storyId,
      position: episodes.position,
      publishedRank: episodes.publishedRank,
      customPriceCoins: episodes.customPriceCoins,
      firstPublishedAt: episodes.firstPublishedAt,
      html: sql<string>`left(${chapters.html}, ${OPENING_CHARACTERS})`,
    })
    .from(stories)
    .innerJoin(chapters, eq(chapters.id, first))
    .innerJoin(episodes, eq(episodes.id, chapters.episodeId))
    .where(sql`${stories.id} = any(${sql.placeholder('ids')}::uuid[])`);
});

/** Returns the first sentence of each novel whose first chapter anyone may read. */
export async function findOpenings(deps: Deps, novels: readonly ShelfRow[]): Promise<Map<string, string>> {
  const rows = await openingsOf(deps).execute({ ids: novels.map((novel) => novel.id) });
  const readable = rows.filter((row) => {
    const novel = novels.find((each) => each.id === row.storyId);
    return novel !== undefined && isReadableInList(row, novel.pricing, deps.clock.now());
  });
  const sentences = readable.map((row) => [row.storyId, firstSentence(openingText(row.html))] as const);
  return new Map(sentences.filter(([, sentence]) => sentence !== ''));
}
