import { translator } from '#locales/messages.ts';
import { listComments } from '#server/domains/community/comments/queries.ts';
import { COMMENTS_A_PAGE, SORTS } from '#server/domains/community/comments/rules.ts';
import { findThreadPlace, type ThreadPlace } from '#server/domains/community/comments/thread-address.ts';
import { isAppError } from '#server/lib/errors.ts';
import { type Address, address } from '../../addresses.ts';
import { pagesOf, readPage } from '../../creator/page.ts';
import { elsewhere, moved } from '../../layout/data.ts';
import type { PageRequest } from '../../layout/types.ts';
import { numberIn } from '../@slug/address.ts';

const PAGES_MAX_COUNT = 2000;

export type ThreadQuery = { sort?: string | null; page?: number | null; hash?: string };

export function threadAddress(
  { story, episode }: Pick<ThreadPlace, 'episode'> & { story: { slug: string } },
  { sort, page, hash }: ThreadQuery = {},
): Address {
  const query = { sort: sort === 'top' ? sort : null, page: page === 1 ? null : page };
  return episode === null
    ? address('/stories/@slug/comments', { slug: story.slug }, { query, hash })
    : address(
        '/stories/@slug/@number/comments',
        { slug: story.slug, number: episode.number },
        { query, hash },
      );
}

/** Throws like reading does: 404, 451. Locked episodes redirect to the reader to unlock. */
export async function loadThread(request: PageRequest) {
  const { deps, viewer, country, locale, params, query } = request;
  const number = params.number === undefined ? null : (numberIn(params.number) ?? 0);
  const place = await findThreadPlace(deps, params.slug ?? '', number);
  if ('movedTo' in place) {
    const { movedTo: slug } = place;
    throw moved(
      request,
      number === null
        ? address('/stories/@slug/comments', { slug })
        : address('/stories/@slug/@number/comments', { slug, number }),
    );
  }
  const sort = SORTS.find((known) => known === query.get('sort')) ?? 'new';
  const page = readPage(query, PAGES_MAX_COUNT);
  const { story, episode } = place;
  const subject = episode === null ? { storyId: story.id } : { episodeId: episode.id };
  try {
    const part = { sort, page, perPage: COMMENTS_A_PAGE };
    const list = await listComments(deps, { viewer, country }, subject, part);
    pagesOf(request, { ...part, total: list.total });
    const t = translator(locale, 'comments');
    const title = episode === null ? story.title : `${story.title} ${episode.number}`;
    return {
      head: { title: t('titleOf', { title }), robots: 'noindex' as const },
      place,
      list,
      sort,
      hasSession: viewer !== null,
    };
  } catch (error) {
    if (!isAppError(error) || error.status !== 402 || episode === null) throw error;
    throw elsewhere(request, address('/stories/@slug/@number', { slug: story.slug, number: episode.number }));
  }
}
