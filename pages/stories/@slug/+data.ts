import { translator } from '../../../locales/messages.ts';
import { findStoryPage } from '../../../server/domains/reading/reader/queries-story.ts';
import { address, feedOf, withHash } from '../../addresses.ts';
import { appHref } from '../../app/link.ts';
import { elsewhere, moved, pageData } from '../../layout/data.ts';
import { storyData, urlMaker } from '../../layout/linkedData.ts';
import { earlyPicture } from '../../ui/sources.ts';
import { inPreview } from '../preview.ts';
import { listAddress, numberIn, rowId } from './address.ts';
import { coverSizes } from './coverSizes.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, preview, params, query } = request;
  const [wished, jumpTo] = [numberIn(query.get('episodes')), numberIn(query.get('episode'))];
  const order = query.get('order') === 'newest' ? 'newest' : 'oldest';
  const hasPanels = query.get('panels') !== null;
  const number = jumpTo ?? wished;
  const story = await findStoryPage(deps, params.slug ?? '', { country, preview, order, number });
  if ('movedTo' in story)
    throw moved(request, inPreview(address('/stories/@slug', { slug: story.movedTo }), preview));
  const place = listAddress({ ...story, from: story.shown?.from });
  if (jumpTo !== undefined) throw elsewhere(request, inPreview(withHash(place, rowId(jumpTo)), preview));
  // One address per part of the list, so that invalid ones do not fill the cache.
  if (wished !== undefined && wished !== story.shown?.from) {
    throw elsewhere(request, inPreview(withHash(place, 'episodes'), preview));
  }
  const { title, author, description, coverUrl, colour, validUntil } = story;
  const urlOf = urlMaker(deps.config.BASE_URL, locale);
  return {
    head: {
      title,
      description:
        description.trim() ||
        translator(locale, 'story')('description', { title, author: author.displayName }),
      image: story.shared
        ? { ...story.shared, alt: translator(locale, 'story')('cover', { title }) }
        : undefined,
      type: 'book' as const,
      feed: { title, path: feedOf(address('/stories/@slug', { slug: story.slug })) },
      // Only once per story, not on other parts of the list.
      linkedData:
        wished === undefined && order === 'oldest'
          ? storyData(urlOf, {
              ...story,
              genre: translator(locale, 'genres')(story.genre as 'other'),
              imageUrl: coverUrl === null ? undefined : deps.config.BASE_URL + coverUrl,
            })
          : undefined,
      picture: earlyPicture(story.cover, coverSizes),
      robots: hasPanels ? ('noindex' as const) : undefined,
      canonicalPath: listAddress({ ...story, order: 'oldest', from: story.shown?.from }),
    },
    story: colour ? { ...colour, flood: true } : undefined,
    tags: [...new Set([story.id, ...story.relatedIds])].map((id) => `story:${id}` as const),
    validUntil,
    geofilters: story.geofilters,
    page: story,
    url: urlOf(address('/stories/@slug', { slug: story.slug })),
    hasPanels,
    appUrl: appHref(deps.config, locale),
    /** Saving needs the service worker. */
    canSave: deps.config.SERVICE_WORKER === 'on',
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
