/** Hides and restores people's texts and pictures, with a statement of reasons. */

import { eq } from 'drizzle-orm';
import { comments, type HiddenContent, tsukkomiComments, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, forbidden, notFound } from '../../../lib/errors.ts';
import { isAdministrator, type Viewer } from '../../../lib/viewer.ts';
import {
  putPictureBack,
  putProfileTextBack,
  takePictureDown,
  takeProfileTextDown,
} from '../../accounts/accounts/rulings.ts';
import { putCommentBack, takeCommentDown } from '../../community/comments/rulings.ts';
import { putNoteBack, takeNoteDown } from '../../community/short-notes/rulings.ts';
import { logAction } from '../../platform/audit/log.ts';
import { lastStatementOf } from './queries-contents.ts';
import type { Content } from './rules.ts';
import {
  endStatement,
  findOpenStatement,
  issueStatement,
  type Reasons,
  type Statement,
} from './statements.ts';

type TakenDown = { ownerId: string | null; subjectId: string; hidden: HiddenContent };

/** Throws 404 when missing, 409 when an administrator has already hidden it. */
export async function hideContent(
  deps: Deps,
  viewer: Viewer,
  content: Content,
  reasons: Reasons,
): Promise<void> {
  if (!isAdministrator(viewer)) throw forbidden('administrators_only');
  await inTransaction(deps, async (tx) => {
    if (await isStated(tx, content)) throw conflict('invalid_state');
    const taken = await takeDown(tx, content);
    if (taken === null || taken.ownerId === null) throw notFound('not_found');
    const statement = await issueStatement(tx, viewer, whatOf(content, taken, taken.ownerId), reasons);
    const { number, ground, category, rule } = statement;
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'content_hidden',
      subject: await ownerOf(tx, statement),
      details: { statement: number, content: content.type, ground, category, rule },
      reason: statement.facts,
    });
  });
}

/** The decision is logged elsewhere. Returns the text's previous state, null when gone. Keeps an earlier statement. */
export async function hideReported(
  tx: TransactionDeps,
  viewer: Viewer,
  content: Content,
  reasons: Reasons,
): Promise<string | null> {
  const goesOn = await isStated(tx, content);
  const taken = await takeDown(tx, content);
  if (taken === null) return null;
  if (taken.ownerId !== null && !goesOn)
    await issueStatement(tx, viewer, whatOf(content, taken, taken.ownerId), reasons);
  return taken.hidden.state ?? null;
}

/** Throws 409 unless an administrator has hidden it. */
export async function showContent(deps: Deps, viewer: Viewer, content: Content): Promise<void> {
  if (!isAdministrator(viewer)) throw forbidden('administrators_only');
  await inTransaction(deps, async (tx) => {
    const last = await lastStatementOf(tx, content);
    const statement = last && (await findOpenStatement(tx, { id: last.id }));
    if (statement === null) throw conflict('invalid_state');
    await liftContent(tx, viewer, statement);
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'content_shown',
      subject: await ownerOf(tx, statement),
      details: { statement: statement.number, content: statement.subjectType },
    });
  });
}

/** The caller logs the action. Deleted content stays deleted. */
export async function liftContent(tx: TransactionDeps, viewer: Viewer, statement: Statement): Promise<void> {
  const { subjectType, subjectId, ownerId, hidden } = statement;
  const was = hidden?.state ?? 'shown';
  if (subjectType === 'comment' || subjectType === 'reply') await putCommentBack(tx, subjectId, was);
  // A note waiting for its team is hidden, too.
  if (subjectType === 'tsukkomi') await putNoteBack(tx, subjectId, was === 'shown' ? 'shown' : 'hidden');
  if (subjectType === 'profile_text' && hidden) await putProfileTextBack(tx, subjectId, hidden);
  if (subjectType === 'profile_picture') await putPictureBack(tx, ownerId, subjectId);
  await endStatement(tx, viewer, subjectId);
}

async function takeDown(tx: TransactionDeps, { type, id }: Content): Promise<TakenDown | null> {
  if (type === 'profile_text') {
    const hidden = await takeProfileTextDown(tx, id);
    return hidden && { ownerId: id, subjectId: id, hidden };
  }
  if (type === 'profile_picture') {
    const mediaId = await takePictureDown(tx, id);
    return mediaId === null ? null : { ownerId: id, subjectId: mediaId, hidden: { text: '' } };
  }
  const table = type === 'tsukkomi' ? tsukkomiComments : comments;
  const [row] = await tx.db
    .select({ ownerId: table.authorId, text: table.body })
    .from(table)
    .where(eq(table.id, id));
  if (row === undefined) return null;
  const state = type === 'tsukkomi' ? await takeNoteDown(tx, id) : await takeCommentDown(tx, id);
  if (state === null || state === 'deleted') return null;
  return { ownerId: row.ownerId, subjectId: id, hidden: { text: row.text, state } };
}

/** Lock order: statement before content. A picture's id is not known from its person. */
const isStated = async (tx: TransactionDeps, { type, id }: Content): Promise<boolean> =>
  type !== 'profile_picture' && (await findOpenStatement(tx, { subjectId: id })) !== null;

const whatOf = ({ type }: Content, { subjectId, hidden }: TakenDown, ownerId: string) => ({
  type,
  id: subjectId,
  storyId: null,
  ownerId,
  hidden,
});

async function ownerOf(tx: TransactionDeps, { ownerId: id }: Statement) {
  const [owner] = await tx.db.select({ name: users.displayName }).from(users).where(eq(users.id, id));
  return { type: 'user' as const, id, name: owner?.name ?? '' };
}
