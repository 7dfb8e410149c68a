/** Social sign-in as a visitor sees it: buttons, the choice that travels along, the step for newcomers, connected apps. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { eq } from 'drizzle-orm';
import type { BrowserContext, Page } from 'playwright';
import t from 'tap';
import { users } from '../../db/schema/index.ts';
import { createPages } from '../../server/rendering/plugin.ts';
import { startTestApp } from '../support/app.ts';
import { borrowBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { wakeIsland } from '../support/islands.ts';
import { startPeers } from '../support/social.ts';

process.env.NODE_ENV = 'production';

/** The providers stand on 127.0.0.1, so `localhost` makes them other sites. */
const port = await freePort();
const origin = `http://localhost:${port}`;
const peers = await startPeers(origin);
const site = await startTestApp({
  environment: peers.environment,
  app: async (deps) => ({ pages: await createPages(deps, { mode: 'production' }) }),
});
await site.app.listen({ port, host: 'localhost' });
const browser = await borrowBrowser();

const FACEBOOK = 'https://connect.facebook.net/**';
const KEY = 'social_subscribe_to_emails';

type Visit = { page: Page; context: BrowserContext; said: string[]; problems: string[] };

async function visit(path: string, { facebook = true } = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  if (facebook)
    await context.route(FACEBOOK, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  const page = await context.newPage();
  const said: string[] = [];
  const problems: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss().catch(() => undefined);
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(path);
  return { page, context, said, problems };
}

const told = (said: readonly string[], text: RegExp) =>
  eventually(`an alert ${text}`, () => said.some((one) => text.test(one)));
const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);
const accountOf = async (email: string) => {
  const [row] = await site.deps.db.select().from(users).where(eq(users.email, email));
  return row;
};

t.test(
  'ACC-37 ACC-38 ACC-39 ACC-40 ACC-43 ACC-44 the four providers are plain links to their paths',
  async (t) => {
    for (const path of ['/de/sign_in', '/de/sign_up']) {
      const { page, context, problems } = await visit(`${path}?back=%2Fde%2Fsettings`);
      for (const [name, provider] of [
        ['Facebook', 'fb'],
        ['Twitter', 'twitter'],
        ['Google', 'google'],
        ['Apple', 'apple'],
      ]) {
        const link = page.getByRole('link', { name: `Weiter mit ${name}` });
        const url = new URL((await link.getAttribute('href')) ?? '', origin);
        t.equal(url.pathname, `/api/auth/${provider}`);
        t.equal(url.searchParams.get('social_action'), 'signing');
        t.equal(url.searchParams.get('back'), '/de/settings', 'ACC-53');
      }
      t.same(problems, []);
      await context.close();
    }
  },
);

