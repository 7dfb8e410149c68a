import type { GeofilterFacts } from '../domains/publishing/countries/rules.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../lib/locale.ts';
import type { PurgeTag } from '../ports.ts';

/** Everything that may decide how a public page looks. Nothing of the user, so one rendering serves everybody. */
export type PublicPageRequest = {
  /** Path without the language prefix, such as `/stories/lanterns`. */
  path: string;
  /** Only parameters that the page knows, with valid values. */
  query: Readonly<Record<string, string>>;
  locale: Locale;
  country: string | null;
  /** Canonical address: language prefix, path, known parameters in a fixed order. */
  url: string;
  /** Longest time a CDN may keep the page. Undefined for the usual time. */
  cacheSeconds: number | undefined;
  isEndless: boolean;
};

/** `start`, then the page's body from `restAt`, with `later` inserted at `laterAt` of that body. */
export type FirstForm = { start: Buffer; restAt: number; later: Buffer; laterAt: number };

export type PublicPage = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The same page for browsers that have not cached this build's styles yet. */
  first?: FirstForm | undefined;
  /** Everything the page was made of. A purge of any tag removes the page. */
  tags: readonly PurgeTag[];
  /** From this moment on, some content of the page is no longer true. */
  validUntil?: Date | undefined;
  /** Filters of all stories that decided the page's content. Without filters, valid for one country only. */
  geofilters?: readonly GeofilterFacts[] | null | undefined;
};

/** Null: not a public page after all. The request goes on to the streaming renderer. */
export type RenderPublicPage = (request: PublicPageRequest) => Promise<PublicPage | null>;

export type Forms = Readonly<Record<string, RegExp>>;

/** Makes a page the same for everyone of a language and country. Declared in its `+config.ts`. */
export type PublicFacts = {
  params?: Forms;
  /** The only parameters that the page can read, in the order of its canonical address. */
  query: Forms;
  /** Parameters with which the page is rendered for one visitor only. */
  forOne?: readonly string[];
  cacheSeconds?: number;
  /** Anybody can make up addresses of this page without end, each answered with 200. */
  endless?: true;
  /** Hidden content may remain visible to readers who paid for it. */
  keptForSome?: true;
};

export type PublicRoute = PublicFacts & { parts: readonly (string | RegExp)[]; pattern?: string };

/** `route` is the pattern, e.g. `/stories/@slug`. */
export type PublicAddress = Omit<PublicPageRequest, 'country'> & { route: string; keptForSome: boolean };
/** Parses path and query of a request. Null when it is not for a public page. */
export type ReadPublicAddress = (url: string) => PublicAddress | null;

const prefixes = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

/** A page with a notice is rendered for one visitor only, so that the notice works without JavaScript. */
const NOTICES = ['success_notice', 'error_notice'];

/** decisions.md §6, §9: locked pages, and hidden pages that some readers keep, differ for signed-in readers. */
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
    // The pages redirect `/de/` to the German landing page.
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
