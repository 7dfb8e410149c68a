/** Finds the files that a page needs offline. They are saved with it, so it never meets files of another release. */

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

type Found = {
  scripts: string[];
  others: string[];
};

/** Islands list all their files. For other scripts, imports are followed. */
export function filesOfPage(html: string): Found {
  const scripts: string[] = [];
  const others: string[] = [];
  for (const [tag = ''] of html.matchAll(/<(?:link|script|style|tsuzuki-island)\s[^>]*>/g)) {
    const rel = attribute(tag, 'rel') ?? '';
    if (/^(?:stylesheet|icon|manifest)$/.test(rel)) others.push(attribute(tag, 'href') ?? '');
    if (tag.startsWith('<script')) scripts.push(attribute(tag, 'src') ?? '');
    const sheets = `${attribute(tag, 'data-sheet') ?? ''} ${attribute(tag, 'data-files') ?? ''}`;
    others.push(...sheets.split(' '));
    const chunks = (attribute(tag, 'chunks') ?? '').split(' ');
    // Following React islands would lead to all other islands.
    if (attribute(tag, 'props') === undefined) scripts.push(...chunks);
    else others.push(...chunks);
  }
  return { scripts: [...new Set(scripts)].filter(isOurs), others: [...new Set(others)].filter(isOurs) };
}

/** A path of this site. An address with a host begins with two slashes. */
const isOurs = (path: string): boolean => /^\/[^/]/.test(path);

export function filesNamedIn(text: string, path: string): string[] {
  const named = path.endsWith('.css')
    ? [...text.matchAll(/url\(["']?([^"')]+)["']?\)/g)]
    : [...text.matchAll(/["'`]((?:\.{1,2}\/|\/assets\/)[\w./-]+\.(?:js|css))["'`]/g)];
  return named
    .map(([, name = '']) => new URL(name, `https://here${path}`))
    .filter(({ host, protocol }) => host === 'here' && protocol === 'https:')
    .map(({ pathname }) => pathname);
}

/** Every file of a page with its response. Throws when one is missing, because half a page is useless. */
export async function collectFiles(
  html: string,
  get: (path: string) => Promise<Response>,
): Promise<Map<string, Response>> {
  const { scripts, others } = filesOfPage(html);
  const wanted = new Map<string, { isFollowed: boolean; isNeeded: boolean }>();
  for (const path of others) wanted.set(path, { isFollowed: path.endsWith('.css'), isNeeded: true });
  for (const path of scripts) wanted.set(path, { isFollowed: true, isNeeded: true });
  const got = new Map<string, Response>();
  // The loop also visits paths added meanwhile.
  for (const [path, { isFollowed, isNeeded }] of wanted) {
    const reply = await get(path);
    // A string in a script may look like a file without being one.
    if (!reply.ok && !isNeeded && reply.status === 404) continue;
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    got.set(path, reply.clone());
    if (!isFollowed) continue;
    for (const name of filesNamedIn(await reply.text(), path))
      if (!wanted.has(name)) wanted.set(name, { isFollowed: true, isNeeded: false });
  }
  return got;
}

/** Drops headers that only matter on the network: the stored body is already decoded. */
export function headersOf(reply: Response): Headers {
  const headers = new Headers(reply.headers);
  for (const name of ['content-encoding', 'content-length', 'vary', 'etag', 'link']) headers.delete(name);
  return headers;
}
