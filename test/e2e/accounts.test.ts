/** From sign-up to sign-out and back in, with the links of mails that really came by SMTP. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { users } from '../../db/schema/index.ts';
import { PASSWORD } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { alertsOf, wakeIsland } from '../support/islands.ts';
import { isAsking, linkIn, startMailServer } from '../support/mail.ts';
import { startSite } from '../support/site.ts';

const mail = await startMailServer();
const site = await startSite({
  environment: { MAILBOX: 'off', SMTP_URL: mail.url, MAIL_FROM: 'hello@tsuzuki.test' },
});

/** Path and query of the link in the newest mail to this address. */
async function linkMailedTo(address: string): Promise<string> {
  await site.runJobs();
  const received = mail.received.findLast(
    ({ to, mail: { text = '' } }) => to.includes(address) && !isAsking({ text }),
  );
  if (received === undefined) throw new Error(`no mail to ${address}`);
  const { pathname, search } = linkIn({ text: received.mail.text ?? '' });
  return `${pathname}${search}`;
}

const said = (faults: readonly string[], text: RegExp) =>
  eventually(`an alert ${text}`, () => alertsOf(faults).some((alert) => text.test(alert)));

const cookie = async (page: Page, name: string) =>
  (await page.context().cookies()).find((each) => each.name === name);

/** All but the alerts that the journey is about. */
const wrong = (faults: readonly string[], expected: RegExp = /^dialog: /): string[] =>
  faults.filter((fault) => !fault.startsWith('dialog: ') && !expected.test(fault));

const MIRA = 'mira@post.example';
const FIRST = 'a long enough secret';
const SECOND = 'another quite long one';

t.test('the account of one reader, from sign-up to a new password', async (t) => {
  const tab = await site.open();
  const { page, faults } = tab;

  await t.test('ACC-02 ACC-06 ACC-12 ERR-48 sign-up sends the confirmation link', async (t) => {
    await tab.goto('/sign_up');
    await wakeIsland(page, 'SignUpForm');
    await page.getByLabel('Display name').fill('Mira');
    await page.getByLabel('E-mail', { exact: true }).fill(MIRA);
    await page.getByLabel('Password').fill(FIRST);
    await page.getByLabel('Month').fill('1');
    await page.getByLabel('Day').fill('31');
    await page.getByLabel('Year').fill('1990');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.waitForURL(/\/creator\/stories/);
    await said(faults, /account has been created.*confirmation link/);
    t.ok(await page.getByText('Please confirm your e-mail address').isVisible(), 'and says so until then');
  });

  await t.test(
    'ACC-18 ACC-19 ACC-20 ACC-21 ACC-22 ACC-23 the token is a cookie of 7 days, the name stands in the menu',
    async (t) => {
      const token = await cookie(page, 'auth_token');
      t.match(token, { httpOnly: true, sameSite: 'Lax', path: '/' });
      t.ok(Math.abs((token?.expires ?? 0) - Date.now() / 1000 - 7 * 86_400) < 300, 'ACC-21');
      t.equal(await cookie(page, 'is_publisher'), undefined, 'ACC-22 ACC-23');
      t.ok(await page.locator('summary', { hasText: 'Mira' }).isVisible(), 'ACC-19');
    },
  );

  await t.test('ACC-03 ACC-13 the link confirms by being opened; it can be sent again before', async (t) => {
    await page.getByRole('button', { name: 'Send it again' }).click();
    await said(faults, /sent you a new confirmation link/);
    t.match(page.url(), /\/creator\/stories$/, 'back on the same page');
    const link = await linkMailedTo(MIRA);
    await tab.goto(link);
    await page.waitForURL(/\/creator\/stories/);
    await said(faults, /address is confirmed/);
    t.notOk(await page.getByText('Please confirm your e-mail address').isVisible());
    await tab.goto(link);
    await page.waitForURL(/\/confirm_email$/);
    t.ok(
      await page.getByText('needs a valid link').isVisible(),
      'a link that no longer holds says what to do',
    );
  });

  await t.test('ACC-28 ACC-29 ACC-49 elsewhere the account is fetched, and kept for the visit', async (t) => {
    const calls: string[] = [];
    page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
    await tab.goto('/');
    await page.locator('summary', { hasText: 'Mira' }).waitFor();
    await eventually('the account', () => calls.includes('/api/user/account'));
    const stored = await page.evaluate(() => sessionStorage.getItem('account'));
    t.match(stored, 'Mira');
  });

  await t.test(
    'HDR-01 HDR-04 HDR-07 HDR-08 HDR-09 HDR-11 HDR-12 HDR-13 HDR-14 ACC-24 ACC-25 the menu leads about, and signs out',
    async (t) => {
      const name = page.getByRole('banner').locator('summary', { hasText: 'Mira' });
      for (const [label, path] of [
        ['Profile', '/profile_edit'],
        ['Settings', '/settings'],
      ] as const) {
        await name.click();
        await page.locator('details[open]').getByRole('link', { name: label }).click();
        await page.waitForURL(`**${path}`);
      }
      const leave = page.locator('details').getByRole('button', { name: 'Log out' });
      await name.click();
      t.ok(await leave.isVisible(), 'HDR-08');
      await name.click();
      t.notOk(await leave.isVisible(), 'HDR-13 the name opens and closes');
      await name.click();
      await page.getByRole('heading', { level: 1 }).click();
      t.notOk(await leave.isVisible(), 'HDR-14');
      await name.click();
      await leave.click();
      await said(faults, /You are signed out/);
      t.equal(await cookie(page, 'auth_token'), undefined);
      t.equal(await cookie(page, 'signed_in'), undefined);
      t.equal(await page.evaluate(() => sessionStorage.getItem('account')), null);
      t.ok(await page.getByRole('link', { name: 'Sign in' }).isVisible(), 'HDR-04');
    },
  );

  await t.test('ACC-03 ACC-09 ERR-60 a forgotten password is asked for', async (t) => {
    await tab.goto('/sign_in');
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await wakeIsland(page, 'ForgottenForm');
    await page.getByLabel('E-mail').fill('nobody at all');
    await page.getByLabel('E-mail').fill(MIRA);
    const [request] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'POST'),
      page.getByRole('button', { name: 'Send the link' }).click(),
    ]);
    t.equal(new URL(request.url()).pathname, '/api/forgotten_passwords');
    await said(faults, /we sent it a link/);
    t.match(page.url(), /\/sign_in$/, 'ERR-14 ERR-15 and the address is clean');
  });

  await t.test('ACC-04 ACC-10 ACC-15 ACC-16 ERR-37 ERR-59 its link sets a new one', async (t) => {
    const link = await linkMailedTo(MIRA);
    await tab.goto(link);
    await wakeIsland(page, 'ResetForm');
    await page.getByLabel('New password', { exact: true }).fill(SECOND);
    await page.getByLabel('Repeat the new password').fill(FIRST);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.getByText("Passwords don't match").waitFor();
    t.same(sent, [], 'nothing was sent');
    await page.locator('[name=password_confirmation]:focus').waitFor();
    t.equal(await page.getByLabel('New password', { exact: true }).inputValue(), SECOND, 'ERR-09 it stays');
    await page.getByLabel('Repeat the new password').fill(SECOND);
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.waitForURL(/\/sign_in/);
    await said(faults, /password has been changed/);
    t.match(sent, [/\/api\/user\/reset_passwords$/]);
    await tab.goto(link);
    await wakeIsland(page, 'ResetForm');
    await page.getByLabel('New password', { exact: true }).fill(SECOND);
    await page.getByLabel('Repeat the new password').fill(SECOND);
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Ask for a new link' }).waitFor();
  });

  await t.test('ACC-01 ACC-07 ACC-08 the new password opens, the old one does not', async (t) => {
    await tab.goto('/sign_in');
    await wakeIsland(page, 'SignInForm');
    await page.getByLabel('E-mail').fill(MIRA);
    await page.getByLabel('Password').fill(FIRST);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Set a new password' }).waitFor();
    await page.getByLabel('Password').fill(SECOND);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/creator\/stories$/);
    t.ok(await cookie(page, 'auth_token'));
  });

  await t.test('ACC-05 ACC-11 ERR-10 ERR-11 ERR-59 it is changed', async (t) => {
    await tab.goto('/settings');
    await page.getByRole('link', { name: 'Change password' }).click();
    await wakeIsland(page, 'ChangePasswordForm');
    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password', { exact: true }).fill(FIRST);
    await page.getByLabel('Repeat the new password').fill(FIRST);
    const [request] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'PUT'),
      page.getByRole('button', { name: 'Save the new password' }).click(),
    ]);
    t.equal(new URL(request.url()).pathname, '/api/user/passwords');
    await page.getByText('Current password is wrong').waitFor();
    await page.locator('[name=current_password]:focus').waitFor();
    await page.getByLabel('Current password').fill(SECOND);
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.waitForURL(/\/settings/);
    t.ok(await page.getByRole('heading', { name: 'Settings' }).isVisible());
  });

  t.same(wrong(faults, /^(console: Failed to load resource|4\d\d:)/), []);
  await tab.context.close();
});

