import { translator } from '../../../locales/messages.ts';
import { findStoryPage } from '../../../server/domains/reading/queries-story.ts';
import { moved, pageData } from '../../layout/data.ts';
import { inPreview } from '../preview.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, preview, params, query } = request;
  const story = await findStoryPage(deps, params.slug ?? '', { country, preview });
  if ('movedTo' in story) throw moved(request, inPreview(`/stories/${story.movedTo}`, preview));
  const { title, author, description, coverUrl, colour, validUntil } = story;
  return {
    head: {
      title,
      description:
        description.trim() ||
        translator(locale, 'story')('description', { title, author: author.displayName }),
      image: coverUrl ?? undefined,
      type: 'book' as const,
    },
    story: colour ? { ...colour, flood: true } : undefined,
    tags: [...new Set([story.id, ...story.relatedIds])].map((id) => `story:${id}` as const),
    validUntil,
    geofilters: story.geofilters,
    page: story,
    order: query.get('order') === 'newest' ? ('newest' as const) : ('oldest' as const),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
