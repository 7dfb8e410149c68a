import { translator } from '#locales/messages.ts';
import { listOwnStories } from '#server/domains/publishing/stories/queries.ts';
import { STORY_FILTERS, STORY_SORTS, TITLE_MAX_LENGTH } from '#server/domains/publishing/stories/rules.ts';
import { listOwnInvitations } from '#server/domains/publishing/teams/queries.ts';
import { viewerData } from '../../../layout/data.ts';
import { pagesOf, readPage } from '../../page.ts';

const PER_PAGE = 24;
const VIEWS = ['cards', 'table'] as const;
const VIEW_COOKIE = 'stories_view';

const oneOf = <Word extends string>(words: readonly Word[], asked: string | null | undefined) =>
  words.find((word) => word === asked);

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query, browser } = request;
  const filter = oneOf(STORY_FILTERS, query.get('filter')) ?? 'all';
  const sort = oneOf(STORY_SORTS, query.get('sort')) ?? 'last_update';
  const chosen = oneOf(VIEWS, query.get('view'));
  const view = chosen ?? oneOf(VIEWS, browser?.cookies[VIEW_COOKIE]) ?? 'cards';
  const q = [...(query.get('q') ?? '').toWellFormed().replaceAll('\u0000', '').trim()]
    .slice(0, TITLE_MAX_LENGTH)
    .join('');
  const page = readPage(query);
  const list = await listOwnStories(deps, viewer, { filter, sort, q, page, perPage: PER_PAGE });
  const invitations = list.invited ? await listOwnInvitations(deps, viewer) : [];
  if (chosen !== undefined) browser?.remember(VIEW_COOKIE, chosen);
  return {
    head: { title: translator(locale, 'console')('yourStories') },
    asked: { filter, sort, q, view, page },
    pages: pagesOf(request, { total: list.total, page, perPage: PER_PAGE }),
    ...list,
    invitations,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
