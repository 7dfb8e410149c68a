import { translator } from '../../../locales/messages.ts';
import { findProfilePage } from '../../../server/domains/reading/reader/queries-profile.ts';
import { address, feedOf } from '../../addresses.ts';
import { pageIn, stayWithin } from '../../creator/page.ts';
import { pageData } from '../../layout/data.ts';
import { personData, urlMaker } from '../../layout/linkedData.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, params, query } = request;
  const page = pageIn(query.get('page'));
  const profile = await findProfilePage(deps, params.slug ?? '', { country, page });
  stayWithin(request, Math.max(1, profile.pages));
  const { id, displayName, pictureUrl, colour, storiesCount, publishedIds, geofilters, validUntil, ...rest } =
    profile;
  const t = translator(locale, 'author');
  return {
    head: {
      title: displayName,
      description: rest.bio ?? t('description', { name: displayName, count: storiesCount }),
      image:
        pictureUrl === null
          ? undefined
          : { address: pictureUrl, width: 320, height: 320, alt: t('picture', { name: displayName }) },
      type: 'profile' as const,
      feed: { title: displayName, path: feedOf(address('/profile/@slug', { slug: rest.slug })) },
      linkedData: personData(urlMaker(deps.config.BASE_URL, locale), {
        ...rest,
        displayName,
        description: rest.bio ?? undefined,
        imageUrl: pictureUrl === null ? undefined : deps.config.BASE_URL + pictureUrl,
      }),
      // A profile without stories is nothing to search for.
      ...(storiesCount === 0 ? { robots: 'noindex' as const } : {}),
    },
    story: colour ? { ...colour, flood: true } : undefined,
    tags: [`profile:${id}` as const, ...publishedIds.map((storyId) => `story:${storyId}` as const)],
    validUntil,
    geofilters,
    person: { ...rest, id, displayName, pictureUrl, storiesCount },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
