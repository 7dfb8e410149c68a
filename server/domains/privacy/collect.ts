/** Gathers what is kept about a user, table by table, as it goes into their copy. Digests and tokens are nobody's data. */
import { and, asc, eq, getTableColumns, gt, inArray } from 'drizzle-orm';
import {
  chapters,
  episodeEvents,
  episodePages,
  episodes,
  identities,
  mails,
  media,
  sessions,
  stories,
  storyMembers,
  users,
} from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { collectInvitations } from '../teams/queries.ts';

export type OwnPicture = Pick<typeof media.$inferSelect, 'id' | 'type'>;
export type Collected = {
  files: Record<string, unknown>;
  /** What may be more than memory should hold: read while it is written. */
  streams: Record<string, AsyncIterable<unknown>>;
  pictures: OwnPicture[];
};

const CHAPTERS_AT_ONCE = 20;

/** One JSON file each, by name; pictures by id. */
export async function collectOwnData(deps: Deps, userId: string): Promise<Collected> {
  const { db } = deps;
  const [account] = await db.select().from(users).where(eq(users.id, userId));
  if (account === undefined) return { files: {}, streams: {}, pictures: [] };
  const { passwordHash, ...user } = account;
  const ownStories = await db
    .select()
    .from(stories)
    .where(eq(stories.ownerId, userId))
    .orderBy(asc(stories.id));
  const storyIds = ownStories.map(({ id }) => id);
  const ownEpisodes = await db
    .select()
    .from(episodes)
    .where(inArray(episodes.storyId, storyIds))
    .orderBy(asc(episodes.storyId), asc(episodes.position));
  const episodeIds = ownEpisodes.map(({ id }) => id);
  const pictures = await db
    .select({
      id: media.id,
      purpose: media.purpose,
      originalName: media.originalName,
      type: media.type,
      bytes: media.bytes,
      width: media.width,
      height: media.height,
      crop: media.crop,
      createdAt: media.createdAt,
    })
    .from(media)
    .where(eq(media.ownerId, userId))
    .orderBy(asc(media.id));
  const files = {
    account: { ...user, hasPassword: passwordHash !== null },
    sessions: await db
      .select({
        id: sessions.id,
        userAgent: sessions.userAgent,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    connected_apps: await db
      .select({
        provider: identities.provider,
        subject: identities.subject,
        email: identities.email,
        createdAt: identities.createdAt,
      })
      .from(identities)
      .where(eq(identities.userId, userId)),
    mails: await db
      .select({
        kind: mails.kind,
        to: mails.toAddress,
        locale: mails.locale,
        createdAt: mails.createdAt,
        sentAt: mails.sentAt,
      })
      .from(mails)
      .where(eq(mails.userId, userId)),
    stories: ownStories,
    teams: await db
      .select({
        story: { id: stories.id, title: stories.title },
        role: storyMembers.role,
        createdAt: storyMembers.createdAt,
      })
      .from(storyMembers)
      .innerJoin(stories, eq(stories.id, storyMembers.storyId))
      .where(eq(storyMembers.userId, userId)),
    invitations: await collectInvitations(deps, {
      userId,
      address: user.emailConfirmedAt === null ? null : user.email,
    }),
    episodes: ownEpisodes,
    pages: await db.select().from(episodePages).where(inArray(episodePages.episodeId, episodeIds)),
    receipts: await db
      .select({
        episodeId: episodeEvents.episodeId,
        event: episodeEvents.event,
        dueAt: episodeEvents.dueAt,
        createdAt: episodeEvents.createdAt,
      })
      .from(episodeEvents)
      .where(eq(episodeEvents.actorId, userId))
      .orderBy(asc(episodeEvents.id)),
    pictures,
  };
  return { files, streams: { chapters: readChapters(deps, userId) }, pictures };
}

async function* readChapters(deps: Deps, userId: string): AsyncGenerator<typeof chapters.$inferSelect> {
  for (let last: string | undefined; ; ) {
    const rows = await deps.db
      .select(getTableColumns(chapters))
      .from(chapters)
      .innerJoin(episodes, eq(episodes.id, chapters.episodeId))
      .innerJoin(stories, eq(stories.id, episodes.storyId))
      .where(and(eq(stories.ownerId, userId), last === undefined ? undefined : gt(chapters.id, last)))
      .orderBy(asc(chapters.id))
      .limit(CHAPTERS_AT_ONCE);
    yield* rows;
    last = rows.at(-1)?.id;
    if (rows.length < CHAPTERS_AT_ONCE) return;
  }
}
