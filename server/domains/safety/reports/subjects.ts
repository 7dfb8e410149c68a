/** Decides who may report what, and finds the subject's present state. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  comments,
  episodes,
  type ReportSubject,
  stories,
  tsukkomiComments,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound, unprocessable } from '../../../lib/errors.ts';
import { findReported } from '../../community/comments/queries.ts';
import { findNote } from '../../community/short-notes/queries.ts';
import { type Reader, requireListedEpisode, requireVisibleStory } from '../../reading/reader/access.ts';
import type { ReportedSubject } from './rules.ts';

export type Subject = { subjectType: ReportSubject; subjectId: string };

export type Known = {
  subjectId: string;
  storyId: string | null;
  /** Null when the account is gone. */
  personId: string | null;
  text: string;
};

/** Throws 404 or 451 for content invisible to the reader, 422 for their own. */
export async function requireSubject(
  deps: Deps,
  reader: Reader,
  { subjectType, subjectId }: { subjectType: ReportedSubject; subjectId: string },
): Promise<Known> {
  if (subjectType === 'story') await requireVisibleStory(deps, subjectId, reader);
  if (subjectType === 'episode') await requireListedEpisode(deps, subjectId, reader);
  if (subjectType === 'comment' || subjectType === 'reply') {
    const comment = await findReported(deps, reader, subjectId);
    const isReply = comment.comment_id !== null;
    if (comment.gone || isReply !== (subjectType === 'reply')) throw notFound('not_found');
    if (comment.own) throw unprocessable({ subject_id: ['own_comment'] });
  }
  if (subjectType === 'tsukkomi') {
    const { note } = await findNote(deps, reader, subjectId, { evenShutOut: true });
    if (note.own) throw unprocessable({ subject_id: ['own_note'] });
  }
  if (subjectType === 'user' && subjectId === reader.viewer.id)
    throw unprocessable({ subject_id: ['own_account'] });
  const [known] = await findSubjects(deps, subjectType, [subjectId]);
  if (known === undefined) throw notFound('not_found');
  return known;
}

/** Present state, whoever may see it, without deleted subjects. One query. */
export async function findSubjects(
  { db }: Pick<Deps, 'db'>,
  type: ReportSubject,
  ids: readonly string[],
): Promise<Known[]> {
  const wanted = [...ids];
  switch (type) {
    case 'story':
      return (
        await db
          .select({
            id: stories.id,
            owner: stories.ownerId,
            title: stories.title,
            about: stories.description,
          })
          .from(stories)
          .where(and(inArray(stories.id, wanted), isNull(stories.deletedAt)))
      ).map(({ id, owner, title, about }) => ({
        subjectId: id,
        storyId: id,
        personId: owner,
        text: said(title, about),
      }));
    case 'episode':
      return (
        await db
          .select({ id: episodes.id, storyId: stories.id, owner: stories.ownerId, title: episodes.title })
          .from(episodes)
          .innerJoin(stories, eq(stories.id, episodes.storyId))
          .where(and(inArray(episodes.id, wanted), isNull(episodes.deletedAt), isNull(stories.deletedAt)))
      ).map(({ id, storyId, owner, title }) => ({ subjectId: id, storyId, personId: owner, text: title }));
    case 'comment':
    case 'reply':
      return (
        await db
          .select({
            id: comments.id,
            storyId: comments.storyId,
            author: comments.authorId,
            body: comments.body,
          })
          .from(comments)
          .where(inArray(comments.id, wanted))
      ).map(({ id, storyId, author, body }) => ({ subjectId: id, storyId, personId: author, text: body }));
    case 'tsukkomi':
      return (
        await db
          .select({
            id: tsukkomiComments.id,
            storyId: episodes.storyId,
            author: tsukkomiComments.authorId,
            body: tsukkomiComments.body,
          })
          .from(tsukkomiComments)
          .innerJoin(episodes, eq(episodes.id, tsukkomiComments.episodeId))
          .where(inArray(tsukkomiComments.id, wanted))
      ).map(({ id, storyId, author, body }) => ({ subjectId: id, storyId, personId: author, text: body }));
    case 'user':
      return (
        await db
          .select({ id: users.id, name: users.displayName, bio: users.bio })
          .from(users)
          .where(and(inArray(users.id, wanted), isNull(users.deletionRequestedAt), isNull(users.erasedAt)))
      ).map(({ id, name, bio }) => ({ subjectId: id, storyId: null, personId: id, text: said(name, bio) }));
    case 'address':
      return [];
  }
}

const said = (name: string, more: string | null): string => [name, more].filter(Boolean).join('\n\n');
