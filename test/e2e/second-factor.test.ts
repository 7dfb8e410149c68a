/** The second factor in a browser: an app and recovery codes without JavaScript, a passkey with it. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { passkeys, sessions } from '../../db/schema/index.ts';
import { PASSWORD } from '../support/app.ts';
import { inspectPages } from '../support/axe.ts';
import { codeApp, switchOnApp } from '../support/factor.ts';
import { freePort } from '../support/free-port.ts';
import { type Site, startSite } from '../support/site.ts';

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

/** As if the last proof were long ago. */
const makeStale = (site: Site, userId: string) =>
  site.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, userId));

t.test('the second factor in a browser', async (t) => {
  const port = await freePort();
  // A passkey belongs to a domain, so the site is one here.
  const site = await startSite({ port, environment: { BASE_URL: `http://localhost:${port}` } });
  t.teardown(() => site.close());
  let nowMs = Date.now();
  site.deps.clock.now = () => new Date(nowMs);
  const nextCode = () => {
    nowMs += 60_000;
  };

  await t.test('ACC-07 an app with codes is set up, asked for and proven without JavaScript', async (t) => {
    const jule = await site.signUp('Jule Winter');
    const { page, goto, context } = await site.open({ as: jule, javaScriptEnabled: false });
    await goto('/settings');
    await page.getByRole('link', { name: 'Second factor' }).click();
    t.match(await page.locator('noscript').first().innerText(), /Passkeys need JavaScript/);
    await press(page, 'Set up');
    const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText()).replaceAll(' ', '');
    t.ok(await page.getByRole('img', { name: 'QR code for your app' }).isVisible());
    const phone = codeApp(secret, () => site.deps.clock.now());
    await page.getByLabel('The six digits it shows').fill('000000');
    await press(page, 'Switch on');
    t.match(await page.locator('.refused').innerText(), /is not good, or no longer/);
    await page.getByLabel('The six digits it shows').fill(phone.code());
    await press(page, 'Switch on');
    const codes = await page
      .locator('ol li')
      .filter({ hasText: /^\w{4}-\w{4}-\w{4}$/ })
      .allInnerTexts();
    t.equal(codes.length, 10);
    await press(page, 'I have kept them somewhere else');
    t.notOk(await page.getByText(codes[0] ?? '').isVisible(), 'they are shown once');
    t.ok(await page.getByText('10 left').isVisible());

    await context.clearCookies();
    await goto('/sign_in?back=%2Fsettings%2Fsecond_factor');
    await signIn(page, jule.email);
    t.ok(await page.getByRole('heading', { name: 'One more step' }).isVisible());
    t.notOk(
      (await context.cookies()).some(({ name }) => name === 'auth_token'),
      'no session yet',
    );
    nextCode();
    await page.getByLabel('Six digits from your app').fill('123');
    await press(page, 'Continue');
    t.match(await page.locator('.refused').innerText(), /is not good, or no longer/);
    await page.getByLabel('Six digits from your app').fill(phone.code());
    await page.getByLabel('Do not ask on this device for 30 days').check();
    await press(page, 'Continue');
    t.match(page.url(), /\/settings\/second_factor$/);

    await context.clearCookies({ name: 'auth_token' });
    await goto('/sign_in?back=%2Fsettings%2Fsecond_factor');
    await signIn(page, jule.email);
    t.match(page.url(), /\/settings\/second_factor$/, 'this device is not asked again');
    t.notOk(await page.getByText('Switch off …').isVisible(), 'but may change nothing');
    await page.getByRole('link', { name: 'Prove it' }).click();
    t.ok(await page.getByText('Then we go on where you were: Second factor').isVisible());
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await press(page, 'Continue');
    t.match(page.url(), /\/settings\/second_factor\?success_notice=/);
    t.ok(await page.getByText('9 left').isVisible());
    await page.getByText('Switch off …').click();
    await press(page, 'Switch the second factor off');
    await context.clearCookies();
    await goto('/sign_in');
    await signIn(page, jule.email);
    t.match(page.url(), /\/creator\/stories$/, 'the password alone again');
    await context.close();
  });

  await t.test('ROL-11 an administrator is led to a second factor, and to prove it again', async (t) => {
    const admin = await site.signUp('Ada');
    await site.makeAdministrator(admin, { factor: false });
    const { page, goto, context } = await site.open({ as: admin, javaScriptEnabled: false });
    await goto('/admin/users');
    t.match(page.url(), /\/settings\/second_factor\?back=%2Fadmin%2Fusers$/);
    t.ok(await page.getByText('Administration opens once a second factor is on').isVisible());
    await switchOnApp(site, admin);
    await goto('/admin/users');
    t.match(page.url(), /\/admin\/users$/);
    await makeStale(site, admin.id);
    await goto('/admin/users');
    t.match(page.url(), /\/admin\/users$/, 'looking around needs no fresh proof');
    await goto('/fresh_sign_in?back=%2Fadmin%2Fusers');
    t.ok(await page.getByText('Administration', { exact: true }).first().isVisible());
    await context.close();
  });

  await t.test('a passkey is added, signs in and proves; its name is a text', async (t) => {
    const mirko = await site.signUp('Mirko Haas');
    const name = '<img src=x onerror=alert(1)>\u202e"\'';
    const tab = await site.open({ as: mirko, baseURL: `http://localhost:${port}` });
    const { page, goto, context } = tab;
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
    await page.getByLabel('Name of this passkey').fill(name);
    await press(page, 'Add a passkey');
    await page.getByRole('heading', { name: 'Keep these 10 codes' }).waitFor();
    t.ok(await page.getByText('Passkey “<img src=x onerror=alert(1)>').isVisible());
    const [row] = await site.deps.db.select().from(passkeys).where(eq(passkeys.userId, mirko.id));
    t.notMatch(row?.name, /\u202e/);

    await context.clearCookies();
    await goto('/sign_in?back=%2Flibrary');
    await signIn(page, mirko.email);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await press(page, 'Use passkey');
    await page.waitForURL(/\/library/);
    t.ok((await context.cookies()).some(({ name }) => name === 'auth_token'));

    await makeStale(site, mirko.id);
    await goto('/fresh_sign_in?back=%2Fsettings%2Fsecond_factor');
    await press(page, 'Use passkey');
    await page.waitForURL(/\/settings\/second_factor/);
    await page.getByText('Switch off …').waitFor();
    t.same(
      tab.faults.filter((fault) => !/401/.test(fault)),
      [],
    );
    await context.close();
  });

  await t.test('its pages by axe', async (t) => {
    const cem = await site.signUp('Cem');
    const off = await site.open({ as: cem });
    await site.call('POST /user/second_factor/app', { as: cem });
    await inspectPages(t, off, ['/settings/second_factor', '/de/settings/second_factor']);
    await site.call('DELETE /user/second_factor', { as: cem });
    await switchOnApp(site, cem);
    await inspectPages(t, off, ['/settings/second_factor']);
    await makeStale(site, cem.id);
    await inspectPages(t, off, [
      '/settings/second_factor',
      '/fresh_sign_in',
      '/de/fresh_sign_in?with=recovery',
    ]);
    await off.context.close();
    const { ticket } = (
      await site.call('POST /auth/mail', { body: { email: cem.email, password: PASSWORD } })
    ).json();
    const asked = await site.open();
    await asked.context.addCookies([{ url: site.origin, name: 'sign_in_ticket', value: ticket }]);
    await inspectPages(t, asked, ['/sign_in/second_factor', '/de/sign_in/second_factor?with=recovery']);
    await asked.context.close();
  });
});
