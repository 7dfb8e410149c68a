/** Writes the demo's short notes and reactions. A start after an interruption skips existing rows. */
import { and, asc, eq } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { textColumns, textOf } from '../../server/domains/community/short-notes/anchor.ts';
import { shift } from '../../server/domains/community/short-notes/reactions.ts';
import { quoteAt } from '../../server/domains/community/short-notes/rules.ts';
import { HOUR_MS } from '../../server/lib/durations.ts';
import { newId } from '../../server/lib/ids.ts';
import {
  chapters,
  episodePages,
  episodes,
  popReactions,
  stories,
  tsukkomiComments,
  type users,
} from '../schema/index.ts';
import { type DemoNotes, demoNotes } from './content/notes.ts';

type People = ReadonlyMap<string, typeof users.$inferSelect>;
type Place = { pageId: string; x: number; y: number } | { chapterId: string; offset: number; quote: string };
type Left = Place & { by: string; text: string };
type First = { id: string; pages: string[]; chapter: { id: string; text: string } | null };

const HOURS_BETWEEN = 31;

export async function addNotes(deps: Deps, people: People): Promise<void> {
  for (const [slug, left] of Object.entries(demoNotes)) {
    const first = await findFirst(deps, slug);
    if (first === null) continue;
    await addSaid(deps, people, first, { slug, said: placesOf(first, left) });
    await addFelt(deps, people, first, left.felt);
  }
}

async function findFirst(deps: Deps, slug: string): Promise<First | null> {
  const [episode] = await deps.db
    .select({ id: episodes.id })
    .from(stories)
    .innerJoin(episodes, and(eq(episodes.storyId, stories.id), eq(episodes.status, 'published')))
    .where(eq(stories.slug, slug))
    .orderBy(asc(episodes.position))
    .limit(1);
  if (episode === undefined) return null;
  const pages = await deps.db
    .select({ id: episodePages.id })
    .from(episodePages)
    .where(eq(episodePages.episodeId, episode.id))
    .orderBy(asc(episodePages.position));
  const [chapter] = await deps.db
    .select({ id: chapters.id, ...textColumns })
    .from(chapters)
    .where(eq(chapters.episodeId, episode.id))
    .orderBy(asc(chapters.position))
    .limit(1);
  return {
    id: episode.id,
    pages: pages.map(({ id }) => id),
    chapter: chapter === undefined ? null : { id: chapter.id, text: textOf(chapter) },
  };
}

function placesOf({ pages, chapter }: First, { notes = [], margins = [] }: DemoNotes): Left[] {
  const onPages = notes.flatMap(({ page, x, y, ...said }) => {
    const pageId = pages[page - 1];
    return pageId === undefined ? [] : [{ pageId, x, y, ...said }];
  });
  const besideText = margins.flatMap(({ at, ...said }) => {
    const offset = chapter?.text.indexOf(at) ?? -1;
    if (chapter === null || offset === -1) return [];
    return [{ chapterId: chapter.id, offset, quote: quoteAt(chapter.text, offset), ...said }];
  });
  return [...onPages, ...besideText];
}

async function addSaid(
  deps: Deps,
  people: People,
  { id: episodeId }: First,
  { slug, said }: { slug: string; said: readonly Left[] },
): Promise<void> {
  const now = deps.clock.now().getTime();
  const rows = said.flatMap(({ by, text, ...place }, index) => {
    const author = people.get(by);
    if (author === undefined || author.deletionRequestedAt !== null) return [];
    const createdAt = new Date(now - (said.length - index) * HOURS_BETWEEN * HOUR_MS);
    const own = { id: newId(createdAt.getTime()), authorId: author.id, body: text, createdAt };
    return [{ episodeId, ...own, ...place, sentKey: `demo-${slug}-${index}` }];
  });
  if (rows.length > 0) await deps.db.insert(tsukkomiComments).values(rows).onConflictDoNothing();
}

async function addFelt(
  deps: Deps,
  people: People,
  { id: episodeId, pages, chapter }: First,
  felt: DemoNotes['felt'],
): Promise<void> {
  const createdAt = deps.clock.now();
  for (const [number, kinds] of Object.entries(felt)) {
    const pageId = pages[Number(number) - 1];
    const itemId = pageId ?? chapter?.id;
    if (itemId === undefined || (pageId === undefined && Number(number) > 1)) continue;
    const place = pageId === undefined ? { chapterId: itemId } : { pageId };
    await inTransaction(deps, async (tx) => {
      for (const [kind, keys] of Object.entries(kinds)) {
        const readers = keys.flatMap((key) => people.get(key) ?? []);
        const rows = readers
          .filter(({ deletionRequestedAt }) => deletionRequestedAt === null)
          .map(({ id: readerId }) => ({ id: newId(), readerId, episodeId, kind, createdAt, ...place }));
        if (rows.length === 0) continue;
        const made = await tx.db
          .insert(popReactions)
          .values(rows)
          .onConflictDoNothing()
          .returning({ id: popReactions.id });
        for (const _ of made) await shift(tx, { episodeId, itemId, kind }, 1);
      }
    });
  }
}
