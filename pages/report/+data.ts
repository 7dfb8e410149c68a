import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { translator } from '../../locales/messages.ts';
import { findComment } from '../../server/domains/comments/queries.ts';
import { notFound } from '../../server/lib/errors.ts';
import { isId } from '../../server/lib/ids.ts';
import { shortened } from '../../server/lib/text.ts';
import { viewerData } from '../layout/data.ts';
import type { PageRequest } from '../layout/types.ts';

const TITLE_MAX_LENGTH = 120;
const SUBJECTS = ['comment', 'reply', 'user'] as const;

/** What it is called; stories and episodes are reported on their own pages. Throws 404. */
async function titleOf(request: PageRequest, type: (typeof SUBJECTS)[number], id: string): Promise<string> {
  const { deps, viewer, country } = request;
  if (type === 'user') {
    const [user] = await deps.db
      .select({ name: users.displayName })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.erasedAt), isNull(users.deletionRequestedAt)));
    if (user === undefined) throw notFound('not_found');
    return user.name;
  }
  const comment = await findComment(deps, { viewer, country }, id);
  return `${comment.author?.display_name ?? ''}: ${shortened(comment.body, TITLE_MAX_LENGTH)}`;
}

export const data = viewerData(async (request) => {
  const { locale, query } = request;
  const type = SUBJECTS.find((known) => known === query.get('type'));
  const id = query.get('id') ?? '';
  const isNamed = type !== undefined && isId(id);
  return {
    head: { title: translator(locale, 'report')('heading'), robots: 'noindex' as const },
    subject: isNamed ? { type, id, title: await titleOf(request, type, id) } : null,
    back: /^\/(?!\/)[\w/@.?=&%-]*$/.test(query.get('back') ?? '') ? query.get('back') : null,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