t.test('ACC-55 ACC-56 the script of Facebook holds nothing up, and only these pages let it in', async (t) => {
  const { page, context } = await visit('about:blank', { facebook: false });
  const asked: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(FACEBOOK, async (route) => {
    asked.push(route.request().url());
    await held;
    await route.fulfill({ contentType: 'text/javascript', body: 'document.title = "loaded"' });
  });
  const response = await page.goto('/sign_in', { waitUntil: 'domcontentloaded' });
  t.match(response?.headers()['content-security-policy'], /script-src [^;]*https:\/\/connect\.facebook\.net/);
  await page.waitForLoadState('load');
  t.same(asked, [], 'nothing is asked of Facebook before its button is pressed');
  t.equal(await page.locator('script[src*="facebook"]').count(), 0);
  // Its link would lead away.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
  await page.getByRole('link', { name: 'Continue with Facebook' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill('typed while it is on its way');
  await eventually('the script', () => asked.length > 0);
  const script = page.locator('script[src*="connect.facebook.net"]');
  t.equal(await script.evaluate((element) => (element as HTMLScriptElement).async), true);
  t.match(await script.getAttribute('src'), /#.*version=v10\.0/);
  release();
  await page.waitForFunction(() => document.title === 'loaded');
  for (const path of ['/forgotten_password', '/']) {
    const other = await page.goto(path);
    t.notMatch(other?.headers()['content-security-policy'], /facebook/, path);
    t.equal(await script.count(), 0);
  }
  await context.close();
});

t.test(
  'ACC-41 ACC-42 ACC-48 ACC-49 ACC-50 ACC-51 ACC-57 a newcomer: the choice travels along, the birthday is asked',
  async (t) => {
    const { page, context, said } = await visit('/sign_up?back=%2Fprofile_edit');
    await page.getByRole('checkbox', { name: 'And mail me' }).check();
    const google = page.getByRole('link', { name: 'Continue with Google' });
    // An empty answer leaves the page where it is.
    await page.route('**/api/auth/google?**', (route) => route.fulfill({ status: 204 }));
    await google.click();
    await eventually('the choice', async () => (await kept(page)) === '1');
    await page.unroute('**/api/auth/google?**');
    await google.click();
    await page.waitForURL('**/sign_up/social');
    t.ok(await page.getByText('Google knows you as mika@example.org').isVisible());
    const box = page.getByRole('checkbox', { name: 'Send me news' });
    await eventually('the choice is taken over', async () => (await kept(page)) === null);
    t.ok(await box.isChecked());
    t.equal(await kept(page), null);
    await wakeIsland(page, 'SocialAccountForm');
    t.ok(await box.isChecked(), 'and it stays ticked when the form wakes');
    t.equal(await page.getByLabel('Display name').inputValue(), 'Mika Arai');
    await page.getByLabel('Month').fill('2');
    await page.getByLabel('Day').fill('30');
    await page.getByLabel('Year').fill('1995');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByText('Date of birth is invalid').waitFor();
    await page.getByLabel('Day').fill('3');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.waitForURL((url) => url.pathname === '/profile_edit');
    await told(said, /account has been created/);
    t.match(await accountOf('mika@example.org'), { subscribeToEmails: true, dateOfBirth: '1995-02-03' });

    await t.test('PRO-05 the only way in cannot go, another one may be added', async (t) => {
      await page.goto('/connected_apps');
      t.ok(await page.getByRole('button', { name: 'Disconnect Google' }).isDisabled());
      t.ok(await page.getByText('Google is your only way in').isVisible());
      await page.getByRole('link', { name: 'Connect Twitter' }).click();
      await page.waitForURL(/\/connected_apps/);
      await told(said, /Twitter/);
      await page.getByRole('button', { name: 'Disconnect Google' }).click();
      await told(said, /has been disconnected/);
      await page.getByRole('link', { name: 'Connect Google' }).click();
      await page.getByRole('button', { name: 'Disconnect Google' }).waitFor();
    });
    await context.close();
  },
);

t.test(
  'ACC-50 ACC-52 ACC-54 ERR-73 an account that was there: the choice is applied afterwards',
  async (t) => {
    await site.deps.db.update(users).set({ subscribeToEmails: false });
    const { page, context, said } = await visit('/de/sign_in');
    const [request] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'PUT'),
      page
        .getByRole('checkbox', { name: 'Abos mailen' })
        .check()
        .then(() => page.getByRole('link', { name: 'Weiter mit Google' }).click()),
    ]);
    t.equal(new URL(request.url()).pathname, '/api/user/settings');
    await page.waitForURL(/\/de\/creator\/stories/);
    await told(said, /Google/);
    await eventually(
      'the choice',
      async () => (await accountOf('mika@example.org'))?.subscribeToEmails === true,
    );
    await eventually('nothing kept', async () => (await kept(page)) === null);
    await context.close();
  },
);

t.test('ACC-37 ACC-45 ACC-57 a newcomer in German, by Facebook', async (t) => {
  const { page, context, said, problems } = await visit('/de/sign_up');
  await page.getByRole('link', { name: 'Weiter mit Facebook' }).click();
  await page.waitForURL('**/de/sign_up/social');
  t.ok(await page.getByText('Facebook kennt dich').isVisible());
  await wakeIsland(page, 'SocialAccountForm');
  await page.getByLabel('Anzeigename').fill(' ');
  await page.getByLabel('E-Mail', { exact: true }).fill('mika@');
  await page.getByLabel('Monat').fill('2');
  await page.getByLabel('Tag').fill('30');
  await page.getByLabel('Jahr').fill('1995');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.getByText('Anzeigename darf nicht leer sein').waitFor();
  t.ok(await page.getByText('E-Mail ist ungültig').isVisible(), 'ERR-11');
  t.ok(await page.getByText('Geburtsdatum ist ungültig').isVisible());
  await page.getByLabel('Anzeigename').fill('Mika F.');
  await page.getByLabel('E-Mail', { exact: true }).fill('mika.f@post.example');
  await page.getByLabel('Tag').fill('3');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.waitForURL(/\/de\/creator\/stories/);
  await told(said, /Dein Konto ist angelegt/);
  t.match(await accountOf('mika.f@post.example'), { displayName: 'Mika F.', language: 'de' });
  for (const path of ['/de/settings', '/de/connected_apps']) {
    await page.goto(path);
    t.ok(await page.getByText('Andere Konten kannst du verbinden, sobald').isVisible());
    const again = page.getByRole('button', { name: 'Noch einmal schicken' });
    t.equal(await again.count(), 1, `${path}: the mail is offered once`);
  }
  t.same(
    problems.filter((problem) => !/status of 422/.test(problem)),
    [],
  );
  await context.close();
});

t.test('ERR-28 a sign-in that fails says so, and nothing of the choice is left', async (t) => {
  peers.google.mood.consent = 'refused';
  const { page, context, said } = await visit('/sign_in');
  await page.getByRole('checkbox', { name: 'And mail me' }).check();
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.waitForURL((url) => url.pathname === '/sign_in' && url.search === '');
  await told(said, /Google/);
  await eventually('nothing kept', async () => (await kept(page)) === null);
  t.ok(await page.getByRole('checkbox', { name: 'And mail me' }).isChecked(), 'it is ticked again');
  t.equal(await kept(page), null, 'and not applied by another way in');
  await context.close();
  peers.google.mood.consent = 'given';
});

t.test('everything is closed', async () => {
  await browser.close();
  await site.close();
  await peers.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
