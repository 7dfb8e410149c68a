/** Hostile texts in every variable part of an address: no page fails, and none gets the text into a script. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import t from 'tap';
import { localizedPath } from '../../locales/index.ts';
import { PAGE_PATHS } from '../../pages/addresses.ts';
import { LOCALES } from '../../server/lib/locale.ts';
import { corpusText } from '../support/corpus.ts';
import { attribute, elementsOf } from '../support/html.ts';
import { startSite } from '../support/site.ts';
import { hostileTexts } from './texts.ts';

/** Code and links that a browser would run or follow by itself under this policy. */
const runs = (html: string, policy: string): string[] =>
  elementsOf(html).flatMap((element) => {
    const { tagName, attrs, childNodes } = element;
    const isData = ['application/json', 'application/ld+json'].includes(attribute(element, 'type') ?? '');
    const isInline = tagName === 'script' && attribute(element, 'src') === undefined && !isData;
    const code = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
    // The theme script of a first visit is allowed by its hash. A private page's scripts carry its nonce.
    const hash = createHash('sha256').update(code).digest('base64');
    const nonce = attribute(element, 'nonce');
    const isOurs = policy.includes(hash) || (nonce !== undefined && policy.includes(`'nonce-${nonce}'`));
    const refreshes = attribute(element, 'http-equiv')?.toLowerCase() === 'refresh';
    const handlers = attrs.filter(({ name, value }) => /^on/.test(name) || /^\s*javascript:/i.test(value));
    return [
      ...(isInline && !isOurs ? ['inline script'] : []),
      ...(refreshes || tagName === 'base' ? [tagName] : []),
      ...handlers.map(({ name, value }) => `${tagName} ${name}=${value.slice(0, 40)}`),
    ];
  });

const PARAMETERS = 'q resource genre language page tag day month type order preview'.split(' ');
const LISTS = ['/', '/faq', '/ranking', '/calendar', '/blog', '/genres/drama'];

const isConsole = (path: string): boolean => path.startsWith('/creator');
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

t.test('hostile texts as addresses', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const someone = await site.signUp('Someone');
  const { all } = await hostileTexts();
  const patterns = PAGE_PATHS.filter((path) => path.includes('@'));
  const filled = (path: string, part: string): string => path.replaceAll(/@\w+/g, part);
  const faults: string[] = [];
  const look = async (url: string, headers: Record<string, string> = {}): Promise<void> => {
    const { statusCode, body, headers: said } = await site.app.inject({ url, headers });
    if (statusCode >= 500) faults.push(`${statusCode} ${url}`);
    if (String(said['content-type']).startsWith('text/html'))
      faults.push(...runs(body, String(said['content-security-policy'])).map((what) => `${what} in ${url}`));
  };

  await t.test('in the path of every page, and as its parameters', async () => {
    const headers = { cookie: `auth_token=${someone.token}; signed_in=1` };
    const query = (text: string) => PARAMETERS.map((name) => `${name}=${encoded(text)}`).join('&');
    for (const [at, text] of all.entries()) {
      const locale = LOCALES[at % LOCALES.length] ?? LOCALES[0];
      const hrefOf = (path: string) => localizedPath(locale, filled(path, encoded(text)));
      // Search has a page for any path. The other pages take turns.
      await look(`${hrefOf('/search/@phrase')}?${query(text)}`);
      const path = patterns[at % patterns.length] ?? '/';
      await look(hrefOf(path), isConsole(path) ? headers : {});
      if (at % 4 === 0) await look(`${LISTS[(at / 4) % LISTS.length]}?${query(text)}`);
    }
    t.same(faults.splice(0), []);
  });

  await t.test('as they are, on a connection (path-traversal.json)', async () => {
    const ask = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port: site.port, path }, (reply) => {
          reply.resume();
          resolve(reply.statusCode ?? 0);
        });
        asked.on('error', reject).end();
      });
    // Node refuses to send other characters, so they cannot be tested.
    const sendable = (await corpusText('path-traversal')).filter((text) => /^[\x21-\x7e]+$/.test(text));
    for (const text of sendable) {
      for (const path of [
        `/${text}`,
        `/stories/${text}`,
        `/assets/${text}`,
        `/media/${text}`,
        `/api/${text}`,
      ]) {
        const status = await ask(path);
        t.ok(status < 500 && status !== 200, `${status} ${path}`);
      }
    }
  });
});
