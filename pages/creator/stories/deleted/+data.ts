import { translator } from '#locales/messages.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { listDeletedStories } from '#server/domains/publishing/releases/deletion-queries.ts';
import { DELETED_KEPT_DAYS } from '#server/domains/publishing/stories/rules.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { viewerData } from '../../../layout/data.ts';
import { pagesOf, readPage } from '../../page.ts';

const PER_PAGE = 24;

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const page = readPage(query);
  const { user } = await findOwnAccount(deps, viewer.id);
  const { stories, total } = await listDeletedStories(deps, viewer, { page, perPage: PER_PAGE });
  const now = deps.clock.now().getTime();
  return {
    head: { title: translator(locale, 'console')('deletedStories') },
    zone: user.timezone,
    keptDays: DELETED_KEPT_DAYS,
    stories: stories.map((story) => ({
      ...story,
      days_left: Math.max(0, Math.floor((Date.parse(story.kept_until) - now) / DAY_MS)),
    })),
    page,
    pages: pagesOf(request, { total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
