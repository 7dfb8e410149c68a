/**
 * Sign-in methods that need a browser: providers on other sites (127.0.0.1), and passkeys, which need a domain
 * (`localhost`).
 */
import { eq } from 'drizzle-orm';
import type { BrowserContext, Page } from 'playwright';
import t from 'tap';
import { passkeys, sessions, users } from '../../../db/schema/index.ts';
import { PROVIDERS, SOCIAL_COOKIE } from '../../../server/domains/accounts/providers/rules.ts';
import { PASSWORD } from '../../support/app.ts';
import { freePort } from '../../support/free-port.ts';
import { choose, click, expect, fill } from '../../support/hand.ts';
import { alertsOf } from '../../support/islands.ts';
import { type OpenOptions, startSite } from '../../support/site.ts';
import { startPeers } from '../../support/social.ts';

const FACEBOOK = 'https://connect.facebook.net/**';
const KEY = 'social_subscribe_to_emails';

const port = await freePort();
const origin = `http://localhost:${port}`;
const peers = await startPeers(origin);
const site = await startSite({ port, environment: peers.environment });

t.teardown(async () => {
  await site.close();
  await peers.close();
});

const open = (options: OpenOptions = {}) => site.open({ ...options, baseURL: origin });
const said = (faults: readonly string[], text: RegExp) =>
  expect.poll(() => alertsOf(faults).at(-1)).toMatch(text);
/** The providers are other hosts by design. */
const wrong = (faults: readonly string[]) =>
  faults.filter(
    (fault) => !/^dialog: |^request to another host: http:\/\/127\.0\.0\.1:|\b4(01|22)\b/.test(fault),
  );
const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);
const cookie = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((each) => each.name === name);
const accountOf = async (email: string) =>
  (await site.deps.db.select().from(users).where(eq(users.email, email)))[0];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

t.test(
  'ACC-55 ACC-56 the script of Facebook holds nothing up, and comes when its button is pressed',
  async (t) => {
    const { page, context, goto } = await open();
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
    await goto('/sign_in');
    const script = page.locator('script[src*="connect.facebook.net"]');
    await expect(script).toHaveCount(0);
    t.same(asked, [], 'nothing is asked of Facebook before its button is pressed');
    // Keeps the click from following the link.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await click(link(page, 'Continue with Facebook'));
    await page.getByLabel('E-mail', { exact: true }).fill('typed while it is on its way');
    await expect.poll(() => asked.length).toBe(1);
    await expect(script).toHaveAttribute('src', /#.*version=v10\.0/);
    await expect(script).toHaveJSProperty('async', true);
    release();
    await expect(page).toHaveTitle('loaded');
    await goto('/forgotten_password');
    await expect(button(page, 'Send the link')).toBeVisible();
    await expect(script).toHaveCount(0);
    await context.close();
  },
);

t.test('a newcomer by Google', async (t) => {
  const { page, context, goto, faults } = await open();

  await t.test(
    'ACC-41 ACC-42 ACC-48 ACC-49 ACC-50 ACC-51 ACC-57 the choice travels along, the birthday is asked',
    async (t) => {
      await goto('/sign_up?back=%2Fprofile_edit');
      await choose(page.getByRole('checkbox', { name: 'E-mail me' }).last());
      const google = link(page, 'Continue with Google');
      // An empty response leaves the browser on the page.
      await page.route('**/api/auth/google?**', (route) => route.fulfill({ status: 204 }));
      await click(google);
      await expect.poll(() => kept(page)).toBe('1');
      await page.unroute('**/api/auth/google?**');
      await click(google);
      await expect(page).toHaveURL(/\/sign_up\/social$/);
      await expect(page.getByText('Google knows you as mika@example.org')).toBeVisible();
      const box = page.getByRole('checkbox', { name: 'E-mail me' });
      await expect.poll(() => kept(page)).toBe(null);
      await expect(box).toBeChecked();
      const name = page.getByLabel('Display name');
      await expect(name).toHaveValue('Mika Arai');
      await fill(page.getByLabel('Month'), '2');
      await fill(page.getByLabel('Day'), '30');
      await expect(page.locator('tsuzuki-island[name=SocialAccountForm][awake]')).toBeAttached();
      await expect(box, 'and it stays ticked when the form wakes').toBeChecked();
      await expect(name).toHaveValue('Mika Arai');
      await fill(page.getByLabel('Year'), '1995');
      await click(button(page, 'Create an account'));
      await expect(page.getByText('Date of birth is invalid').first()).toBeVisible();
      await fill(page.getByLabel('Day'), '3');
      await click(button(page, 'Create an account'));
      await expect(page).toHaveURL(/\/profile_edit$/);
      await said(faults, /account has been created/);
      t.match(await accountOf('mika@example.org'), { subscribeToEmails: true, dateOfBirth: '1995-02-03' });
    },
  );

  await t.test('PRO-05 the only way in cannot go, another one may be added', async (t) => {
    await goto('/connected_apps');
    const disconnect = button(page, 'Disconnect Google');
    await expect(disconnect).toBeDisabled();
    await expect(page.getByText('Google is your only way in')).toBeVisible();
    await click(link(page, 'Connect Twitter'));
    await expect(button(page, 'Disconnect Twitter')).toBeVisible();
    await said(faults, /Twitter/);
    await click(disconnect);
    await said(faults, /has been disconnected/);
    await click(link(page, 'Connect Google'));
    await expect(disconnect).toBeVisible();
    t.same(wrong(faults), []);
    await context.close();
  });
});

t.test(
  'ACC-50 ACC-52 ACC-54 ERR-73 an account that was there: the choice is applied afterwards',
  async (t) => {
    await site.deps.db.update(users).set({ subscribeToEmails: false });
    const { page, context, goto, faults } = await open();
    await goto('/de/sign_in');
    await choose(page.getByRole('checkbox', { name: 'Neues zu meinen Abos' }));
    const [request] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'PUT'),
      click(link(page, 'Weiter mit Google')),
    ]);
    t.equal(new URL(request.url()).pathname, '/api/user/settings');
    await expect(page).toHaveURL(/\/de\/creator\/stories/);
    await said(faults, /Google/);
    await expect.poll(async () => (await accountOf('mika@example.org'))?.subscribeToEmails).toBe(true);
    await expect.poll(() => kept(page)).toBe(null);
    await context.close();
  },
);

