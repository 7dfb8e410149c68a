import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { localizedPath, splitLocale } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import { findReported } from '../../server/domains/community/comments/queries.ts';
import { findNote } from '../../server/domains/community/short-notes/queries.ts';
import { notFound } from '../../server/lib/errors.ts';
import { isId } from '../../server/lib/ids.ts';
import { shortened } from '../../server/lib/text.ts';
import type { Viewer } from '../../server/lib/viewer.ts';
import type { Address } from '../addresses.ts';
import { pageData } from '../layout/data.ts';
import type { PageRequest } from '../layout/types.ts';

const TITLE_MAX_LENGTH = 120;
const SUBJECTS = ['comment', 'reply', 'tsukkomi', 'user'] as const;

/** Title of the reported thing. 404 for stories and episodes, which have their own form. */
async function titleOf(
  request: PageRequest & { viewer: Viewer },
  type: (typeof SUBJECTS)[number],
  id: string,
): Promise<string> {
  const { deps, viewer, country } = request;
  if (type === 'user') {
    const [user] = await deps.db
      .select({ name: users.displayName })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.erasedAt), isNull(users.deletionRequestedAt)));
    if (user === undefined) throw notFound('not_found');
    return user.name;
  }
  if (type === 'tsukkomi') {
    const { note } = await findNote(deps, { viewer, country }, id, { evenShutOut: true });
    return `${note.author.display_name}: ${note.body}`;
  }
  const comment = await findReported(deps, { viewer, country }, id);
  const isReply = comment.comment_id !== null;
  if (comment.gone || isReply !== (type === 'reply')) throw notFound('not_found');
  return `${comment.author?.display_name ?? ''}: ${shortened(comment.body, TITLE_MAX_LENGTH)}`;
}

/** Without the language, which not all links here contain. */
const backOf = (path: string): Address | null =>
  /^\/(?!\/)[\w/@.?=&%-]*$/.test(path) ? (splitLocale(path).path as Address) : null;

export const data = pageData(async (request) => {
  const { locale, query, viewer, path } = request;
  const type = SUBJECTS.find((known) => known === query.get('subject_type'));
  const id = query.get('subject_id') ?? '';
  const isNamed = type !== undefined && isId(id);
  return {
    head: { title: translator(locale, 'report')('heading'), robots: 'noindex' as const },
    subject:
      isNamed && viewer !== null
        ? { type, id, title: await titleOf({ ...request, viewer }, type, id) }
        : null,
    isVisitor: viewer === null,
    here: localizedPath(locale, `${path}?${query}`),
    back: backOf(query.get('back') ?? ''),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
