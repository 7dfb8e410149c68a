import { translator } from '#locales/messages.ts';
import { findThreadPlace } from '#server/domains/community/comments/thread-address.ts';
import { findNotePage, listNotes } from '#server/domains/community/short-notes/queries.ts';
import { listLeft } from '#server/domains/community/short-notes/reactions.ts';
import { isAppError, notFound } from '#server/lib/errors.ts';
import { type Address, address } from '../../addresses.ts';
import { readPage, stayWithin } from '../../creator/page.ts';
import { elsewhere, moved } from '../../layout/data.ts';
import type { PageRequest } from '../../layout/types.ts';
import { numberIn } from '../@slug/address.ts';

const ITEMS_MAX_COUNT = 2000;

export const notesAddress = (slug: string, number: number, page = 1): Address =>
  address('/stories/@slug/@number/notes', { slug, number }, { query: { page: page === 1 ? null : page } });

/** Throws like reading does: 404, 451. Locked episodes redirect to the reader to unlock. */
export async function loadNotes(request: PageRequest) {
  const { deps, viewer, country, locale, params, query } = request;
  const number = numberIn(params.number) ?? 0;
  const place = await findThreadPlace(deps, params.slug ?? '', number);
  if ('movedTo' in place) throw moved(request, notesAddress(place.movedTo, number));
  const { story, episode } = place;
  if (episode === null) throw notFound('not_found');
  const page = readPage(query, ITEMS_MAX_COUNT);
  const asking = { viewer, country };
  try {
    // Checks access first, so that others learn nothing about the pages.
    const left = await listLeft(deps, asking, episode.id);
    const { item, items, kind } = await findNotePage(deps, episode.id, page);
    stayWithin(request, Math.min(items, ITEMS_MAX_COUNT));
    const named = kind === 'page' ? { pageId: item } : { chapterId: item };
    const list = await listNotes(deps, asking, { episodeId: episode.id, ...named });
    const t = translator(locale, 'tsukkomi');
    return {
      head: { title: t('titleOf', { title: `${story.title} ${number}` }), robots: 'noindex' as const },
      of: { slug: story.slug, number, title: story.title, language: story.language },
      episode,
      page,
      items,
      item,
      kind,
      list,
      felt: left.pop_reactions.find(({ item_id: id }) => id === item) ?? null,
      isClosed: left.closed && !left.moderates,
      moderates: left.moderates,
      statesReasons: left.states_reasons,
      hasSession: viewer !== null,
    };
  } catch (error) {
    if (!isAppError(error) || error.status !== 402) throw error;
    throw elsewhere(request, address('/stories/@slug/@number', { slug: story.slug, number }));
  }
}
