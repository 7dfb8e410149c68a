import { translator } from '../../../../locales/messages.ts';
import { findOwnAccount } from '../../../../server/domains/accounts/queries.ts';
import { listDeletedStories } from '../../../../server/domains/publishing/deletion-queries.ts';
import { DELETED_KEPT_DAYS } from '../../../../server/domains/stories/rules.ts';
import { pageData } from '../../../layout/data.ts';
import { readPage } from '../../page.ts';
import { requireViewer } from '../../viewer.ts';

const PER_PAGE = 24;
const DAY_MS = 86_400_000;

export const data = pageData(async ({ deps, viewer: asking, locale, query }) => {
  const viewer = requireViewer(asking);
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
    pages: Math.ceil(total / PER_PAGE),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
