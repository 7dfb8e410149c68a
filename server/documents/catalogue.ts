/** The OPDS 2.0 catalogue for reading apps: free episodes of comics and novels, and manifests to read them. */
import { translator } from '../../locales/messages.ts';
import {
  type CatalogueWish,
  findCatalogue,
  findFirst,
  findPublication,
  findStoryCatalogue,
  LISTED_MAX_COUNT,
  type Publication,
} from '../domains/discovery/lists/queries-catalogue.ts';
import { findStories } from '../domains/discovery/search/queries.ts';
import { readPhrase } from '../domains/discovery/search/rules.ts';
import {
  GENRES,
  genresOf,
  PUBLICATION_TYPES,
  type PublicationType,
  STORY_LANGUAGES,
} from '../domains/publishing/stories/rules.ts';
import { writeJson } from '../lib/data-block.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import type { DocumentRequest, LoadedDocument, MachineDocument } from './document.ts';
import {
  DIVINA_TYPE,
  type Feed,
  genreName,
  type Link,
  OPDS_PATH,
  OPDS_TYPE,
  PUBLICATION_TYPE,
  storyPath,
  writeManifest,
  writePublication,
} from './opds.ts';

const SLUG = /^[a-z0-9-]{1,200}$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const oneOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`);
const PHRASE = /^(?=.*\S).{1,300}$/su;
const FOUND_A_TYPE = 16;

/** Popularity changes all the time and may be some minutes late. */
const LIST_LASTS_MS = 10 * MINUTE_MS;

type Query = Readonly<Record<string, string | undefined>>;

const withQuery = (path: string, query: Query): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};

const commonLinks = ({ self, urlOf }: DocumentRequest): Link[] => [
  { rel: 'self', href: self, type: OPDS_TYPE },
  { rel: 'start', href: urlOf(OPDS_PATH), type: OPDS_TYPE },
  { rel: 'search', href: `${urlOf(`${OPDS_PATH}/search`)}{?query}`, type: OPDS_TYPE, templated: true },
];

const feed = (
  body: Feed,
  facts: Pick<Exclude<LoadedDocument, { movedTo: string }>, 'tags' | 'geofilters' | 'validUntil'>,
) => ({
  type: OPDS_TYPE,
  body: writeJson(body),
  ...facts,
});

const typeName = (type: PublicationType, { locale }: Pick<DocumentRequest, 'locale'>): string => {
  const t = translator(locale, 'opds');
  return { comics: t('comics'), indie: t('indie'), novel: t('novels') }[type];
};

const start: MachineDocument = {
  path: OPDS_PATH,
  query: {},
  async load(request) {
    const { locale, urlOf } = request;
    const t = translator(locale, 'opds');
    const to = (title: string, path: string, query: Query = {}, rel?: string): Link => ({
      href: urlOf(withQuery(OPDS_PATH + path, query)),
      title,
      type: OPDS_TYPE,
      ...(rel === undefined ? {} : { rel }),
    });
    const navigation = [
      to(t('newest'), '/newest', {}, 'http://opds-spec.org/sort/new'),
      to(t('popular'), '/popular', {}, 'http://opds-spec.org/sort/popular'),
      ...PUBLICATION_TYPES.map((type) => to(typeName(type, request), '/popular', { type })),
      ...GENRES.map((genre) => to(genreName(genre, locale), '/popular', { genre })),
    ];
    const body = { metadata: { title: t('title') }, links: commonLinks(request), navigation };
    return feed(body, { tags: [], geofilters: [] });
  },
};

/** Links to the same list with other filters. The current one is `self`. */
function facetsOf(request: DocumentRequest, { order, type, genre, language }: CatalogueWish): Feed['facets'] {
  const { locale, urlOf } = request;
  const t = translator(locale, 'opds');
  const path = `${OPDS_PATH}/${order}`;
  const facet = (title: string, choices: { title: string; query: Query; isShown: boolean }[]) => ({
    metadata: { title },
    links: choices.map(({ title, query, isShown }): Link => {
      const link = { href: urlOf(withQuery(path, query)), type: OPDS_TYPE, title };
      return isShown ? { ...link, rel: 'self' } : link;
    }),
  });
  const types = facet(t('type'), [
    { title: t('all'), query: {}, isShown: type === undefined && genre === undefined },
    ...PUBLICATION_TYPES.map((each) => ({
      title: typeName(each, request),
      query: { type: each, language },
      isShown: each === type,
    })),
  ]);
  if (order === 'newest') return [types];
  const genres = facet(
    t('genre'),
    (type === undefined ? GENRES : genresOf(type)).map((each) => ({
      title: genreName(each, locale),
      query: { genre: each, language },
      isShown: each === genre,
    })),
  );
  return [types, genres];
}

const orStart = (
  publications: object[],
  request: DocumentRequest,
): Pick<Feed, 'publications' | 'navigation'> =>
  publications.length > 0
    ? { publications }
    : {
        navigation: [
          {
            title: translator(request.locale, 'opds')('title'),
            href: request.urlOf(OPDS_PATH),
            type: OPDS_TYPE,
          },
        ],
      };

const written = (publications: readonly Publication[], request: DocumentRequest): object[] =>
  publications.map((publication) => writePublication(publication, request));

const soon = ({ deps }: DocumentRequest): Date => new Date(deps.clock.now().getTime() + LIST_LASTS_MS);

async function loadList(request: DocumentRequest, order: CatalogueWish['order']): Promise<LoadedDocument> {
  const { deps, country, query, urlOf } = request;
  const type = PUBLICATION_TYPES.find((each) => each === query.type);
  const { genre, language, after } = query;
  const wish: CatalogueWish = { order, type, genre, language, after, country };
  const found = await findCatalogue(deps, wish);
  const next = withQuery(`${OPDS_PATH}/${order}`, { ...query, after: found.after ?? undefined });
  return feed(
    {
      metadata: { title: translator(request.locale, 'opds')(order), itemsPerPage: LISTED_MAX_COUNT },
      links: [
        ...commonLinks(request),
        ...(found.after === null ? [] : [{ rel: 'next', href: urlOf(next), type: OPDS_TYPE }]),
      ],
      facets: facetsOf(request, wish),
      ...orStart(written(found.publications, request), request),
    } as Feed,
    {
      tags: ['landing', ...found.storyIds.map((id) => `story:${id}` as const)],
      geofilters: found.geofilters,
      validUntil: soon(request),
    },
  );
}

const narrowing = { type: oneOf(PUBLICATION_TYPES), after: ID };

const newest: MachineDocument = {
  path: `${OPDS_PATH}/newest`,
  query: narrowing,
  endless: true,
  load: (request) => loadList(request, 'newest'),
};

const popular: MachineDocument = {
  path: `${OPDS_PATH}/popular`,
  query: { ...narrowing, genre: oneOf(GENRES), language: oneOf(STORY_LANGUAGES) },
  endless: true,
  load: (request) => loadList(request, 'popular'),
};

const search: MachineDocument = {
  path: `${OPDS_PATH}/search`,
  query: { query: PHRASE },
  endless: true,
  async load(request) {
    const { deps, country } = request;
    const phrase = readPhrase(request.query.query ?? '');
    const groups: NonNullable<Feed['groups']> = [];
    const found: { id: string }[] = [];
    const geofilters = [];
    for (const type of phrase === '' ? [] : PUBLICATION_TYPES) {
      const part = await findStories(deps, { phrase, type, country, page: 1, perPage: FOUND_A_TYPE });
      const publications = written(
        await findFirst(
          deps,
          part.found.map(({ id }) => id),
        ),
        request,
      );
      found.push(...part.found);
      geofilters.push(...part.geofilters);
      if (publications.length > 0)
        groups.push({ metadata: { title: typeName(type, request) }, publications });
    }
    const t = translator(request.locale, 'opds');
    const body: Feed = {
      metadata: { title: t('found', { phrase }) },
      links: commonLinks(request),
      ...(groups.length > 0 ? { groups } : orStart([], request)),
    };
    const tags = ['landing' as const, ...found.map(({ id }) => `story:${id}` as const)];
    return feed(body, { tags, geofilters, validUntil: soon(request) });
  },
};

const story: MachineDocument = {
  path: `${OPDS_PATH}/stories/@slug`,
  params: { slug: SLUG },
  query: { from: /^[1-9]\d{0,5}$/ },
  endless: true,
  async load(request) {
    const { deps, country, params, query, urlOf } = request;
    const from = Number(query.from ?? 1);
    const found = await findStoryCatalogue(deps, params.slug ?? '', { country, from });
    if ('movedTo' in found) return { movedTo: storyPath(found.movedTo) };
    const { of, next } = found;
    const path = storyPath(of.story.slug);
    return feed(
      {
        metadata: { title: of.story.title, itemsPerPage: LISTED_MAX_COUNT },
        links: [
          ...commonLinks(request),
          ...(next === null
            ? []
            : [{ rel: 'next', href: urlOf(withQuery(path, { from: String(next) })), type: OPDS_TYPE }]),
        ],
        ...orStart(written(found.publications, request), request),
      },
      { tags: [`story:${of.story.id}`], geofilters: found.geofilters },
    );
  },
};

async function loadEpisode(
  request: DocumentRequest,
  write: (found: Awaited<ReturnType<typeof findPublication>>) => { type: string; body: object },
): Promise<LoadedDocument> {
  const { deps, country, params } = request;
  const id = params.id ?? '';
  const found = await findPublication(deps, id, { country });
  const { type, body } = write(found);
  const { story } = found.publication.of;
  return {
    type,
    body: writeJson(body),
    tags: [`story:${story.id}`, `episode:${id}`],
    geofilters: found.geofilters,
  };
}

const publication: MachineDocument = {
  path: `${OPDS_PATH}/episodes/@id`,
  params: { id: ID },
  query: {},
  load: (request) =>
    loadEpisode(request, (found) => ({
      type: PUBLICATION_TYPE,
      body: writePublication(found.publication, request),
    })),
};

const manifest: MachineDocument = {
  path: `${OPDS_PATH}/episodes/@id/manifest.json`,
  params: { id: ID },
  query: {},
  load: (request) =>
    loadEpisode(request, ({ publication: of, pages }) => ({
      type: DIVINA_TYPE,
      body: writeManifest(of, pages, request),
    })),
};

export const catalogue: readonly MachineDocument[] = [
  start,
  newest,
  popular,
  search,
  story,
  publication,
  manifest,
];
