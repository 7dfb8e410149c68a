import { translator } from '../../../locales/messages.ts';
import { findOwnAccount } from '../../../server/domains/accounts/accounts/queries.ts';
import { LISTED_STATES } from '../../../server/domains/community/comments/contract-team.ts';
import {
  findTeamSettings,
  listTeamComments,
} from '../../../server/domains/community/comments/queries-team.ts';
import { isId } from '../../../server/lib/ids.ts';
import { FILTER_MAX_LENGTH, shortened } from '../../../server/lib/text.ts';
import { viewerData } from '../../layout/data.ts';
import { pagesOf, readPage } from '../page.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 42;

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const state = LISTED_STATES.find((known) => known === query.get('state'));
  const wished = query.get('story');
  const storyId = wished !== null && isId(wished) ? wished : undefined;
  const q = shortened(query.get('q') ?? '', FILTER_MAX_LENGTH);
  const page = readPage(query, PAGES_MAX_COUNT);
  const [list, settings, { user }] = await Promise.all([
    listTeamComments(deps, viewer, { storyId, state, q }, { page, perPage: PER_PAGE }),
    storyId === undefined ? null : findTeamSettings(deps, viewer, storyId),
    findOwnAccount(deps, viewer.id),
  ]);
  pagesOf(request, { total: list.total, page, perPage: PER_PAGE });
  return {
    head: { title: translator(locale, 'teamComments')('title') },
    list,
    settings,
    state: state ?? null,
    storyId: storyId ?? null,
    q,
    zone: user.timezone,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
