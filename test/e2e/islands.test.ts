import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import t from 'tap';
import { borrowBrowser } from '../support/browser.ts';
import { click, expect, press, runsNoScript, settled } from '../support/hand.ts';
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
    'islands/registry.ts': `export const islands = { UserMenu: { load: () => import('./accounts/UserMenu.tsx') },
      Counter: { load: () => import('./Counter.tsx') }, Broken: { load: () => import('./Broken.tsx') } };
      export type IslandName = keyof typeof islands;`,
    'islands/runtime/textFiles.ts': `const TEXT_FILES = { counted: ['Counter'] };
      export { TEXT_FILES };
      export const textFileOf = (name) => (name === 'Counter' ? 'counted' : null);`,
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

/** Opens a page as a new visitor. Collects console errors, including refused policies. */
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
  if (options.js === false) runsNoScript(page);
  await options.prepare?.(page);
  await page.goto(web.origin + path, { waitUntil: 'domcontentloaded' });
  return { page, context, problems };
}

const isReady = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready');

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
  // After `load`, the loader is listening: it is a script of the page.
  await visited.page.waitForLoadState('load');
  return { ...visited, release };
}

await t.test('an island wakes by itself, with its own texts and without a complaint', async (t) => {
  const { page, context, problems } = await visit('/');
  const button = page.getByRole('button', { name: 'new notifications' });
  await expect(button).toHaveText('1,234 new notifications');
  await click(button);
  await expect(button).toHaveText('1,235 new notifications');
  t.same(problems, [], 'no mismatch, no refused script');
  await expect(page.getByText('UI component cannot be found')).toBeHidden();
  await context.close();
});

await t.test('I18-19 German texts come with the same figures', async (t) => {
  const { page, context, problems } = await visit('/de');
  const button = page.getByRole('button', { name: 'Benachrichtigungen' });
  await click(button);
  await expect(button).toHaveText('1,235 neue Benachrichtigungen');
  t.same(problems, []);
  await context.close();
});

await t.test('the first click and typed words are not lost while React is on its way', async () => {
  const { page, context, release } = await visitHeld('/');
  const button = page.getByRole('button', { name: 'new notifications' });
  await button.click();
  await page.getByLabel('Words').fill('typed before');
  await expect(button).toHaveText('1,234 new notifications');
  release();
  await expect(page.locator('output')).toHaveText('typed before');
  await expect(button).toHaveText('1,235 new notifications');
  await click(button);
  await expect(button, 'the first counted once').toHaveText('1,236 new notifications');
  await context.close();
});

