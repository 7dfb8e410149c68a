/** Which addresses are public pages, and what the renderer of one is told and gives back. */

import { splitLocale } from '../../locales/index.ts';
import type { GeofilterFacts } from '../domains/geo/rules.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../lib/locale.ts';
import type { PurgeTag } from './purge.ts';

/** All that may decide how a public page looks. Nothing of the user is in it, so one rendering serves everybody. */
export type PublicPageRequest = {
  /** Path without the language prefix, such as `/stories/lanterns`. */
  path: string;
  /** Only parameters that the page knows, with values that fit. */
  query: Readonly<Record<string, string>>;
  locale: Locale;
  /** Where the one who asks comes from, or null when unknown. */
  country: string | null;
  /** Canonical address: language prefix, path, known parameters in a fixed order. */
  url: string;
};

export type PublicPage = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** What the page was made of; a purge of any of these removes it. */
  tags: readonly PurgeTag[];
  /** The page tells something that ceases to be true at this moment. */
  validUntil?: Date | undefined;
  /** Of all stories that decided what stands on the page; without them it holds for the one country alone. */
  geofilters?: readonly GeofilterFacts[] | null | undefined;
};

/** Null: no public page after all; the request goes on to the streaming renderer. */
export type RenderPublicPage = (request: PublicPageRequest) => Promise<PublicPage | null>;

type Parameters = Readonly<Record<string, RegExp>>;
type PublicRoute = { pattern: RegExp; parameters: Parameters };

const none: Parameters = {};
/** A story's list of episodes: its order, a hundred other than the first, and a number to go to. */
const storyParameters: Parameters = {
  order: /^newest$/,
  episodes: /^[1-9]\d{0,2}01$/,
  episode: /^[1-9]\d{0,5}$/,
};
const routes: readonly PublicRoute[] = [
  { pattern: /^\/$/, parameters: { day: /^\d{4}-\d{2}-\d{2}$/ } },
  { pattern: /^\/stories\/[a-z0-9-]{1,200}$/, parameters: storyParameters },
  { pattern: /^\/stories\/[a-z0-9-]{1,200}\/[1-9]\d{0,5}$/, parameters: none },
  { pattern: /^\/profile\/[a-z0-9-]{1,200}$/, parameters: { page: /^[1-9]\d{0,3}$/ } },
  {
    pattern: /^\/search\/[^/]{1,600}$/,
    parameters: {
      resource: /^(?:comics|novel|indie|creators)$/,
      genre: /^[a-z_]{1,40}$/,
      language: /^[a-z]{2}$/,
      page: /^[1-9]\d{0,3}$/,
    },
  },
  {
    pattern:
      /^\/(?:about|app|creators|readers|faq|community_guidelines|privacy_policy|terms_of_service|creator_payment_program)$/,
    parameters: none,
  },
  { pattern: /^\/blog(?:\/[a-z0-9-]{1,200})?$/, parameters: none },
];

const prefixes = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

/** A page with something to say to one visitor is made for them alone, so that it can say so without JavaScript too. */
export const carriesNotice = (url: string): boolean => /[?&](?:success|error)_notice=/.test(url);

/** A story or an episode as a member of its team chose to see it: for that member alone. */
export const carriesPreview = (url: string): boolean =>
  /^\/stories\/[^/?]+(?:\/[^/?]+)?\?(?:.*&)?preview=/.test(splitLocale(url).path);

/** decisions.md §6: premium, and locked for visitors; whoever has a session gets a page of their own. */
export const isLocked = ({ status }: { status: number }): boolean => status === 402;

/** What a request for `url` (path and query as they came) asks for; null when it is for no public page. */
export function readPublicPageUrl(url: string): Omit<PublicPageRequest, 'country'> | null {
  if (carriesNotice(url) || carriesPreview(url)) return null;
  const mark = url.indexOf('?');
  const fullPath = mark < 0 ? url : url.slice(0, mark);
  const locale = prefixes.find((prefix) => fullPath === `/${prefix}` || fullPath.startsWith(`/${prefix}/`));
  const prefix = locale === undefined ? '' : `/${locale}`;
  const path = fullPath === prefix && prefix !== '' ? '/' : fullPath.slice(prefix.length);
  // `/de/` is not the address of the German landing page, but redirected to it by the pages.
  if (fullPath === `${prefix}/` && prefix !== '') return null;
  const route = routes.find(({ pattern }) => pattern.test(path));
  if (route === undefined) return null;
  const query = mark < 0 ? {} : knownParameters(url.slice(mark + 1), route.parameters);
  const search = new URLSearchParams(query).toString();
  const canonicalPath = prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
  return {
    path,
    query,
    locale: locale ?? DEFAULT_LOCALE,
    url: search === '' ? canonicalPath : `${canonicalPath}?${search}`,
  };
}

function knownParameters(search: string, parameters: Parameters): Record<string, string> {
  const query: Record<string, string> = {};
  if (parameters === none || search === '') return query;
  const given = new URLSearchParams(search);
  for (const [name, pattern] of Object.entries(parameters)) {
    const value = given.get(name);
    if (value !== null && pattern.test(value)) query[name] = value;
  }
  return query;
}

/** Addresses that anybody can make up without end, each answered with 200. */
export const isEndless = (request: { path: string }): boolean => request.path.startsWith('/search/');

/** Makes a renderer of the pages' own; what they do not call public goes on to the streaming one. */
export const publicRenderer =
  (pages: {
    isPublic(path: string): boolean;
    renderPublic(request: { url: string; country: string | null }): Promise<PublicPage>;
  }): RenderPublicPage =>
  async ({ url, country }) =>
    pages.isPublic(url) ? pages.renderPublic({ url, country }) : null;
