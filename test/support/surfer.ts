/** A minimal browser for social sign-in: cookies by host, redirects, SameSite, and self-submitting pages. */
import type { FastifyInstance, InjectOptions } from 'fastify';

export const HOME = 'http://tsuzuki.test';

export type Surfer = {
  /** Follows a link from our page (with `from: 'elsewhere'`, from another site) until one of our pages is reached. */
  go(path: string, options?: { from?: 'here' | 'elsewhere' }): Promise<URL>;
  /** Like `go`, but stops before the first GET of this path and returns its address. */
  goUntil(path: string, stop: string): Promise<URL>;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string): void;
  readonly asked: string[];
  /** Additional fields that the provider's page posts, like Apple's name. */
  extraFields: Record<string, string>;
};

type Request = { method: 'GET' | 'POST'; url: URL; body?: string; site: 'same-origin' | 'cross-site' };
type Answer = { status: number; location: string | null; cookies: string[]; html: string };

const STEPS_MAX_COUNT = 20;

export function createSurfer(app: FastifyInstance): Surfer {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL): Map<string, string> => {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    return jar;
  };

  async function ask(request: Request): Promise<Answer> {
    const { method, url, body, site } = request;
    surfer.asked.push(`${method} ${url.href}`);
    // SameSite=Lax: another site's POST sends no cookie. Its links and redirects by GET do.
    const isBare = method === 'POST' && site === 'cross-site';
    const cookie = [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers: Record<string, string> = {
      host: url.host,
      'sec-fetch-site': site,
      ...(cookie === '' || isBare ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const answer =
      url.origin === HOME ? await inside(app, request, headers) : await outside(request, headers);
    for (const line of answer.cookies) keep(jarOf(url), line);
    return answer;
  }

  async function surf(first: Request, stop: string | null): Promise<URL> {
    let request = first;
    for (let step = 0; step < STEPS_MAX_COUNT; step += 1) {
      const { url } = request;
      if (url.pathname === stop && request.method === 'GET') return url;
      if (url.origin === HOME && !url.pathname.startsWith('/api/')) return url;
      const answer = await ask(request);
      const hasLeft = url.origin !== HOME || request.site === 'cross-site';
      if (answer.location !== null) {
        const next = new URL(answer.location, url);
        const site = hasLeft || next.origin !== url.origin ? 'cross-site' : 'same-origin';
        request = { method: 'GET', url: next, site };
        continue;
      }
      const form = formIn(answer.html, surfer.extraFields);
      if (form === null)
        throw new Error(`${url.href} answered ${answer.status}: ${answer.html.slice(0, 500)}`);
      request = { method: 'POST', url: new URL(form.action), body: form.body, site: 'cross-site' };
    }
    throw new Error('too many redirects');
  }

  const surfer: Surfer = {
    asked: [],
    extraFields: {},
    go: (path, { from = 'here' } = {}) => {
      const site = from === 'here' ? 'same-origin' : 'cross-site';
      return surf({ method: 'GET', url: new URL(path, HOME), site }, null);
    },
    goUntil: (path, stop) => surf({ method: 'GET', url: new URL(path, HOME), site: 'same-origin' }, stop),
    cookie: (name) => jarOf(new URL(HOME)).get(name),
    setCookie: (name, value) => void jarOf(new URL(HOME)).set(name, value),
  };
  return surfer;
}

async function inside(
  app: FastifyInstance,
  { method, url, body }: Request,
  headers: Record<string, string>,
): Promise<Answer> {
  const options: InjectOptions = { method, url: `${url.pathname}${url.search}`, headers };
  const reply = await app.inject(body === undefined ? options : { ...options, payload: body });
  const location = reply.headers.location ?? null;
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  return { status: reply.statusCode, location, cookies, html: reply.body };
}

async function outside(
  { method, url, body }: Request,
  { host: _, ...headers }: Record<string, string>,
): Promise<Answer> {
  const reply = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    cookies: reply.headers.getSetCookie(),
    html: await reply.text(),
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  const isGone = attributes.some((each) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(each));
  if (isGone || value === '') jar.delete(name);
  else jar.set(name, value);
}

function formIn(html: string, extra: Record<string, string>): { action: string; body: string } | null {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) return null;
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of html.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  )) {
    fields.set(name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  }
  for (const [name, value] of Object.entries(extra)) fields.set(name, value);
  return { action, body: fields.toString() };
}
