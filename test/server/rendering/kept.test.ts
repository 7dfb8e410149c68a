import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { eventually } from '../../support/eventually.ts';
import { startWeb } from '../../support/web.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Data loaded by this test's pages, as long as anything references it. */
const loaded: WeakRef<object>[] = [];
Object.assign(globalThis, { noteLoaded: (words: object) => void loaded.push(new WeakRef(words)) });

const data = (body: string) => `import { pageData } from '../layout/data.ts';
import { notFound } from '#server/lib/errors.ts';
export const data = pageData(async () => {
  const words = { text: 'some words' };
  globalThis.noteLoaded(words);
  ${body}
  return { head: { title: 'x' }, words };
});`;
const Page = `export default function Page({ data }) { return <main id="main">{data.words.text}</main>; }`;
const isPublic = `export default { public: { query: {} } };`;

/** Reads forbidden request data, chosen by the `day` parameter. */
const curious = `import { pageData } from '../layout/data.ts';
const wishes = {
  1: (request) => request.viewer,
  2: (request) => request.browser,
  3: (request) => request.query.get('month'),
  4: (request) => request.query.has('month'),
  5() {
    globalThis.waits = (globalThis.waits ?? 0) + 1;
    throw new Error('timeout exceeded when trying to connect');
  },
};
export const data = pageData((request) => {
  const day = request.query.get('day');
  wishes[day]?.(request);
  return { head: { title: 'x' }, words: { text: 'asked for ' + day + ' of ' + request.query } };
});`;

const web = await startWeb({
  files: {
    // Error pages render this page, as in the product.
    'pages/index/+data.ts': data(''),
    'pages/index/+Page.tsx': Page,
    'pages/curious/+config.ts': `export default { public: { query: { day: /^\\d$/ } } };`,
    'pages/curious/+data.ts': curious,
    'pages/curious/+Page.tsx': Page,
    'pages/shared/+config.ts': isPublic,
    'pages/shared/+data.ts': data(''),
    'pages/shared/+Page.tsx': Page,
    'pages/unknown/+config.ts': isPublic,
    'pages/unknown/+data.ts': data(`throw notFound('not_found');`),
    'pages/unknown/+Page.tsx': Page,
    'pages/stuck/+config.ts': 'export default { hooksTimeout: { data: { error: 20, warning: false } } };',
    'pages/stuck/+data.ts': data('await new Promise(() => {});'),
    'pages/stuck/+Page.tsx': Page,
    'pages/mine/+data.ts': data(''),
    'pages/mine/+Page.tsx': Page,
  },
});

const RENDERINGS = 20;

/** React, Vike and Node may reference the last one. A leak would grow with every rendering. */
const HELD_MAX_COUNT = 2;

for (const [path, status] of [
  ['/shared', 200],
  ['/unknown', 404],
  ['/nowhere', 404],
  ['/mine', 200],
] as const) {
  await t.test(`nothing of a rendering of ${path} is kept`, async (t) => {
    loaded.length = 0;
    for (let turn = 0; turn < RENDERINGS; turn += 1) {
      const response = await fetch(web.origin + path);
      t.equal(response.status, status);
      await response.text();
    }
    if (path !== '/nowhere') t.equal(loaded.length, RENDERINGS);
    await eventually('what the pages loaded is free', () => {
      collect();
      return loaded.filter((reference) => reference.deref() !== undefined).length <= HELD_MAX_COUNT;
    });
  });
}

await t.test('a page leaves no listener at a signal that outlives it', async (t) => {
  const { signal } = new AbortController();
  for (const complete of [false, true]) {
    const page = await web.pages.renderStreamed({
      url: '/mine',
      viewer: null,
      browser: {
        cookies: {},
        userAgent: '',
        address: '::1',
        endSession: async () => null,
        signIn() {},
        keepTicket() {},
        remember() {},
      },
      country: null,
      complete,
      signal,
    });
    t.equal(page.status, 200);
    await eventually('the listener is gone', () => getEventListeners(signal, 'abort').length === 0);
  }
});

await t.test('a public page that reads an unlisted parameter, or who is there, fails', async (t) => {
  const get = (query: string) => fetch(`${web.origin}/curious?${query}`);
  t.match(await (await get('day=9&month=1&success_notice=x')).text(), 'asked for 9 of day=9');
  t.match(await (await get('day=May')).text(), 'asked for null of <', 'nor one of another form');
  for (const [query, what] of [
    ['day=1', 'who is signed in'],
    ['day=2', 'which browser asks'],
    ['day=3', 'the parameter "month"'],
    ['day=4', 'the parameter "month"'],
  ] as const) {
    // A cached request, and one with a private notice.
    for (const more of ['', '&success_notice=x']) {
      web.errors.length = 0;
      t.equal((await get(query + more)).status, 500, query);
      t.match(web.errors[0], { err: { message: `the public page /curious reads ${what}, which its` } });
    }
  }
});

await t.test('a page that waits in vain is a pause, and is loaded once', async (t) => {
  // A known page is rendered without Vike.
  t.equal((await fetch(`${web.origin}/curious?day=9`)).status, 200);
  for (const path of ['/curious?day=5', '/stuck']) {
    const response = await fetch(web.origin + path);
    t.equal(response.status, 503, path);
    t.equal(response.headers.get('retry-after'), '5', path);
    t.match(await response.text(), 'We will be right back.', path);
  }
  t.equal((globalThis as { waits?: number }).waits, 1);
});

await web.close();
