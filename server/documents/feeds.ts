/** Atom feeds of a story and of a creator: free episodes, newest first, each identified by its id. */

import { translator } from '../../locales/messages.ts';
import { address, feedOf } from '../../pages/addresses.ts';
import { type FeedEpisode, findProfileFeed, findStoryFeed } from '../domains/discovery/lists/queries-feed.ts';
import { ATOM_TYPE, type AtomEntry, escapeXml, writeAtom } from '../lib/atom.ts';
import type { Locale } from '../lib/locale.ts';
import type { DocumentRequest, MachineDocument } from './document.ts';

const SLUG = /^[a-z0-9-]{1,200}$/;

export const storyFeed: MachineDocument = {
  path: '/stories/@slug/feed.xml',
  params: { slug: SLUG },
  query: {},
  async load({ deps, country, locale, params, self, urlOf, fileUrlOf }) {
    const found = await findStoryFeed(deps, params.slug ?? '', { country });
    if ('movedTo' in found) return { movedTo: feedOf(address('/stories/@slug', { slug: found.movedTo })) };
    const { story, author, episodes, geofilters } = found;
    const t = translator(locale, 'feed');
    const body = writeAtom({
      id: `urn:uuid:${story.id}`,
      title: story.title,
      subtitle: story.description,
      language: story.language,
      self,
      page: urlOf(address('/stories/@slug', { slug: story.slug })),
      ...(story.coverUrl === null ? {} : { icon: fileUrlOf(story.coverUrl) }),
      authors: [{ name: author.displayName, url: urlOf(address('/profile/@slug', { slug: author.slug })) }],
      updated: story.firstPublishedAt,
      entries: episodes.map((episode) => ({
        ...entryOf(episode, { locale, urlOf, fileUrlOf }),
        title: t('episode', { number: episode.number, title: episode.title }),
      })),
    });
    return { type: ATOM_TYPE, body, tags: [`story:${story.id}`], geofilters };
  },
};

export const profileFeed: MachineDocument = {
  path: '/profile/@slug/feed.xml',
  params: { slug: SLUG },
  query: {},
  async load({ deps, country, locale, params, self, urlOf, fileUrlOf }) {
    const { person, episodes, publishedIds, geofilters } = await findProfileFeed(deps, params.slug ?? '', {
      country,
    });
    const t = translator(locale, 'feed');
    const page = urlOf(address('/profile/@slug', { slug: person.slug }));
    const body = writeAtom({
      id: `urn:uuid:${person.id}`,
      title: t('person', { name: person.displayName }),
      language: locale,
      self,
      page,
      ...(person.pictureUrl === null ? {} : { icon: fileUrlOf(person.pictureUrl) }),
      authors: [{ name: person.displayName, url: page }],
      updated: person.createdAt,
      entries: episodes.map((episode) => ({
        ...entryOf(episode, { locale, urlOf, fileUrlOf }),
        title: t('storyEpisode', { story: episode.storyTitle, number: episode.number, title: episode.title }),
        language: episode.language,
      })),
    });
    const tags = [`profile:${person.id}` as const, ...publishedIds.map((id) => `story:${id}` as const)];
    return { type: ATOM_TYPE, body, tags, geofilters };
  },
};

function entryOf(
  episode: FeedEpisode,
  { locale, urlOf, fileUrlOf }: Pick<DocumentRequest, 'locale' | 'urlOf' | 'fileUrlOf'>,
): Omit<AtomEntry, 'title'> {
  const { storySlug: slug, number, publishedAt, firstPublishedAt, thumbnailUrl } = episode;
  const url = urlOf(address('/stories/@slug/@number', { slug, number }));
  const summary = extentOf(episode, locale);
  const picture =
    thumbnailUrl === null
      ? ''
      : `<p><a href="${escapeXml(url)}"><img src="${escapeXml(fileUrlOf(thumbnailUrl))}" alt=""></a></p>`;
  return {
    id: `urn:uuid:${episode.id}`,
    url,
    published: firstPublishedAt,
    updated: publishedAt,
    summary,
    html: `${picture}<p>${escapeXml(summary)}</p>`,
  };
}

function extentOf({ pagesCount, chaptersCount }: FeedEpisode, locale: Locale): string {
  const t = translator(locale, 'story');
  return chaptersCount > 0 ? t('chapters', { count: chaptersCount }) : t('pages', { count: pagesCount });
}
