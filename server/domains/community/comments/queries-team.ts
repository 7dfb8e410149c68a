import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import {
  type CommentState,
  commentSettings,
  comments,
  episodes,
  keptOut,
  stories,
  storyMembers,
  type TeamRole,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { mayDo, TEAM_ROLES } from '../../platform/policy/rules.ts';
import { requireStory } from '../../publishing/stories/team.ts';
import type { commentsContract } from './contract.ts';

export type TeamList = ReplyOf<(typeof commentsContract)['GET /creator/comments']>;
export type TeamSettings = ReplyOf<(typeof commentsContract)['GET /creator/stories/:id/comments_settings']>;

/** Counting stops here. */
const COUNTED_MAX = 1000;
const KEPT_OUT_LISTED_MAX_COUNT = 100;

const HIDERS = TEAM_ROLES.filter((role) => mayDo(role, 'hide_comments')) satisfies TeamRole[];

export type TeamFilter = {
  storyId?: string | undefined;
  state?: Exclude<CommentState, 'deleted'> | undefined;
  q?: string | undefined;
};

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Newest first. Four queries. */
export async function listTeamComments(
  deps: Deps,
  viewer: Viewer,
  { storyId, state, q }: TeamFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<TeamList> {
  const own = await deps.db
    .select({ id: storyMembers.storyId })
    .from(storyMembers)
    .innerJoin(stories, and(eq(stories.id, storyMembers.storyId), isNull(stories.deletedAt)))
    .where(
      and(
        eq(storyMembers.userId, viewer.id),
        inArray(storyMembers.role, HIDERS),
        storyId === undefined ? undefined : eq(storyMembers.storyId, storyId),
      ),
    );
  const ids = own.map(({ id }) => id);
  const none = { comments: [], held_count: 0, page, per_page: perPage, total: 0 };
  if (ids.length === 0) return none;
  const phrase = `%${escaped((q ?? '').trim())}%`;
  const where = and(
    inArray(comments.storyId, ids),
    state === undefined ? sql`${comments.state} <> 'deleted'` : eq(comments.state, state),
    q === undefined || q.trim() === ''
      ? undefined
      : or(sql`${comments.body} ilike ${phrase}`, sql`${users.displayName} ilike ${phrase}`),
  );
  const counted = (held: boolean) =>
    deps.db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(
      deps.db
        .select({ id: comments.id })
        .from(comments)
        .leftJoin(users, eq(users.id, comments.authorId))
        .where(held ? and(inArray(comments.storyId, ids), eq(comments.state, 'held')) : where)
        .limit(COUNTED_MAX)
        .as('counted'),
    );
  const [rows, [total], [heldOnes]] = await Promise.all([
    deps.db
      .select({
        comment: comments,
        author: { id: users.id, slug: users.slug, displayName: users.displayName },
        isKeptOut: sql<boolean>`exists (select 1 from ${keptOut}
          where ${keptOut.storyId} = ${comments.storyId} and ${keptOut.userId} = ${comments.authorId})`,
        isTeam: sql<boolean>`exists (select 1 from ${storyMembers}
          where ${storyMembers.storyId} = ${comments.storyId} and ${storyMembers.userId} = ${comments.authorId})`,
        story: { id: stories.id, title: stories.title, slug: stories.slug },
        episode: { id: episodes.id, title: episodes.title, number: episodes.position },
      })
      .from(comments)
      .innerJoin(stories, eq(stories.id, comments.storyId))
      .leftJoin(episodes, eq(episodes.id, comments.episodeId))
      .leftJoin(users, eq(users.id, comments.authorId))
      .where(where)
      .orderBy(desc(comments.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    counted(false),
    counted(true),
  ]);
  return {
    comments: rows.map(({ comment, author, isKeptOut, isTeam, story, episode }) => ({
      id: comment.id,
      comment_id: comment.parentId,
      body: comment.body,
      state: comment.state as Exclude<CommentState, 'deleted'>,
      spoiler: comment.spoiler,
      created_at: comment.createdAt.toISOString(),
      author: author && {
        id: author.id,
        slug: author.slug,
        display_name: author.displayName,
        kept_out: isKeptOut,
        is_team: isTeam,
      },
      story,
      episode,
    })),
    held_count: heldOnes?.count ?? 0,
    page,
    per_page: perPage,
    total: total?.count ?? 0,
  };
}

/** Throws 404, 403. */
export async function findTeamSettings(deps: Deps, viewer: Viewer, storyId: string): Promise<TeamSettings> {
  await requireStory(deps, viewer, storyId, 'close_comments');
  const [[settings], people] = await Promise.all([
    deps.db.select().from(commentSettings).where(eq(commentSettings.storyId, storyId)),
    deps.db
      .select({ id: users.id, slug: users.slug, display_name: users.displayName })
      .from(keptOut)
      .innerJoin(users, eq(users.id, keptOut.userId))
      .where(eq(keptOut.storyId, storyId))
      .orderBy(desc(keptOut.createdAt))
      .limit(KEPT_OUT_LISTED_MAX_COUNT),
  ]);
  return {
    settings: { closed: settings?.closed ?? false, close_after_days: settings?.closeAfterDays ?? null },
    kept_out: people,
  };
}