await t.test('what is filled in while React takes over is not set back', async () => {
  const { page, context, release } = await visitHeld('/', (page) =>
    page.addInitScript(() => {
      // React schedules its steps by messages. They wait here until the test calls `letGo`.
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
  await page.locator('tsuzuki-island[name=Counter][awake]').waitFor({ state: 'attached' });
  await words.evaluate((input: HTMLInputElement) => {
    input.value = 'meanwhile';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.evaluate(() => (window as never as { letGo(): void }).letGo());
  await expect(page.locator('output')).toHaveText('meanwhile');
  await expect(words).toHaveValue('meanwhile');
  await context.close();
});

await t.test('a form that only React answers is sent once React is there', async (t) => {
  const { page, context, problems, release } = await visitHeld('/');
  await page.getByRole('button', { name: 'Add' }).click();
  release();
  await expect(page.locator('output')).toHaveText('added');
  t.same(problems, []);
  await context.close();
});

await t.test(
  'ERR-42 OPS-15 an island that cannot be mounted leaves its HTML, and a line on the page says so',
  async (t) => {
    const { page, context, problems } = await visit('/wrong');
    const reported = () => problems.filter((problem) => problem.includes('UI component cannot be found'));
    await expect.poll(() => reported().length).toBe(3);
    for (const text of ['from the server', 'unknown but readable', 'foreign'])
      await expect(page.getByText(text)).toBeVisible();
    t.ok(reported().some((problem) => problem.includes('Nobody')));
    t.ok(
      reported().some((problem) => problem.includes('foreign origin')),
      'another origin is refused',
    );
    await isReady(page);
    const line = page.getByRole('alert').filter({ hasText: /^UI component cannot be found\./ });
    await expect(line).toBeVisible();
    await page.evaluate(() => void dispatchEvent(new Event('online')));
    await expect.poll(() => reported().length, 'each is tried again').toBe(6);
    await isReady(page);
    await expect(line, 'and fails again').toBeVisible();
    await context.close();
    const german = await visit('/de/wrong');
    await expect(german.page.getByText('Ein Baustein dieser Seite fehlt.')).toBeVisible();
    await german.context.close();
  },
);

await t.test('ERR-42 an island that failed without a connection wakes with the next one', async () => {
  const { page, context } = await visit('/', {
    prepare: (page) => page.route('**/hydrate.*.js', (route) => route.abort()),
  });
  const line = page.getByRole('alert').filter({ hasText: /^UI component cannot be found\./ });
  await expect(line).toBeVisible();
  await page.unrouteAll();
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await expect(line).toBeHidden();
  const button = page.getByRole('button', { name: 'new notifications' });
  await click(button);
  await expect(button).toHaveText('1,235 new notifications');
  await context.close();
});

await t.test('the page says that it is ready: its islands are awake, its notices told', async () => {
  const { page, context, release } = await visitHeld('/');
  // Everything but React has loaded.
  await expect(page.locator('link[rel=modulepreload]')).not.toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-ready');
  release();
  await isReady(page);
  await expect(page.locator('tsuzuki-island[name=Counter]')).toHaveAttribute('awake');
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
  await isReady(noticed.page);
  await expect(noticed.page.getByText('No, ready: false')).toHaveCount(1);
  await noticed.context.close();
});

await t.test('ACC-29 no account call is made for a visitor', async (t) => {
  accountCalls = 0;
  const { page, context } = await visit('/');
  await isReady(page);
  t.equal(accountCalls, 0);
  await expect(page.getByRole('link', { name: 'Sign in' }), 'HDR-04').toBeVisible();
  await context.close();
});

await t.test('HDR-05 HDR-06 HDR-07 HDR-13 HDR-14 the account menu of a signed-in reader', async (t) => {
  const { page, context, problems } = await visit('/', { signedIn: true });
  await expect(page.getByRole('link', { name: 'Sign in' }), 'hidden before anything is fetched').toBeHidden();
  const name = page.locator('summary', { hasText: '<i>Jule' });
  await expect(name.locator('img[src="/favicon.svg"]'), 'HDR-05').toBeVisible();
  await expect(name.getByText('3', { exact: true }), 'HDR-06').toBeVisible();
  await expect(name.getByText('3 new notifications'), 'HDR-06 said in words too').toHaveCount(1);
  const stories = page.getByRole('link', { name: 'Your stories' });
  await click(name);
  await expect(stories, 'HDR-13').toBeVisible();
  await click(name);
  await expect(stories, 'HDR-13').toBeHidden();
  await click(name);
  await click(page.locator('main'), { position: { x: 5, y: 5 } });
  await expect(stories, 'HDR-14').toBeHidden();
  await click(name);
  await press(page, 'Escape');
  await expect(stories).toBeHidden();
  await expect(name, 'the focus returns').toBeFocused();
  const leaving = page.locator('header form').last();
  await expect(leaving, 'leaving needs no script').toHaveAttribute('method', 'post');
  t.same(problems, []);
  await context.close();
});

await t.test('HDR-17 HDR-18 HDR-20 HDR-24 the language menu, with and without JavaScript', async () => {
  for (const js of [true, false]) {
    const { page, context } = await visit('/de/wrong?x=1', { js });
    const summary = page.getByRole('banner').locator('summary', { hasText: 'DE' });
    await click(summary);
    const english = page.getByRole('banner').getByRole('link', { name: /^English/ });
    await expect(english).toHaveAttribute('href', '/wrong?x=1');
    if (js) {
      await click(page.locator('main'), { position: { x: 5, y: 5 } });
      await expect(english).toBeHidden();
      await click(summary);
    }
    await click(english);
    await expect(page).toHaveURL(/\/wrong\?x=1$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
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
    await expect(page).toHaveURL(/\?keep=1$/);
    await page.clock.runFor(499);
    t.same(said, []);
    await page.clock.runFor(1);
    await expect.poll(() => said).toEqual(['Saved']);
    await context.close();
  },
);

await t.test('a notice is text in the page without JavaScript', async () => {
  const { page, context } = await visit('/console?error_notice=%3Cb%3ENo', { js: false });
  const notice = page.locator('noscript > div');
  await expect(notice).toHaveText('<b>No');
  await expect(notice).toBeVisible();
  await context.close();
});

await t.test('the theme is switched, kept, and there before the first paint', async (t) => {
  const { page, context, problems } = await visit('/');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await settled(page, paper);
  await click(page.getByRole('button', { name: 'light and dark' }));
  await expect.poll(paper).not.toBe(light);
  const dark = await settled(page, paper);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(paper).toBe(dark);
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
      const measured = await settled(page, () =>
        page.evaluate(() => ({
          footer: document.querySelector('footer')?.getBoundingClientRect().height,
          header: document.querySelector('header > div')?.getBoundingClientRect().height,
          isTooWide: document.documentElement.scrollWidth > innerWidth,
        })),
      );
      t.match(measured, { footer: 39, isTooWide: false }, `${path} at ${width}`);
      if (path === '/console') t.equal(measured.header, 60);
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