t.test('a session that has ended leads to sign in and back, and says why', async (t) => {
  const person = await site.signUp('Otto');
  const tab = await site.open({ as: person });
  const { page, faults } = tab;

  await t.test('ACC-26 ACC-27 ERR-03 ERR-04 a 401 on any page', async (t) => {
    await tab.goto('/');
    await page.locator('summary', { hasText: 'Otto' }).waitFor();
    await page.context().addCookies([{ name: 'auth_token', value: 'gone', url: site.origin }]);
    await tab.goto('/about/nothing');
    await page.waitForURL(/\/sign_in/);
    await said(faults, /Please sign in to go on/);
    t.equal(await cookie(page, 'signed_in'), undefined);
    t.equal(await page.evaluate(() => sessionStorage.getItem('account')), null);
    t.match(page.url(), 'back=%2Fabout%2Fnothing');
  });

  await t.test('ACC-53 in German, and back to where it was asked for', async (t) => {
    await tab.goto('/de/settings');
    t.match(page.url(), '/de/sign_in?');
    await wakeIsland(page, 'SignInForm');
    await page.getByLabel('E-Mail').fill(person.email);
    await page.getByLabel('Passwort').fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.waitForURL(/\/de\/settings$/);
    t.ok(await page.getByRole('heading', { name: 'Einstellungen' }).isVisible());
  });

  await t.test('ERR-02 a 423 ends the session too', async (t) => {
    await wakeIsland(page, 'SettingsForm');
    await site.deps.db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, person.id));
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.waitForURL(/\/de\/sign_in/);
    await said(faults, /gesperrt/);
    t.equal(await cookie(page, 'auth_token'), undefined);
  });
  await tab.context.close();
});

t.test('everything is closed', async () => {
  await site.close();
  await mail.stop();
});
