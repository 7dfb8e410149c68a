import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import t from 'tap';
import { borrowBrowser } from '../support/browser.ts';
import { startWeb } from '../support/web.ts';

const simple = (title: string) => `import { pageData } from '../layout/data.ts';
export const data = pageData(() => ({ head: { title: '${title}' } }));`;

let accountCalls = 0;
const web = await startWeb({
  setup(app) {
    app.get('/api/user/account', (request) => {
      accountCalls++;
      if (!request.headers.cookie?.includes('signed_in=1'))
        throw Object.assign(new Error('no'), { statusCode: 401 });
      return { user: { display_name: '<i>Jule', mini_thumbnail_url: '/favicon.svg', notification_count: 3 } };
    });
  },
  files: {
    'islands/registry.ts': `export const islands = { UserMenu: { load: () => import('./UserMenu.tsx') },
      Counter: { load: () => import('./Counter.tsx') }, Broken: { load: () => import('./Broken.tsx') } };
      export type IslandName = keyof typeof islands;`,
    'islands/texts.ts': `export const TEXT_FILES = { counted: ['Counter'] };
      export const texts = { UserMenu: ['header'], Counter: ['header.notifications', 'errors.discover'], Broken: [] };`,
    'islands/Counter.tsx': `import { useId, useState } from 'react';
      import { useTranslations } from '../locales/react.tsx';
      export default function Counter({ start }) {
        const [count, setCount] = useState(start);
        const [text, setText] = useState('');
        const id = useId();
        const t = useTranslations('header');
        return <div><button type="button" onClick={() => setCount((n) => n + 1)}>{t('notifications', { count })}</button>
          <label htmlFor={id}>Words</label><input id={id} value={text} onChange={(e) => setText(e.target.value)} />
          <output>{text}</output>
          <form method="dialog" onSubmit={() => setText('added')}><button type="submit">Add</button></form></div>;
      }`,
    'islands/Broken.tsx': `export default function Broken() {
        if (typeof document !== 'undefined') throw new Error('breaks in the browser');
        return <p>from the server</p>;
      }`,
    'pages/index/+config.ts': `export default { cache: 'public' };`,
    'pages/index/+data.ts': simple('Start'),
    'pages/index/+Page.tsx': `import Counter from '../../islands/Counter.tsx';
      import { Island } from '../../islands/runtime/Island.tsx';
      export default () => <main id="main"><Island name="Counter" component={Counter} props={{ start: 1234 }} /></main>;`,
    'pages/wrong/+config.ts': `export default { cache: 'public' };`,
    'pages/wrong/+data.ts': simple('Wrong'),
    'pages/wrong/+Page.tsx': `import Broken from '../../islands/Broken.tsx';
      import { Island } from '../../islands/runtime/Island.tsx';
      export default () => <main id="main"><Island name="Broken" component={Broken} props={{}} />
        <Island name="Nobody" component={() => <p>unknown but readable</p>} props={{}} />
        <tsuzuki-island name="Counter" chunks="https://evil.example/x.js" props="{}"><p>foreign</p></tsuzuki-island></main>;`,
    'pages/console/+config.ts': `export default { layout: 'console' };`,
    'pages/console/+data.ts': simple('Console'),
    'pages/console/+Page.tsx': `export default () => <h1>Console</h1>;`,
  },
});

const browser = await borrowBrowser();

type Visit = { page: Page; context: BrowserContext; problems: string[] };

/** A fresh visitor; what the console reports as an error, refused policies among it, is kept. */
async function visit(
  path: string,
  options: { js?: boolean; width?: number; signedIn?: boolean; prepare?(page: Page): Promise<unknown> } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    javaScriptEnabled: options.js ?? true,
    viewport: { width: options.width ?? 1280, height: 700 },
  });
  if (options.signedIn) await context.addCookies([{ name: 'signed_in', value: '1', url: web.origin }]);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await options.prepare?.(page);
  await page.goto(web.origin + path, { waitUntil: 'domcontentloaded' });
  return { page, context, problems };
}

const awake = (page: Page, name: string) =>
  page.locator(`tsuzuki-island[name=${name}][awake]`).waitFor({ state: 'attached' });

/** A visit for which React is held back until told. */
async function visitHeld(
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Visit & { release(): void }> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const visited = await visit(path, {
    async prepare(page) {
      await prepare?.(page);
      await page.route('**/hydrate.*.js', (route) => held.then(() => route.continue()));
    },
  });
  // The loader is a script of the page, so it listens by then.
  await visited.page.waitForLoadState('load');
  return { ...visited, release };
}

await t.test('an island wakes by itself, with its own texts and without a complaint', async (t) => {
  const { page, context, problems } = await visit('/');
  await awake(page, 'Counter');
  const button = page.getByRole('button', { name: 'new notifications' });
  t.equal(await button.textContent(), '1,234 new notifications');
  await button.click();
  t.equal(await button.textContent(), '1,235 new notifications');
  t.same(problems, [], 'no mismatch, no refused script');
  t.notOk(await page.getByText('UI component cannot be found').isVisible());
  await context.close();
});