t.test('ERR-28 a sign-in that fails says so, and nothing of the choice is left', async () => {
  peers.google.mood.consent = 'refused';
  const { page, context, goto, faults } = await open();
  await goto('/sign_in');
  const box = page.getByRole('checkbox', { name: 'E-mail me' });
  await choose(box);
  await click(link(page, 'Continue with Google'));
  await said(faults, /Google/);
  await expect(page).toHaveURL(/\/sign_in$/);
  await expect.poll(() => kept(page), 'not applied by another way in').toBe(null);
  await expect(box, 'it is ticked again').toBeChecked();
  await context.close();
  peers.google.mood.consent = 'given';
});

t.test(
  'ACC-45 ACC-46 ACC-47 ACC-48 ACC-49 each provider: from a link to a session, with nothing left in the address',
  async (t) => {
    const { page, context, goto } = await open();
    let visited: string[] = [];
    page.on('response', (response) => void visited.push(response.url()));
    for (const provider of PROVIDERS) {
      visited = [];
      await context.clearCookies();
      const way = `/api/auth/${provider}?social_action=signing&locale=de&back=%2Fde%2Fcreator%2Fstories%3Ffilter%3Dall`;
      // Google and Twitter lead to the account created above.
      let id = (await accountOf('mika@example.org'))?.id;
      if (provider === 'fb' || provider === 'apple') {
        await goto(way);
        await expect(page, 'a newcomer comes to the step').toHaveURL(/\/de\/sign_up\/social$/);
        const mark = await cookie(context, SOCIAL_COOKIE);
        t.match(mark, { httpOnly: true, sameSite: 'Lax', path: '/' });
        t.equal(await cookie(context, 'auth_token'), undefined, 'and has no session');
        const made = await site.call('POST /auth/social_account', {
          body: { date_of_birth: '1990-01-31', display_name: 'Mika', email: `${provider}@example.org` },
          headers: { cookie: `${SOCIAL_COOKIE}=${mark?.value}` },
        });
        t.equal(made.statusCode, 201, made.body);
        id = made.json().user.id;
      }
      await goto(way);
      await expect(page).toHaveURL(/\/de\/creator\/stories\?filter=all$/);
      const session = await cookie(context, 'auth_token');
      t.match(session, { httpOnly: true, sameSite: 'Lax' });
      const account = await site.call('GET /user/account', {
        headers: { cookie: `auth_token=${session?.value}` },
      });
      t.equal(account.json().user.id, id, `ACC-48 ${provider}`);

      const spent = visited.findLast((each) => each.includes('auth_token=')) ?? '';
      t.match(spent, '/de/sign_in?auth_token=');
      t.equal(new URL(spent).searchParams.get('social_app_name'), provider);
      await context.clearCookies({ name: 'auth_token' });
      await goto(spent);
      await expect(page, 'the address of the history opens nothing').toHaveURL(/\/de\/sign_in(\?|$)/);
      t.equal(await cookie(context, 'auth_token'), undefined);
    }
    await context.close();
  },
);

t.test('ACC-07 a passkey is added, signs in and proves; its name is a text', async (t) => {
  const mirko = await site.signUp('Mirko Haas');
  const name = '<img src=x onerror=alert(1)>\u202e"\'';
  const { page, goto, context, faults } = await open({ as: mirko });
  const wire = await context.newCDPSession(page);
  await wire.send('WebAuthn.enable');
  await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await goto('/settings/second_factor');
  await fill(page.getByLabel('Name of this passkey'), name);
  await click(button(page, 'Add a passkey'));
  await expect(page.getByRole('heading', { name: 'Save these 10 codes' })).toBeVisible();
  await expect(page.getByText('Passkey “<img src=x onerror=alert(1)>')).toBeVisible();
  const [row] = await site.deps.db.select().from(passkeys).where(eq(passkeys.userId, mirko.id));
  t.notMatch(row?.name, /\u202e/);

  await context.clearCookies();
  await goto('/sign_in?back=%2Flibrary');
  await fill(page.getByLabel('E-mail', { exact: true }), mirko.email);
  await fill(page.getByLabel('Password'), PASSWORD);
  await click(button(page, 'Sign in'));
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await click(button(page, 'Use passkey'));
  await expect(page).toHaveURL(/\/library/);
  t.ok(await cookie(context, 'auth_token'));

  await site.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, mirko.id));
  await goto('/fresh_sign_in?back=%2Fsettings%2Fsecond_factor');
  await click(button(page, 'Use passkey'));
  await expect(page.getByText('Switch off …')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/second_factor/);
  t.same(wrong(faults), []);
  await context.close();
});
