import { and, asc, eq, getTableColumns, gt, inArray } from 'drizzle-orm';
import {
  chapters,
  episodeEvents,
  episodePages,
  episodes,
  epubs,
  erasedStories,
  stories,
  storyInvitations,
  storyMembers,
} from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../administration/privacy/personal.ts';
import { dropMemberships } from './stories/members.ts';
import { eraseWhere } from './stories/service.ts';
import { collectInvitations } from './teams/queries.ts';

export async function collectStories(deps: Deps, { id }: Person) {
  const own = eq(stories.ownerId, id);
  const rows = await deps.db.select().from(stories).where(own).orderBy(asc(stories.id));
  const erased = await deps.db
    .select()
    .from(erasedStories)
    .where(eq(erasedStories.ownerId, id))
    .orderBy(asc(erasedStories.storyId));
  return { files: { stories: rows, erased_stories: erased } };
}

/** Deletes their episodes, too. Their pictures are erased with the account's other pictures. */
export async function eraseStories(tx: TransactionDeps, { id }: Person): Promise<void> {
  await eraseWhere(tx, eq(stories.ownerId, id));
}

export async function collectEpisodes(deps: Deps, { id }: Person) {
  const ownStories = deps.db.select({ id: stories.id }).from(stories).where(eq(stories.ownerId, id));
  const own = await deps.db
    .select()
    .from(episodes)
    .where(inArray(episodes.storyId, ownStories))
    .orderBy(asc(episodes.storyId), asc(episodes.position));
  const episodeIds = own.map((episode) => episode.id);
  const pages = await deps.db.select().from(episodePages).where(inArray(episodePages.episodeId, episodeIds));
  const receipts = await deps.db
    .select({
      episodeId: episodeEvents.episodeId,
      event: episodeEvents.event,
      dueAt: episodeEvents.dueAt,
      createdAt: episodeEvents.createdAt,
    })
    .from(episodeEvents)
    .where(eq(episodeEvents.actorId, id))
    .orderBy(asc(episodeEvents.id));
  return { files: { episodes: own, pages, receipts } };
}

export async function collectTeams(deps: Deps, { id, email, emailConfirmedAt }: Person) {
  const address = emailConfirmedAt === null ? null : email;
  const teams = await deps.db
    .select({
      story: { id: stories.id, title: stories.title },
      role: storyMembers.role,
      createdAt: storyMembers.createdAt,
    })
    .from(storyMembers)
    .innerJoin(stories, eq(stories.id, storyMembers.storyId))
    .where(eq(storyMembers.userId, id));
  return { files: { teams, invitations: await collectInvitations(deps, { userId: id, address }) } };
}

/** Includes invitations sent by the account or to its confirmed address. */
export async function eraseTeams(tx: TransactionDeps, person: Person): Promise<void> {
  const { id, email, emailConfirmedAt } = person;
  await dropMemberships(tx, id);
  await tx.db.delete(storyInvitations).where(eq(storyInvitations.invitedBy, id));
  if (emailConfirmedAt !== null) {
    await tx.db.delete(storyInvitations).where(eq(storyInvitations.email, email));
  }
}

const AT_ONCE = 20;

type Chapter = typeof chapters.$inferSelect;

export async function collectChapters(deps: Deps, { id }: Person) {
  const { name, bytes, state, findings, createdAt, episodeId } = epubs;
  const books = await deps.db
    .select({ id: epubs.id, episodeId, name, bytes, state, findings, createdAt })
    .from(epubs)
    .where(eq(epubs.ownerId, id))
    .orderBy(asc(epubs.id));
  return { files: { books }, streams: { chapters: readChapters(deps, id) } };
}

/** Columns derived from the HTML add nothing. */
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