await t.test('I18-19 German texts come with the same figures', async (t) => {
  const { page, context, problems } = await visit('/de');
  await awake(page, 'Counter');
  const button = page.getByRole('button', { name: 'Mitteilungen' });
  await button.click();
  t.equal(await button.textContent(), '1,235 neue Mitteilungen');
  t.same(problems, []);
  await context.close();
});

await t.test('the first click and typed words are not lost while React is on its way', async (t) => {
  const { page, context, release } = await visitHeld('/');
  const button = page.getByRole('button', { name: 'new notifications' });
  await button.click();
  await page.getByLabel('Words').fill('typed before');
  t.equal(await button.textContent(), '1,234 new notifications');
  release();
  await page.locator('output', { hasText: 'typed before' }).waitFor();
  await page.getByText('1,235 new notifications').waitFor();
  await button.click();
  t.equal(await button.textContent(), '1,236 new notifications', 'the first counted once');
  await context.close();
});

await t.test('what is filled in while React takes over is not set back', async (t) => {
  const { page, context, release } = await visitHeld('/', (page) =>
    page.addInitScript(() => {
      // React works in steps that it asks for by messages; they wait here until the test lets them go.
      const waiting: (() => void)[] = [];
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
        waiting.push(() => postMessage.call(this, message));
      };
      Object.assign(window, {
        letGo() {
          MessagePort.prototype.postMessage = postMessage;
          for (const go of waiting) go();
        },
      });
    }),
  );
  const words = page.getByLabel('Words');
  await words.evaluate((input: HTMLInputElement) => {
    input.value = 'before';
  });
  release();
  await awake(page, 'Counter');
  await words.evaluate((input: HTMLInputElement) => {
    input.value = 'meanwhile';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.evaluate(() => (window as never as { letGo(): void }).letGo());
  await page.locator('output', { hasText: 'meanwhile' }).waitFor();
  t.equal(await words.inputValue(), 'meanwhile');
  await context.close();
});

await t.test('a form that only React answers is sent once React is there', async (t) => {
  const { page, context, problems, release } = await visitHeld('/');
  await page.getByRole('button', { name: 'Add' }).click();
  release();
  await page.locator('output', { hasText: 'added' }).waitFor();
  t.same(problems, []);
  await context.close();
});

await t.test(
  'ERR-42 OPS-15 an island that cannot be mounted leaves its HTML, and a line on the page says so',
  async (t) => {
    const { page, context, problems } = await visit('/wrong');
    const reported = () => problems.filter((problem) => problem.includes('UI component cannot be found'));
    while (reported().length < 3) await page.waitForEvent('console');
    for (const text of ['from the server', 'unknown but readable', 'foreign'])
      t.ok(await page.getByText(text).isVisible(), text);
    t.ok(reported().some((problem) => problem.includes('Nobody')));
    t.ok(
      reported().some((problem) => problem.includes('foreign origin')),
      'another origin is refused',
    );
    await awake(page, 'UserMenu');
    t.pass('the rest works');
    const line = page.getByRole('alert').filter({ hasText: /^UI component cannot be found\./ });
    await line.waitFor();
    await context.close();
    const german = await visit('/de/wrong');
    await german.page.getByText('Ein Baustein dieser Seite fehlt.').waitFor();
    await german.context.close();
  },
);

await t.test('the page says that it is ready: its islands are awake, its notices told', async (t) => {
  const { page, context, release } = await visitHeld('/');
  t.equal(await page.locator('html[data-ready]').count(), 0, 'its islands wait for React');
  release();
  await page.locator('html[data-ready]').waitFor();
  t.equal(await page.locator('tsuzuki-island[name=Counter][awake]').count(), 1);
  await context.close();
  const noticed = await visit('/console?error_notice=No', {
    prepare: (page) =>
      page.addInitScript(() => {
        Object.assign(window, {
          alert: (text: string) =>
            document.body.append(`${text}, ready: ${'ready' in document.documentElement.dataset}`),
        });
      }),
  });
  await noticed.page.locator('html[data-ready]').waitFor();
  t.equal(await noticed.page.getByText('No, ready: false').count(), 1);
  await noticed.context.close();
});

await t.test('ACC-29 no account call is made for a visitor', async (t) => {
  accountCalls = 0;
  const { page, context } = await visit('/');
  await awake(page, 'UserMenu');
  t.equal(accountCalls, 0);
  t.ok(await page.getByRole('link', { name: 'Sign in' }).isVisible(), 'HDR-04');
  await context.close();
});

await t.test('HDR-05 HDR-06 HDR-07 HDR-13 HDR-14 the account menu of a signed-in reader', async (t) => {
  const { page, context, problems } = await visit('/', { signedIn: true });
  t.notOk(await page.getByRole('link', { name: 'Sign in' }).isVisible(), 'hidden before anything is fetched');
  const name = page.locator('summary', { hasText: '<i>Jule' });
  await name.getByText('<i>Jule').waitFor();
  const face = name.locator('img[src="/favicon.svg"]');
  await face.evaluate((image: HTMLImageElement) => image.decode());
  t.ok(await face.isVisible(), 'HDR-05');
  t.ok(await name.getByText('3', { exact: true }).isVisible(), 'HDR-06');
  t.ok(await name.getByText('3 new notifications').count(), 'HDR-06 said in words too');
  const stories = page.getByRole('link', { name: 'Your stories' });
  await name.click();
  t.ok(await stories.isVisible(), 'HDR-13');
  await name.click();
  t.notOk(await stories.isVisible(), 'HDR-13');
  await name.click();
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  t.notOk(await stories.isVisible(), 'HDR-14');
  await name.click();
  await page.keyboard.press('Escape');
  t.notOk(await stories.isVisible());
  t.equal(await page.evaluate(() => document.activeElement?.tagName), 'SUMMARY', 'the focus returns');
  t.equal(await page.locator('header form').last().getAttribute('method'), 'post', 'leaving needs no script');
  t.same(problems, []);
  await context.close();
});

await t.test('HDR-17 HDR-18 HDR-20 HDR-24 the language menu, with and without JavaScript', async (t) => {
  for (const js of [true, false]) {
    const { page, context } = await visit('/de/wrong?x=1', { js });
    const summary = page.getByRole('banner').locator('summary', { hasText: 'DE' });
    await summary.click();
    const english = page.getByRole('banner').getByRole('link', { name: /^English/ });
    t.equal(await english.getAttribute('href'), '/wrong?x=1');
    if (js) {
      await page.locator('main').click({ position: { x: 5, y: 5 } });
      t.notOk(await english.isVisible());
      await summary.click();
    }
    await english.click();
    await page.waitForURL('**/wrong?x=1');
    t.equal(await page.locator('html').getAttribute('lang'), 'en');
    await context.close();
  }
});

await t.test(
  'ERR-14 ERR-15 ERR-16 ERR-17 a notice is an alert 500 ms after it was read, and leaves the address',
  async (t) => {
    const said: string[] = [];
    const { page, context } = await visit('/console?success_notice=Saved&keep=1', {
      prepare: async (page) => {
        await page.clock.install({ time: 0 });
        await page.clock.pauseAt(1000);
        page.on('dialog', (dialog) => {
          said.push(dialog.message());
          void dialog.accept();
        });
      },
    });
    await page.waitForURL((url) => url.search === '?keep=1');
    await page.clock.runFor(499);
    t.same(said, []);
    await page.clock.runFor(1);
    t.same(said, ['Saved']);
    await context.close();
  },
);

await t.test('a notice is text in the page without JavaScript', async (t) => {
  const { page, context } = await visit('/console?error_notice=%3Cb%3ENo', { js: false });
  const notice = page.locator('noscript > div');
  t.equal(await notice.textContent(), '<b>No');
  t.ok(await notice.isVisible());
  await context.close();
});

await t.test('the theme is switched, kept, and there before the first paint', async (t) => {
  const { page, context, problems } = await visit('/');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: 'light and dark' }).click();
  const dark = await paper();
  t.not(dark, light);
  await page.reload({ waitUntil: 'domcontentloaded' });
  t.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  t.equal(await paper(), dark);
  t.same(problems, []);
  await context.close();
});

