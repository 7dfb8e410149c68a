/** Publications and feeds in the formats of OPDS 2.0 (drafts.opds.io) and Readium manifests. Uses no database. */
import { translator } from '../../locales/messages.ts';
import { address } from '../../pages/addresses.ts';
import type { Publication } from '../domains/discovery/lists/queries-catalogue.ts';
import { type PictureVariant, presentSizes } from '../domains/media/present.ts';
import { EPUB_TYPE } from '../domains/publishing/novels/books/files.ts';
import type { listPages } from '../domains/reading/reader/base-rows.ts';
import { directionOf } from '../domains/reading/reader/rules.ts';
import type { Locale } from '../lib/locale.ts';
import { product } from '../lib/product.ts';
import type { DocumentRequest } from './document.ts';

export const OPDS_TYPE = 'application/opds+json';
export const PUBLICATION_TYPE = 'application/opds-publication+json';
export const DIVINA_TYPE = 'application/divina+json';

const OPEN_ACCESS = 'http://opds-spec.org/acquisition/open-access';
const DIVINA_PROFILE = 'https://readium.org/webpub-manifest/profiles/divina';

export const OPDS_PATH = '/opds/v2';
export const storyPath = (slug: string): string => `${OPDS_PATH}/stories/${slug}`;
const publicationPath = (episodeId: string): string => `${OPDS_PATH}/episodes/${episodeId}`;
export const manifestPath = (episodeId: string): string => `${publicationPath(episodeId)}/manifest.json`;

export type Link = {
  href: string;
  type: string;
  rel?: string;
  title?: string;
  templated?: true;
  width?: number;
  height?: number;
  alternate?: Link[];
};

export type Feed = {
  metadata: { title: string; itemsPerPage?: number };
  links: Link[];
  navigation?: Link[];
  publications?: object[];
  groups?: { metadata: { title: string }; links?: Link[]; publications: object[] }[];
  facets?: { metadata: { title: string }; links: Link[] }[];
};

type Words = Pick<DocumentRequest, 'locale' | 'urlOf' | 'fileUrlOf'>;

function metadataOf({ of, episode }: Publication, { locale, urlOf }: Words) {
  const { story, author } = of;
  const isNovel = story.publicationType === 'novel';
  const number = episode.position ?? 0;
  const profile = urlOf(address('/profile/@slug', { slug: author.slug }));
  return {
    '@type': isNovel ? 'http://schema.org/Book' : 'http://schema.org/ComicIssue',
    ...(isNovel ? {} : { conformsTo: DIVINA_PROFILE }),
    identifier: `urn:uuid:${episode.id}`,
    title: translator(locale, 'feed')('storyEpisode', { story: story.title, number, title: episode.title }),
    author: { name: author.displayName, links: [{ href: profile, type: 'text/html' }] },
    publisher: product.name,
    language: story.language,
    modified: (episode.publishedAt ?? story.lastUpdate).toISOString(),
    published: (episode.firstPublishedAt ?? episode.publishedAt ?? story.lastUpdate).toISOString(),
    subject: { name: genreName(story.genre, locale), code: story.genre },
    ...(story.description === '' ? {} : { description: story.description }),
    ...(isNovel ? {} : { numberOfPages: Math.max(1, episode.pagesCount) }),
    ...(isNovel ? {} : { layout: episode.readMode === 'continuous' ? 'scrolled' : 'fixed' }),
    readingProgression: directionOf(story.format, episode).startsWith('rtl') ? 'rtl' : 'ltr',
    belongsTo: {
      series: {
        name: story.title,
        identifier: `urn:uuid:${story.id}`,
        position: number,
        links: [{ href: urlOf(storyPath(story.slug)), type: OPDS_TYPE }],
      },
    },
  };
}

export const genreName = (genre: string, locale: Locale): string =>
  translator(locale, 'genres')(genre as 'other');

const linkTo = ({ address: href, type, width, height }: PictureVariant, { fileUrlOf }: Words): Link => ({
  href: fileUrlOf(href),
  type,
  width,
  height,
});

const pageOf = ({ of, episode }: Publication, urlOf: Words['urlOf']): string =>
  urlOf(address('/stories/@slug/@number', { slug: of.story.slug, number: episode.position ?? 0 }));

/** For lists and for a single publication. A comic links to its manifest, a novel to its book file. */
export function writePublication(publication: Publication, words: Words): object {
  const { of, episode } = publication;
  const { urlOf } = words;
  const isNovel = of.story.publicationType === 'novel';
  const content: Link = isNovel
    ? {
        href: words.fileUrlOf(`/api/episodes/epub/${episode.id}`),
        type: EPUB_TYPE,
      }
    : { href: urlOf(manifestPath(episode.id)), type: DIVINA_TYPE };
  const images = of.cover === null ? [] : presentSizes(of.cover, 0).map((size) => linkTo(size, words));
  return {
    metadata: metadataOf(publication, words),
    links: [
      { rel: 'self', href: urlOf(publicationPath(episode.id)), type: PUBLICATION_TYPE },
      { rel: OPEN_ACCESS, ...content },
      { rel: 'alternate', href: pageOf(publication, urlOf), type: 'text/html' },
    ],
    ...(images.length === 0 ? {} : { images }),
  };
}

/** Pictures of an episode in reading order, each as a JPEG with its other formats as alternates. */
export function writeManifest(
  publication: Publication,
  pages: Awaited<ReturnType<typeof listPages>>,
  { self, ...words }: Words & { self: string },
): object {
  const { urlOf } = words;
  const readingOrder = pages.flatMap(({ picture, altText }) =>
    picture.pieces.flatMap((_, piece) => {
      const [first, ...others] = presentSizes(picture, piece).map((size) => linkTo(size, words));
      if (first === undefined) return [];
      return [
        {
          ...first,
          ...(altText === '' ? {} : { title: altText }),
          ...(others.length === 0 ? {} : { alternate: others }),
        },
      ];
    }),
  );
  const [cover] = publication.of.cover === null ? [] : presentSizes(publication.of.cover, 0);
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: metadataOf(publication, words),
    links: [
      { rel: 'self', href: self, type: DIVINA_TYPE },
      { rel: 'alternate', href: pageOf(publication, urlOf), type: 'text/html' },
    ],
    readingOrder,
    ...(cover === undefined ? {} : { resources: [{ rel: 'cover', ...linkTo(cover, words) }] }),
  };
}
