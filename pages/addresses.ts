/**
 * The addresses of all pages: each is the path of its folder in `pages/`. Pages, islands, mails and redirects use
 * `address('/stories/@slug', { slug })`. Imports nothing, so that everything may import it.
 */

export const PAGE_PATHS = [
  '/',
  '/about',
  '/admin',
  '/admin/ads',
  '/admin/contents/@type/@id',
  '/admin/episodes',
  '/admin/episodes/@id',
  '/admin/log',
  '/admin/payouts',
  '/admin/queues',
  '/admin/queues/@id',
  '/admin/reports',
  '/admin/revenue',
  '/admin/revenue/@id',
  '/admin/stories/@id',
  '/admin/users',
  '/admin/users/@id',
  '/admin/wallets',
  '/app',
  '/attention',
  '/blog',
  '/blog/@slug',
  '/blog/tags/@tag',
  '/calendar',
  '/change_password',
  '/collections/@id',
  '/comments/@id',
  '/community_guidelines',
  '/confirm_email',
  '/connected_apps',
  '/cookies',
  '/creator/comments',
  '/creator/payouts',
  '/creator/revenue',
  '/creator/revenue/@period',
  '/creator/schedule',
  '/creator/statements/@id',
  '/creator/statistics',
  '/creator/stories',
  '/creator/stories/@id',
  '/creator/stories/@id/collaborators',
  '/creator/stories/@id/details',
  '/creator/stories/@id/episodes/@episodeId',
  '/creator/stories/@id/episodes/@episodeId/chapters',
  '/creator/stories/@id/episodes/@episodeId/epub',
  '/creator/stories/@id/episodes/@episodeId/preview',
  '/creator/stories/@id/geofiltering',
  '/creator/stories/@id/preview',
  '/creator/stories/@id/prices',
  '/creator/stories/@id/statistics',
  '/creator/stories/deleted',
  '/creator/stories/new',
  '/creator_payment_program',
  '/creators',
  '/faq',
  '/forgotten_password',
  '/fresh_sign_in',
  '/genres',
  '/genres/@genre',
  '/invitation',
  '/languages/@code',
  '/library',
  '/notifications',
  '/offline',
  '/payout_notice',
  '/privacy_policy',
  '/profile/@slug',
  '/profile_edit',
  '/ranking',
  '/readers',
  '/report',
  '/report_illegal_content',
  '/report_illegal_content/receipt',
  '/reset_password',
  '/search/@phrase',
  '/security_notice',
  '/settings',
  '/settings/people',
  '/settings/reports',
  '/settings/second_factor',
  '/sign_in',
  '/sign_in/second_factor',
  '/sign_up',
  '/sign_up/social',
  '/stories/@slug',
  '/stories/@slug/@number',
  '/stories/@slug/@number/comments',
  '/stories/@slug/@number/notes',
  '/stories/@slug/comments',
  '/tags/@tag',
  '/terms_of_service',
  '/unsubscribe',
  '/wallet',
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];

type ParamOf<P extends string> = P extends `${string}@${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : P extends `${string}@${infer Name}`
    ? Name
    : never;

export type FixedPath = { [P in PagePath]: ParamOf<P> extends never ? P : never }[PagePath];

export type Address = FixedPath | (string & { readonly isAddress: true });

type Params<P extends PagePath> = { readonly [Name in ParamOf<P>]: string | number };
type More = {
  /** In this order. Undefined and null are left out. */
  query?: Readonly<Record<string, string | number | null | undefined>>;
  hash?: string | undefined;
};

const fill = (path: string, params: Readonly<Record<string, string | number>>): string =>
  path
    .split('/')
    .map((part) => (part.startsWith('@') ? partOf(String(params[part.slice(1)])) : part))
    .join('/');

/** Browsers resolve a part of one or two dots, even escaped. We append a space, which pages ignore. */
const partOf = (text: string): string => encodeURIComponent(/^\.{1,2}$/.test(text) ? `${text} ` : text);

function searchOf(query: NonNullable<More['query']>): string {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return given.length > 0 ? `?${given.join('&')}` : '';
}

export function address<P extends PagePath>(
  path: P,
  ...[params, more = {}]: P extends FixedPath
    ? [params?: Params<P>, more?: More]
    : [params: Params<P>, more?: More]
): Address {
  const filled = path.includes('@') ? fill(path, params as Record<string, string | number>) : path;
  const search = more.query === undefined ? '' : searchOf(more.query);
  return `${filled}${search}${more.hash === undefined ? '' : `#${more.hash}`}` as Address;
}

/** The address of a page that continues to `back` (ACC-53). The server accepts only paths of this site. */
export function withBack(path: Address, back: string | null | undefined): Address {
  if (!back) return path;
  return `${path}${path.includes('?') ? '&' : '?'}back=${encodeURIComponent(back)}` as Address;
}

/** Pages that fix what a refusal requires, by code, and then lead back. */
export const mending: Readonly<Record<string, Address>> = {
  fresh_sign_in_required: '/fresh_sign_in',
  prove_again: '/fresh_sign_in',
  second_factor_needed: '/sign_in/second_factor',
  second_factor_required: '/settings/second_factor',
};

export const withHash = (path: Address, hash: string): Address => `${path}#${hash}` as Address;

export const feedOf = (path: Address): Address => `${path}/feed.xml` as Address;

/** Target of the search form without a script. The server redirects to the results. */
export const searchForm = '/search' as Address;

/** First results page (SRC-22, SRC-23). A phrase of only dots gets a space, or browsers would resolve it. */
export function resultsAddress(text: string, resource?: string): Address {
  const said = text.trim();
  const phrase = /^\.{1,2}$/.test(said) ? `${said} ` : said;
  return address('/search/@phrase', { phrase }, { query: { resource } });
}
