/** Facts of a page as schema.org data for machines. Only what the page shows. */
import type { PublicationType } from '../../db/schema/index.ts';
import { localizedPath } from '../../locales/index.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { product } from '../../server/lib/product.ts';
import { type Address, address, PAGE_PATHS } from '../addresses.ts';

export type LinkedData = { readonly '@type': string; readonly [property: string]: unknown };

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

/** Several objects in one graph, so that the vocabulary is named once. */
export const graphOf = (things: readonly LinkedData[]): object =>
  things.length === 1 ? { ...CONTEXT, ...things[0] } : { ...CONTEXT, '@graph': things };

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
  /** The chapter of a novel, unless it is the first. */
  chapter: { number: number; title: string; path: Address } | null;
};

/** A freely readable episode: an issue of a comic or a book of a novel. A later chapter only names its book. */
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
