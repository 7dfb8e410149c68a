import { anchorOf } from '../../../islands/community/comments/anchor.ts';
import { translator } from '../../../locales/messages.ts';
import { findCommentPlace, listReplies } from '../../../server/domains/community/comments/queries.ts';
import { COMMENTS_A_PAGE } from '../../../server/domains/community/comments/rules.ts';
import { findPlaceOf } from '../../../server/domains/community/comments/thread-address.ts';
import { notFound } from '../../../server/lib/errors.ts';
import { isId } from '../../../server/lib/ids.ts';
import { address } from '../../addresses.ts';
import { pagesOf, readPage } from '../../creator/page.ts';
import { elsewhere, pageData } from '../../layout/data.ts';

/** Upper bound, since the replies of a comment are limited too. */
const PAGES_MAX_COUNT = 100;

/** A comment with its replies. The address of a reply redirects to its comment. */
export const data = pageData(async (request) => {
  const { deps, viewer, country, locale, params, query } = request;
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const asking = { viewer, country };
  const found = await findCommentPlace(deps, asking, id, { perPage: COMMENTS_A_PAGE });
  const { comment, page: inThread, thread } = found;
  if (comment.comment_id !== null)
    throw elsewhere(request, address('/comments/@id', { id: comment.comment_id }, { hash: anchorOf(id) }));
  const page = readPage(query, PAGES_MAX_COUNT);
  const [place, replies] = await Promise.all([
    findPlaceOf(deps, comment),
    listReplies(deps, asking, id, { page, perPage: COMMENTS_A_PAGE }),
  ]);
  pagesOf(request, { total: replies.total, page, perPage: COMMENTS_A_PAGE });
  const t = translator(locale, 'comments');
  return {
    head: { title: t('oneTitle', { title: place.story.title }), robots: 'noindex' as const },
    place,
    comment,
    inThread,
    replies,
    thread,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
