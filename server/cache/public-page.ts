/** What makes an address that of a public page, and what the renderer of one is told and gives back. */

import type { GeofilterFacts } from '../domains/publishing/countries/rules.ts';
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
  /** The longest that a CDN may keep it; undefined: as long as it keeps any page. */
  cacheSeconds: number | undefined;
  /** One of addresses that anybody can make up without end. */
  isEndless: boolean;
};

/** It starts so, goes on with the page's body from `restAt`, and has `later` put in at `laterAt` of that body. */
export type FirstForm = { start: Buffer; restAt: number; later: Buffer; laterAt: number };

export type PublicPage = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The same page for who holds no styles of this build yet. */
  first?: FirstForm | undefined;
  /** What the page was made of; a purge of any of these removes it. */
  tags: readonly PurgeTag[];
  /** The page tells something that ceases to be true at this moment. */
  validUntil?: Date | undefined;
  /** Of all stories that decided what stands on the page; without them it holds for the one country alone. */
  geofilters?: readonly GeofilterFacts[] | null | undefined;
};

/** Null: no public page after all; the request goes on to the streaming renderer. */
export type RenderPublicPage = (request: PublicPageRequest) => Promise<PublicPage | null>;

/** The form of each value by its name. */
export type Forms = Readonly<Record<string, RegExp>>;

/** What makes a page the same for everyone of a language and country; stands in its `+config.ts`. */
export type PublicFacts = {
  /** The form of each part of the address that is not fixed. */
  params?: Forms;
  /** The parameters that the page reads, in the order in which they stand in its address; it can read no others. */
  query: Forms;
  /** Parameters with which it is made for one visitor alone. */
  forOne?: readonly string[];
  /** The longest that a CDN may keep it, where it may at all. */
  cacheSeconds?: number;
  /** Anybody can make up addresses of it without end, each answered with 200. */
  endless?: true;
  /** What is hidden from everybody may be kept for whoever paid for it. */
  keptForSome?: true;
};

/** `parts` are those of the path: fixed ones as text. */
export type PublicRoute = PublicFacts & { parts: readonly (string | RegExp)[]; pattern?: string };

/** `route`: its pattern, such as `/stories/@slug`. */
export type PublicAddress = Omit<PublicPageRequest, 'country'> & { route: string; keptForSome: boolean };
/** What a request for this address (path and query as they came) asks for; null when it is for no public page. */
export type ReadPublicAddress = (url: string) => PublicAddress | null;

const prefixes = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

/** A page with something to say to one visitor is made for them alone, so that it can say so without JavaScript too. */
const NOTICES = ['success_notice', 'error_notice'];

/** decisions.md §6, §9: what is locked, or hidden and kept for some; whoever has a session gets a page of their own. */
export const hasOwnPages = (
  { status }: { status: number },
  { keptForSome }: Pick<PublicAddress, 'keptForSome'>,
): boolean => status === 402 || (status === 404 && keptForSome);

export function publicAddresses(routes: readonly PublicRoute[]): ReadPublicAddress {
  return (url) => {
    const mark = url.indexOf('?');
    const fullPath = mark < 0 ? url : url.slice(0, mark);
    const locale = prefixes.find((prefix) => fullPath === `/${prefix}` || fullPath.startsWith(`/${prefix}/`));
    const prefix = locale === undefined ? '' : `/${locale}`;
    const path = fullPath === prefix && prefix !== '' ? '/' : fullPath.slice(prefix.length);
    // `/de/` is not the address of the German landing page, but redirected to it by the pages.
    if (fullPath === `${prefix}/` && prefix !== '') return null;
    const parts = path === '/' ? [] : path.slice(1).split('/');
    const route = routes.find((one) => fits(one, parts));
    if (route === undefined) return null;
    const given = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
    if ([...NOTICES, ...(route.forOne ?? [])].some((name) => given.has(name))) return null;
    const query = knownParameters(given, route.query);
    const search = new URLSearchParams(query).toString();
    const canonicalPath = prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
    return {
      route: route.pattern ?? 'unknown',
      keptForSome: route.keptForSome === true,
      path,
      query,
      locale: locale ?? DEFAULT_LOCALE,
      url: search === '' ? canonicalPath : `${canonicalPath}?${search}`,
      cacheSeconds: route.cacheSeconds,
      isEndless: route.endless === true,
    };
  };
}

const fits = ({ parts: wanted }: PublicRoute, parts: readonly string[]): boolean =>
  wanted.length === parts.length &&
  parts.every((part, at) => {
    const form = wanted[at];
    return form instanceof RegExp ? form.test(part) : form === part;
  });

function knownParameters(given: URLSearchParams, forms: Forms): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, form] of Object.entries(forms)) {
    const value = given.get(name);
    if (value !== null && form.test(value)) query[name] = value;
  }
  return query;
}
