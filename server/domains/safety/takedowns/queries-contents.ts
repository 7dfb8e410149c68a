import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Static } from 'typebox';
import {
  blockStatements,
  comments,
  media,
  tsukkomiComments,
  users,
  violationReports,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { smallAddress } from '../../media/present.ts';
import { pictureColumns } from '../../reading/reader/cards.ts';
import type { AdminContent } from './contract-shown.ts';
import type { Content } from './rules.ts';
import { findLastStatement, reportedAs, type Statement } from './statements.ts';

export type AdminContentShown = Static<typeof AdminContent>;

/** Throws 404 when missing or without an owner. The route admits only administrators. */
export async function findContent(deps: Deps, { type, id }: Content): Promise<AdminContentShown> {
  const found = await find(deps, { type, id });
  if (found === null) throw notFound('not_found');
  const { owner, text, picture, isEmpty } = found;
  const statement = await lastStatementOf(deps, { type, id });
  const reported = reportedAs({ subjectType: type, subjectId: id, ownerId: owner.id });
  return {
    subject_type: type,
    subject_id: id,
    text,
    picture_url: picture,
    hidden: statement !== null && statement.endedAt === null,
    empty: isEmpty,
    statement_id: statement?.id ?? null,
    reports_count: await deps.db.$count(
      violationReports,
      and(eq(violationReports.subjectId, reported.subjectId), eq(violationReports.state, 'open')),
    ),
    owner,
  };
}

/** A person may have had several pictures, each with its own id. */
export async function lastStatementOf(
  deps: Pick<Deps, 'db'>,
  { type, id }: Content,
): Promise<Statement | null> {
  if (type !== 'profile_picture') return findLastStatement(deps, id);
  const [statement] = await deps.db
    .select()
    .from(blockStatements)
    .where(and(eq(blockStatements.ownerId, id), eq(blockStatements.subjectType, type)))
    .orderBy(desc(blockStatements.number))
    .limit(1);
  return statement ?? null;
}

const owner = { id: users.id, slug: users.slug, display_name: users.displayName };

async function find({ db }: Deps, { type, id }: Content) {
  if (type === 'profile_text' || type === 'profile_picture') {
    const [row] = await db
      .select({ owner, bio: users.bio, website: users.website, picture: pictureColumns })
      .from(users)
      .leftJoin(media, eq(media.id, users.pictureMediaId))
      .where(and(eq(users.id, id), isNull(users.erasedAt)));
    if (row === undefined) return null;
    const text = type === 'profile_text' ? [row.bio, row.website].filter(Boolean).join('\n') : '';
    const picture = type === 'profile_picture' && row.picture ? smallAddress(row.picture, 160) : null;
    return { owner: row.owner, text, picture, isEmpty: text === '' && picture === null };
  }
  const table = type === 'tsukkomi' ? tsukkomiComments : comments;
  const [row] = await db
    .select({ owner, text: table.body })
    .from(table)
    .innerJoin(users, and(eq(users.id, table.authorId), isNull(users.erasedAt)))
    .where(eq(table.id, id));
  return row === undefined ? null : { ...row, picture: null, isEmpty: row.text === '' };
}
