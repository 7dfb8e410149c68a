/** What a page shows, in the words of schema.org for machines. Only facts that stand on the page. */
import type { PublicationType } from '../../db/schema/index.ts';
import { localizedPath } from '../../locales/index.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { product } from '../../server/lib/product.ts';
import { type Address, address, PAGE_PATHS } from '../addresses.ts';

/** A thing of schema.org. Properties that are undefined are left out. */
export type LinkedData = { readonly '@type': string; readonly [property: string]: unknown };

/** The whole address of a path of this site in the language of the page. */
export type UrlOf = (path: Address | string) => string;

export const urlMaker =
  (baseUrl: string, locale: Locale): UrlOf =>
  (path) =>
    baseUrl + localizedPath(locale, path);

const thing = (type: string, properties: Readonly<Record<string, unknown>>): LinkedData => ({
  '@type': type,
  ...properties,
});

const CONTEXT = { '@context': 'https://schema.org' };

/** Several in one graph, so that the vocabulary is named once. */
export const graphOf = (things: readonly LinkedData[]): object =>
  things.length === 1 ? { ...CONTEXT, ...things[0] } : { ...CONTEXT, '@graph': things };

/** From the landing page down to the page itself. */
export function breadcrumbs(urlOf: UrlOf, trail: readonly { name: string; path: Address }[]): LinkedData {
  const steps = [{ name: product.name, path: address('/') }, ...trail];
  return thing('BreadcrumbList', {
    itemListElement: steps.map(({ name, path }, at) =>
      thing('ListItem', { position: at + 1, name, item: urlOf(path) }),
    ),
  });
}

const organization = (urlOf: UrlOf): LinkedData =>
  thing('Organization', {
    name: product.name,
    legalName: product.legalEntity,
    url: urlOf('/'),
  });

/** The site and who runs it, with the address at which it is searched. */
export function siteData(urlOf: UrlOf, locale: Locale): LinkedData[] {
  const search = (PAGE_PATHS as readonly string[]).includes('/search/@phrase')
    ? thing('SearchAction', {
        target: thing('EntryPoint', { urlTemplate: urlOf('/search/{search_term_string}') }),
        'query-input': 'required name=search_term_string',
      })
    : undefined;
  const site = thing('WebSite', {
    name: product.name,
    alternateName: product.kana,
    url: urlOf('/'),
    inLanguage: locale,
    potentialAction: search,
  });
  return [site, organization(urlOf)];
}

type Person = { displayName: string; slug: string };

const personOf = (urlOf: UrlOf, { displayName: name, slug }: Person): LinkedData =>
  thing('Person', { name, url: urlOf(address('/profile/@slug', { slug })) });

type SeriesFacts = { slug: string; title: string; publicationType: PublicationType };

const seriesType = (type: PublicationType): string => (type === 'novel' ? 'BookSeries' : 'ComicSeries');

const seriesOf = (urlOf: UrlOf, { slug, title: name, publicationType }: SeriesFacts): LinkedData =>
  thing(seriesType(publicationType), { name, url: urlOf(address('/stories/@slug', { slug })) });

export function storyData(
  urlOf: UrlOf,
  story: SeriesFacts & {
    description: string;
    language: string;
    /** In the language of the page. */
    genre: string;
    tags: readonly string[];
    premium: boolean;
    author: Person;
    imageUrl: string | undefined;
    ratingAverage: number | null;
    ratingsCount: number;
  },
): LinkedData[] {
  const { ratingAverage, ratingsCount } = story;
  const rating =
    ratingAverage === null || ratingsCount === 0
      ? undefined
      : thing('AggregateRating', { ratingValue: ratingAverage, ratingCount: ratingsCount, bestRating: 5 });
  const { slug, title: name } = story;
  const series = {
    ...seriesOf(urlOf, story),
    description: story.description.trim() || undefined,
    inLanguage: story.language,
    genre: story.genre,
    keywords: story.tags.length > 0 ? story.tags : undefined,
    isAccessibleForFree: story.premium ? undefined : true,
    author: personOf(urlOf, story.author),
    image: story.imageUrl,
    aggregateRating: rating,
  };
  return [series, breadcrumbs(urlOf, [{ name, path: address('/stories/@slug', { slug }) }])];
}

export type EpisodeFacts = {
  story: SeriesFacts;
  author: Person;
  language: string;
  number: number;
  title: string;
  publishedAt: Date | null;
  path: Address;
  imageUrl: string | undefined;
  /** Of a novel: the one that is shown, where it is not the first. */
  chapter: { number: number; title: string; path: Address } | null;
};

/** An episode that anybody may read: of a comic an issue, of a novel a book. A later chapter says only which book it is of. */
export function episodeData(urlOf: UrlOf, episode: EpisodeFacts): LinkedData[] {
  const { story, number, title, path, chapter, language: inLanguage } = episode;
  const named = { name: title, url: urlOf(path) };
  if (chapter !== null) {
    const { number: position, title: name, path: here } = chapter;
    return [thing('Chapter', { name, position, url: urlOf(here), isPartOf: thing('Book', named) })];
  }
  const facts = {
    ...named,
    isPartOf: seriesOf(urlOf, story),
    inLanguage,
    datePublished: episode.publishedAt?.toISOString(),
    isAccessibleForFree: true,
    image: episode.imageUrl,
    author: personOf(urlOf, episode.author),
  };
  const { slug, title: name, publicationType } = story;
  const issue =
    publicationType === 'novel'
      ? thing('Book', { ...facts, position: number })
      : thing('ComicIssue', { ...facts, issueNumber: number });
  const trail = [
    { name, path: address('/stories/@slug', { slug }) },
    { name: title, path },
  ];
  return [issue, breadcrumbs(urlOf, trail)];
}

export function personData(
  urlOf: UrlOf,
  person: Person & { imageUrl: string | undefined; website: string | null; description?: string | undefined },
): LinkedData[] {
  const { displayName: name, slug } = person;
  return [
    {
      ...personOf(urlOf, person),
      image: person.imageUrl,
      sameAs: person.website ?? undefined,
      description: person.description,
    },
    breadcrumbs(urlOf, [{ name, path: address('/profile/@slug', { slug }) }]),
  ];
}
