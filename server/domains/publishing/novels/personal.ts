import { and, asc, eq, getTableColumns, gt } from 'drizzle-orm';
import { chapters, episodes, epubs, stories } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';

const AT_ONCE = 20;

type Chapter = typeof chapters.$inferSelect;

/** The chapters of own stories, and the books that were sent. */
export async function collectChapters(deps: Deps, { id }: Person) {
  const { name, bytes, state, findings, createdAt, episodeId } = epubs;
  const books = await deps.db
    .select({ id: epubs.id, episodeId, name, bytes, state, findings, createdAt })
    .from(epubs)
    .where(eq(epubs.ownerId, id))
    .orderBy(asc(epubs.id));
  return { files: { books }, streams: { chapters: readChapters(deps, id) } };
}

/** What is made of the HTML says nothing more. */
const { plain: _plain, textHash: _hash, ...chapterColumns } = getTableColumns(chapters);

async function* readChapters(
  deps: Deps,
  userId: string,
): AsyncGenerator<Omit<Chapter, 'plain' | 'textHash'>> {
  for (let last: string | undefined; ; ) {
    const rows = await deps.db
      .select(chapterColumns)
      .from(chapters)
      .innerJoin(episodes, eq(episodes.id, chapters.episodeId))
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .where(and(eq(stories.ownerId, userId), last === undefined ? undefined : gt(chapters.id, last)))
      .orderBy(asc(chapters.id))
      .limit(AT_ONCE);
    yield* rows;
    last = rows.at(-1)?.id;
    if (rows.length < AT_ONCE) return;
  }
}
