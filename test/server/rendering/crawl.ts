/** Follows the site's links from given addresses, like a crawler without scripts. */

import { PAGE_PATHS } from '../../../pages/addresses.ts';
import { LOCALES } from '../../../server/lib/locale.ts';
import { attribute, type Element, elements, elementsOf } from '../../support/html.ts';
import type { Site } from '../../support/site.ts';

export type DeadLink = { on: string; to: string; why: string };

type Visited = { status: number; ids: ReadonlySet<string>; links: readonly string[] };

/** Attributes with addresses of this site. GET forms are followed as well, unfilled. */
const LEADS: readonly [tag: string, name: string][] = [
  ['a', 'href'],
  ['link', 'href'],
  ['script', 'src'],
  ['img', 'src'],
];
/** More than the demo has. A site that generates endless addresses fails. */
const PAGES_MAX_COUNT = 1200;
/** Addresses of one kind differ only in content, so a few suffice to check links to that kind. */
const OF_A_KIND_MAX_COUNT = 3;

const LANGUAGE = new RegExp(`^/(?:${LOCALES.join('|')})(?=/|$)`);
const PATTERNS = PAGE_PATHS.map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/@\w+/g, '[^/]+')}$`),
  holes: path.split('@').length,
})).sort((one, other) => one.holes - other.holes);

/** Addresses with non-Latin letters are a separate kind. */
function kindOf(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const language = LANGUAGE.exec(pathname)?.[0] ?? '';
  const path = pathname.slice(language.length) || '/';
  const page = PATTERNS.find(({ pattern }) => pattern.test(path))?.path;
  const files = path.replaceAll(/[\w-]*\d[\w-]*/g, '@');
  const letters = page?.includes('@') && path.includes('%') ? '%' : '';
  return `${language}${page ?? files}${letters}?${[...searchParams.keys()].sort()}`;
}

/** Address of a GET form when it is sent unchanged. */
function addressOfForm(form: Element): string {
  const [path, hash] = (attribute(form, 'action') ?? '').split('#');
  const fields = elements(form).filter(({ tagName }) => tagName === 'input');
  const named = fields.flatMap((field) => {
    const name = attribute(field, 'name');
    return name === undefined ? [] : [[name, attribute(field, 'value') ?? '']];
  });
  return `${path}?${new URLSearchParams(named)}${hash === undefined ? '' : `#${hash}`}`;
}

const ID = /\sid="([^"]+)"/g;

/** Extracts links only where they are followed, since parsing costs more than drawing. */
async function visit(
  site: Site,
  url: string,
  { headers, isFollowed }: { headers: Record<string, string>; isFollowed: boolean },
): Promise<Visited> {
  const reply = await site.app.inject({ url, headers });
  const { statusCode: status } = reply;
  const location = reply.headers.location;
  if (status >= 300 && status < 400 && location !== undefined)
    return { status, ids: new Set(), links: [String(location)] };
  const isPage = String(reply.headers['content-type']).startsWith('text/html');
  const ids = new Set(isPage ? [...reply.body.matchAll(ID)].map(([, id = '']) => id) : []);
  const found = isPage && isFollowed ? elementsOf(reply.body) : [];
  const linked = found.flatMap((element) =>
    LEADS.flatMap(([tag, name]) => (element.tagName === tag ? (attribute(element, name) ?? []) : [])),
  );
  const asked = found
    .filter((element) => element.tagName === 'form' && attribute(element, 'method') !== 'post')
    .map(addressOfForm);
  return { status, ids, links: [...linked, ...asked] };
}

export type CrawlOptions = {
  headers?: Record<string, string>;
  /** True for statuses that are no dead ends. */
  isFine(status: number): boolean;
  /** True when the page's links are followed. The page is visited in any case. */
  follow?(path: string): boolean;
};

/** Checks every link to a page without parameters, and a few of each other kind. */
export async function deadLinks(
  site: Site,
  starts: readonly string[],
  { headers = {}, isFine, follow = () => true }: CrawlOptions,
): Promise<{ dead: DeadLink[]; visited: string[] }> {
  const own = [site.origin, site.deps.config.BASE_URL];
  const visited = new Map<string, Visited>();
  const wanted: { on: string; to: string; hash: string }[] = [];
  const kinds = new Map<string, number>();
  const queue = [...starts];
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const kind = kindOf(url);
    const count = kinds.get(kind) ?? 0;
    if (visited.has(url) || count === OF_A_KIND_MAX_COUNT) continue;
    kinds.set(kind, count + 1);
    if (visited.size === PAGES_MAX_COUNT) throw new Error(`no end of links: ${url}`);
    const page = await visit(site, url, { headers, isFollowed: follow(url) });
    visited.set(url, page);
    if (!follow(url)) continue;
    for (const link of page.links) {
      if (!URL.canParse(link, `${site.origin}${url}`)) wanted.push({ on: url, to: link, hash: '' });
      const target = new URL(link, `${site.origin}${url}`);
      // The return address does not change the page.
      target.searchParams.delete('back');
      const { origin, pathname, search, hash, protocol } = target;
      if (!protocol.startsWith('http') || !own.includes(origin)) continue;
      wanted.push({ on: url, to: pathname + search, hash: decodeURIComponent(hash.slice(1)) });
      queue.push(pathname + search);
    }
  }
  const whyDead = ({ to, hash }: { to: string; hash: string }): string | null => {
    const page = visited.get(to);
    if (page === undefined) return URL.canParse(to, site.origin) ? null : 'not an address';
    if (page.status >= 400 && !isFine(page.status)) return String(page.status);
    return hash === '' || page.status >= 300 || page.ids.has(hash) ? null : `no #${hash}`;
  };
  const dead = wanted.flatMap((link) => {
    const why = whyDead(link);
    return why === null ? [] : [{ on: link.on, to: `${link.to}${link.hash && `#${link.hash}`}`, why }];
  });
  return { dead, visited: [...visited.keys()] };
}
