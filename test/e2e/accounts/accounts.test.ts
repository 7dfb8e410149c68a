/** From sign-up to sign-out and back in, with links from mails that arrived by SMTP. */
import { eq } from 'drizzle-orm';
import type { BrowserContext, Page } from 'playwright';
import t from 'tap';
import { users } from '../../../db/schema/index.ts';
import { PASSWORD } from '../../support/app.ts';
import { choose, click, expect, fill } from '../../support/hand.ts';
import { alertsOf } from '../../support/islands.ts';
import { isAsking, linkIn, startMailServer } from '../../support/mail.ts';
import { startSite } from '../../support/site.ts';

const mail = await startMailServer();
const site = await startSite({
  environment: { MAILBOX: 'off', SMTP_URL: mail.url, MAIL_FROM: 'hello@tsuzuki.test' },
});

t.teardown(async () => {
  await site.close();
  await mail.stop();
});

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
  expect.poll(() => alertsOf(faults).at(-1)).toMatch(text);

const cookie = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((each) => each.name === name);
const keptAccount = (page: Page) => page.evaluate(() => sessionStorage.getItem('account'));

const MIRA = 'mira@post.example';
const FIRST = 'a long enough secret';
const SECOND = 'another quite long one';

t.test('the account of one reader, from sign-up to a new password', async (t) => {
  const tab = await site.open();
  const { page, context, faults } = tab;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const signIn = async (password: string) => {
    await fill(field('E-mail'), MIRA);
    await fill(page.getByLabel('Password'), password);
    await click(button('Sign in'));
  };

  await t.test(
    'ACC-02 ACC-06 ACC-12 ACC-18 ACC-19 ACC-20 ACC-21 ACC-22 ACC-23 ERR-10 ERR-11 ERR-48 sign-up tells what is wrong under each field, then signs in for 7 days',
    async (t) => {
      await tab.goto('/sign_up');
      const consent = page.getByRole('checkbox', { name: /guardian/ });
      await expect(consent).toBeHidden();
      await fill(page.getByLabel('Display name'), 'Mira');
      await fill(field('E-mail'), MIRA);
      await fill(page.getByLabel('Password'), '12345678');
      await fill(page.getByLabel('Month'), '2');
      await fill(page.getByLabel('Day'), '30');
      await fill(page.getByLabel('Year'), '2011');
      await click(button('Create an account'));
      await expect(page.getByText('Date of birth is invalid').first()).toBeVisible();
      await expect(page.getByText('Password is too short').first()).toBeVisible();
      await expect(page.locator('[data-summary]')).toBeFocused();
      await expect(page.getByLabel('Display name')).toHaveValue('Mira');
      await fill(page.getByLabel('Password'), FIRST);
      await fill(page.getByLabel('Day'), '3');
      await expect(consent).toBeVisible();
      await click(button('Create an account'));
      await expect(page.getByText('Guardian’s consent is needed').first()).toBeVisible();
      await choose(consent);
      const [request] = await Promise.all([
        page.waitForRequest((made) => made.method() === 'POST'),
        click(button('Create an account')),
      ]);
      t.equal(new URL(request.url()).pathname, '/api/users');
      await expect(page.getByRole('heading', { name: 'Your stories will appear here.' })).toBeVisible();
      await said(faults, /account has been created.*confirmation link/);
      await expect(page.getByText('Please confirm your e-mail address')).toBeVisible();
      const token = await cookie(context, 'auth_token');
      t.match(token, { httpOnly: true, sameSite: 'Lax', path: '/' });
      t.ok(Math.abs((token?.expires ?? 0) - Date.now() / 1000 - 7 * 86_400) < 300, 'ACC-21');
      t.equal(await cookie(context, 'is_publisher'), undefined, 'ACC-22 ACC-23');
      await expect(page.locator('summary', { hasText: 'Mira' })).toBeVisible();
    },
  );

  await t.test('ACC-03 ACC-13 the link confirms by being opened; it can be sent again before', async () => {
    await click(button('Send it again'));
    await said(faults, /sent you a new confirmation link/);
    await expect(page).toHaveURL(/\/creator\/stories$/);
    const link = await linkMailedTo(MIRA);
    await tab.goto(link);
    await expect(page).toHaveURL(/\/creator\/stories$/);
    await said(faults, /address is confirmed/);
    await expect(page.getByRole('heading', { name: 'Your stories will appear here.' })).toBeVisible();
    await expect(page.getByText('Please confirm your e-mail address')).toBeHidden();
    await tab.goto(link);
    await expect(page.getByText('has expired or was already used')).toBeVisible();
    await expect(page).toHaveURL(/\/confirm_email$/);
  });

  await t.test('ACC-28 ACC-29 ACC-49 elsewhere the account is fetched, and kept for the visit', async () => {
    const calls: string[] = [];
    page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
    await tab.goto('/');
    await expect(page.locator('summary', { hasText: 'Mira' })).toBeVisible();
    await expect.poll(() => calls).toContain('/api/user/account');
    await expect.poll(() => keptAccount(page)).toContain('Mira');
  });

  await t.test(
    'HDR-01 HDR-04 HDR-07 HDR-08 HDR-09 HDR-11 HDR-12 HDR-13 HDR-14 ACC-24 ACC-25 the menu leads about, and signs out',
    async (t) => {
      const name = page.getByRole('banner').locator('summary', { hasText: 'Mira' });
      for (const [label, path] of [
        ['Profile', /\/profile_edit$/],
        ['Settings', /\/settings$/],
      ] as const) {
        await click(name);
        await click(page.locator('details[open]').getByRole('link', { name: label }));
        await expect(page).toHaveURL(path);
      }
      const leave = page.locator('details').getByRole('button', { name: 'Log out' });
      await click(name);
      await expect(leave).toBeVisible();
      await click(name);
      await expect(leave).toBeHidden();
      await click(name);
      await expect(leave).toBeVisible();
      await click(page.getByRole('heading', { level: 1 }));
      await expect(leave).toBeHidden();
      await click(name);
      await click(leave);
      await said(faults, /You are signed out/);
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
      t.equal(await cookie(context, 'auth_token'), undefined);
      t.equal(await cookie(context, 'signed_in'), undefined);
      await expect.poll(() => keptAccount(page)).toBe(null);
    },
  );

  await t.test('ACC-03 ACC-09 ERR-14 ERR-15 ERR-60 a forgotten password is asked for', async (t) => {
    await tab.goto('/sign_in');
    await click(page.getByRole('link', { name: 'Forgotten your password?' }));
    await expect(button('Send the link')).toBeVisible();
    await fill(field('E-mail'), 'nobody at all');
    await fill(field('E-mail'), MIRA);
    const [request] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'POST'),
      click(button('Send the link')),
    ]);
    t.equal(new URL(request.url()).pathname, '/api/forgotten_passwords');
    await said(faults, /we sent it a link/);
    await expect(page, 'the address is clean').toHaveURL(/\/sign_in$/);
  });

  await t.test(
    'ACC-04 ACC-10 ACC-15 ACC-16 ERR-09 ERR-37 ERR-59 its link sets a new one, once',
    async (t) => {
      const link = await linkMailedTo(MIRA);
      const fillIn = async (repeated: string) => {
        await fill(field('New password'), SECOND);
        await fill(page.getByLabel('Repeat the new password'), repeated);
        await click(button('Save the new password'));
      };
      await tab.goto(link);
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
      await fillIn(FIRST);
      await expect(page.getByText("Passwords don't match").first()).toBeVisible();
      t.same(sent, [], 'nothing was sent');
      await expect(page.locator('[name=password_confirmation]')).toBeFocused();
      await expect(field('New password')).toHaveValue(SECOND);
      await fill(page.getByLabel('Repeat the new password'), SECOND);
      await click(button('Save the new password'));
      await expect(page).toHaveURL(/\/sign_in$/);
      await said(faults, /password has been changed/);
      t.match(sent, [/\/api\/user\/reset_passwords$/]);
      await tab.goto(link);
      await fillIn(SECOND);
      await expect(page.getByRole('alert').getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
    },
  );

  await t.test('ACC-01 ACC-07 ACC-08 the new password opens, the old one does not', async (t) => {
    await tab.goto('/sign_in');
    await signIn(FIRST);
    await expect(page.getByRole('alert').getByRole('link', { name: 'Set a new password' })).toBeVisible();
    const [request] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'POST'),
      signIn(SECOND),
    ]);
    t.equal(new URL(request.url()).pathname, '/api/auth/mail');
    await expect(page).toHaveURL(/\/creator\/stories$/);
    t.ok(await cookie(context, 'auth_token'));
  });

  await t.test('ACC-05 ACC-11 ERR-10 ERR-11 ERR-59 it is changed', async (t) => {
    await tab.goto('/settings');
    await click(page.getByRole('link', { name: 'Change password' }));
    const current = page.getByLabel('Current password');
    await fill(current, 'not this one');
    await fill(field('New password'), FIRST);
    await fill(page.getByLabel('Repeat the new password'), FIRST);
    const [request] = await Promise.all([
      page.waitForRequest((made) => made.method() === 'PUT'),
      click(button('Save the new password')),
    ]);
    t.equal(new URL(request.url()).pathname, '/api/user/passwords');
    await expect(page.getByText('Current password is wrong').first()).toBeVisible();
    await expect(current).toBeFocused();
    await fill(current, SECOND);
    await click(button('Save the new password'));
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    const isExpected = /^dialog: |^console: Failed to load resource|^4\d\d:/;
    t.same(
      faults.filter((fault) => !isExpected.test(fault)),
      [],
    );
    await context.close();
  });
});