await t.test(
  'HDR-28 HDR-29 the measures of the frame, and nothing wider than the narrowest phone',
  async (t) => {
    for (const [path, width] of [
      ['/', 320],
      ['/', 1280],
      ['/console', 320],
      ['/console', 1280],
      ['/nowhere', 320],
      ['/de/nowhere', 360],
    ] as const) {
      const { page, context } = await visit(path, { width, signedIn: true });
      await page.locator('footer').waitFor();
      t.equal((await page.locator('footer').boundingBox())?.height, 39, `${path} at ${width}`);
      const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
      t.ok(scroll <= width, `${path}: ${scroll} of ${width}`);
      if (path === '/console')
        t.equal((await page.getByRole('banner').locator('> div').first().boundingBox())?.height, 60);
      await context.close();
    }
  },
);

await t.test('what arrives before the largest picture is small', async (t) => {
  const folder = join(web.root, 'dist/client/assets');
  const sizes = new Map<string, number>();
  for (const name of await readdir(folder)) {
    const [entry = ''] = name.split('.');
    if (name.endsWith('.js.br') || name === `theme.${name.split('.')[1]}.js`)
      sizes.set(entry, (await stat(join(folder, name))).size);
  }
  const [boot = 0, theme = 0] = [sizes.get('boot'), sizes.get('theme')];
  t.ok(boot > 0 && boot < 1536, `the loader and the conveniences: ${boot} bytes`);
  t.ok(theme > 0 && boot + theme < 8192);
});

await browser.close();
await web.close();
