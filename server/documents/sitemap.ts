/** The sitemap (sitemaps.org): an index, the fixed pages, and parts for stories and creators, streamed row by row. */

import { localizedPath } from '../../locales/index.ts';
import { type Address, address, type FixedPath, PAGE_PATHS } from '../../pages/addresses.ts';
import { contentShelf } from '../content/shelf.ts';
import type { Deps } from '../deps.ts';
import {
  findParts,
  findShelves,
  type Listed,
  listPeople,
  listStories,
} from '../domains/discovery/lists/queries-sitemap.ts';
import { escapeXml } from '../lib/atom.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { DEFAULT_LOCALE, LOCALES } from '../lib/locale.ts';
import { lastPart } from '../lib/paths.ts';
import type { MachineDocument } from './document.ts';

export const SITEMAP_TYPE = 'application/xml';

/** Interval at which the parts are counted. Until then the last part continues beyond the index. */
const INDEX_LASTS_MS = 60 * MINUTE_MS;

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const URLSET =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n';

/** Public pages that nobody searches for: they say `noindex` or are forms. */
const UNLISTED: readonly string[] = [
  '/confirm_email',
  '/forgotten_password',
  '/invitation',
  '/offline',
  '/reset_password',
  '/sign_up/social',
] satisfies FixedPath[];

const isFixed = (path: string): path is FixedPath => !path.includes('@');

export type Kind = 'stories' | 'profiles';
export const partPath = (kind: Kind, from: string): string => `/sitemap-${kind}-${from}.xml`;
export const PAGES_PATH = '/sitemap-pages.xml';

const parts = {
  stories: { list: listStories, addressOf: (slug: string) => address('/stories/@slug', { slug }) },
  profiles: { list: listPeople, addressOf: (slug: string) => address('/profile/@slug', { slug }) },
} as const;

export const sitemapIndex: MachineDocument = {
  path: '/sitemap.xml',
  query: {},
  async load({ deps }) {
    const found = await findParts(deps);
    const paths = [
      PAGES_PATH,
      ...found.stories.map((id) => partPath('stories', id)),
      ...found.profiles.map((id) => partPath('profiles', id)),
    ];
    const entries = paths.map((path) => `<sitemap><loc>${deps.config.BASE_URL}${path}</loc></sitemap>\n`);
    return {
      type: SITEMAP_TYPE,
      body: `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`,
      tags: [],
      validUntil: new Date(deps.clock.now().getTime() + INDEX_LASTS_MS),
      geofilters: [],
    };
  },
};

type Entry = { path: Address; lastUpdate?: Date; pictureUrl?: string | null };

function writeEntry(baseUrl: string, { path, lastUpdate, pictureUrl }: Entry): string {
  const urlIn = (locale: (typeof LOCALES)[number]) => escapeXml(baseUrl + localizedPath(locale, path));
  const alternates = [
    ...LOCALES.map((locale) => [locale, urlIn(locale)]),
    ['x-default', urlIn(DEFAULT_LOCALE)],
  ]
    .map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`)
    .join('');
  const changed = lastUpdate === undefined ? '' : `<lastmod>${lastUpdate.toISOString()}</lastmod>`;
  const image = pictureUrl
    ? `<image:image><image:loc>${escapeXml(baseUrl + pictureUrl)}</image:loc></image:image>`
    : '';
  return LOCALES.map(
    (locale) => `<url><loc>${urlIn(locale)}</loc>${changed}${alternates}${image}</url>\n`,
  ).join('');
}

export async function writePages(
  deps: Deps,
  { country, isPublic }: { country: string | null; isPublic(path: FixedPath): boolean },
): Promise<string> {
  const { genres, languages } = await findShelves(deps, country);
  const paths: Address[] = [
    ...PAGE_PATHS.filter(isFixed).filter((path) => !UNLISTED.includes(path) && isPublic(path)),
    ...genres.map((genre) => address('/genres/@genre', { genre })),
    ...languages.map((code) => address('/languages/@code', { code })),
  ];
  const notes = contentShelf
    .of(deps)
    .list(DEFAULT_LOCALE, 'blog')
    .map(({ name, changed }) => ({
      path: address('/blog/@slug', { slug: lastPart(name) ?? name }),
      lastUpdate: new Date(`${changed}T00:00:00Z`),
    }));
  const entries = [...paths.map((path) => ({ path })), ...notes];
  return `${HEAD}${URLSET}${entries.map((entry) => writeEntry(deps.config.BASE_URL, entry)).join('')}</urlset>\n`;
}

/** The text of a part, some hundred entries at a time. Its queries end when the consumer stops reading. */
export async function* writePart(
  deps: Deps,
  kind: Kind,
  where: { from: string; country: string | null },
): AsyncGenerator<string> {
  const { list, addressOf } = parts[kind];
  const entryOf = ({ slug, ...rest }: Listed) =>
    writeEntry(deps.config.BASE_URL, { path: addressOf(slug), ...rest });
  yield HEAD + URLSET;
  for await (const rows of list(deps, where)) yield rows.map(entryOf).join('');
  yield '</urlset>\n';
}