t.test('a session that has ended leads to sign in and back, and says why', async (t) => {
  const person = await site.signUp('Otto');
  const tab = await site.open({ as: person });
  const { page, context, faults } = tab;

  await t.test('ACC-26 ACC-27 ERR-03 ERR-04 a 401 on any page', async (t) => {
    await tab.goto('/');
    await expect(page.locator('summary', { hasText: 'Otto' })).toBeVisible();
    await context.addCookies([{ name: 'auth_token', value: 'gone', url: site.origin }]);
    await tab.goto('/about/nothing');
    await expect(page).toHaveURL(/\/sign_in\?.*back=%2Fabout%2Fnothing/);
    await said(faults, /Please sign in to continue/);
    t.equal(await cookie(context, 'signed_in'), undefined);
    await expect.poll(() => keptAccount(page)).toBe(null);
  });

  await t.test('ACC-53 in German, and back to where it was asked for', async () => {
    await tab.goto('/de/settings');
    await expect(page).toHaveURL(/\/de\/sign_in\?/);
    const submit = page.getByRole('button', { name: 'Anmelden', exact: true });
    await fill(page.getByLabel('E-Mail', { exact: true }), person.email);
    await fill(page.getByLabel('Passwort'), 'not the secret');
    await click(submit);
    await expect(page.getByText('E-Mail oder Passwort stimmt nicht.').first()).toBeVisible();
    await fill(page.getByLabel('Passwort'), PASSWORD);
    await click(submit);
    await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
    await expect(page).toHaveURL(/\/de\/settings$/);
  });

  await t.test('ERR-02 a 423 ends the session too', async (t) => {
    await site.deps.db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, person.id));
    await choose(page.getByRole('switch', { name: 'Antworten' }), false);
    await click(page.getByRole('button', { name: 'Speichern' }));
    await expect(page).toHaveURL(/\/de\/sign_in/);
    await said(faults, /gesperrt/);
    t.equal(await cookie(context, 'auth_token'), undefined);
    await context.close();
  });
});
