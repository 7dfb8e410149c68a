/** Accounts without JavaScript: every form posts by itself, and the answer stands in the page. */
import { eq } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { sessions, users } from '../../db/schema/index.ts';
import { mailedPath } from '../support/mail.ts';
import { startSite } from '../support/site.ts';
import { findUser } from '../support/users.ts';

const site = await startSite();
const { page, goto, faults, context } = await site.open({ javaScriptEnabled: false });

const EMAIL = 'old@post.example';
const FIRST = 'a long enough secret';
const SECOND = 'another quite long one';

const own = () => findUser(site, eq(users.email, EMAIL));
const newestLink = () => mailedPath(site, EMAIL);
const says = async (t: Test, text: RegExp): Promise<void> => {
  t.match(await page.locator('noscript').allInnerTexts(), [text]);
};

t.test('ACC-06 sign-up', async (t) => {
  await goto('/sign_up');
  await page.getByLabel('Display name').fill('Old Browser');
  await page.getByLabel('E-mail', { exact: true }).fill(EMAIL);
  await page.getByLabel('Password').fill(FIRST);
  await page.getByLabel('Month').fill('1');
  await page.getByLabel('Day').fill('31');
  await page.getByLabel('Year').fill('1980');
  await page.getByRole('button', { name: 'Create an account' }).click();
  t.match(page.url(), '/creator/stories');
  await says(t, /Your account has been created/);
});

t.test('ACC-13 the mailed link, by its button', async (t) => {
  await page.getByRole('button', { name: 'Send it again' }).click();
  await says(t, /sent you a new confirmation link/);
  await goto(await newestLink());
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await says(t, /address is confirmed/);
  t.not((await own()).emailConfirmedAt, null);
});

t.test('ACC-09 ACC-10 ACC-16 forgotten, set anew, signed in', async (t) => {
  await context.clearCookies();
  await goto('/sign_in');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await says(t, /we sent it a link/);
  await goto(await newestLink());
  await page.getByLabel('New password', { exact: true }).fill(SECOND);
  await page.getByLabel('Repeat the new password').fill(FIRST);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await says(t, /Passwords don't match/);
  await page.getByLabel('New password', { exact: true }).fill(SECOND);
  await page.getByLabel('Repeat the new password').fill(SECOND);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await says(t, /password has been changed/);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(FIRST);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await says(t, /e-mail or the password is wrong/);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(SECOND);
  await page.getByRole('button', { name: 'Sign in' }).click();
  t.match(page.url(), /\/creator\/stories$/);
});

t.test('PRO-01 the profile and its languages', async (t) => {
  await goto('/profile_edit');
  await page.getByLabel('Display name').fill('');
  await page.getByLabel('Display name').evaluate((field) => field.removeAttribute('required'));
  await page.getByRole('button', { name: 'Save' }).click();
  await says(t, /Display name can't be blank/);
  await page.getByLabel('Display name').fill('New Name');
  await page.getByLabel('Website').fill('https://old.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await says(t, /Profile changes saved/);
  t.match(await own(), { displayName: 'New Name', website: 'https://old.example' });
  for (const name of ['German', 'English']) {
    await page.getByLabel('Add a language').selectOption(name);
    await page.getByRole('button', { name: 'Add' }).click();
  }
  t.same((await own()).preferredLanguages, ['de', 'en']);
  await page.getByRole('button', { name: 'Move English up' }).click();
  t.same((await own()).preferredLanguages, ['en', 'de'], 'PRO-23');
  await page.getByRole('button', { name: 'Remove German' }).click();
  await page.getByRole('button', { name: 'Remove English' }).click();
  t.same((await own()).preferredLanguages, [], 'the last one goes too');
});

t.test(
  'PRO-14 PRO-20 another address takes the password; another language is that of the page',
  async (t) => {
    await goto('/profile_edit');
    t.ok(await page.getByLabel('Current password').isVisible(), 'it stands there and says what for');
    await page.getByLabel('E-mail').fill('newer@post.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await says(t, /Current password can't be blank/);
    await page.getByLabel('E-mail').fill('newer@post.example');
    await page.getByLabel('Current password').fill(SECOND);
    await page.getByRole('button', { name: 'Save' }).click();
    await says(t, /Profile changes saved/);
    t.match(await own(), { pendingEmail: 'newer@post.example' });
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByRole('radio', { name: 'Deutsch' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await says(t, /Profil gespeichert/);
    t.match(page.url(), '/de/profile_edit');
    t.match(await own(), { pendingEmail: null, language: 'de' });
    await page.getByRole('radio', { name: 'English' }).check();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await says(t, /Profile changes saved/);
    t.equal(new URL(page.url()).pathname, '/profile_edit');
  },
);

t.test('PRO-03 the settings, in German', async (t) => {
  await goto('/de/settings');
  await page.getByRole('switch', { name: 'Schickt mir E-Mails' }).check();
  await page.getByRole('switch', { name: 'Antworten' }).uncheck();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await says(t, /Einstellungen geändert/);
  t.match(page.url(), '/de/settings');
  t.match(await own(), { subscribeToEmails: true, notifyReplies: false, notifyNewComments: true });
});

t.test('ACC-11 the password, the copy, the account itself', async (t) => {
  await goto('/change_password');
  await page.getByLabel('Current password').fill(SECOND);
  await page.getByLabel('New password', { exact: true }).fill(FIRST);
  await page.getByLabel('Repeat the new password').fill(FIRST);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await says(t, /password has been changed/);
  await page.getByRole('button', { name: 'Ask for a copy' }).click();
  await says(t, /packing your data/);
  await page.getByText('Delete account …').click();
  await page.locator('#delete').getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await says(t, /Password is wrong/);
  // It stands open, as it was sent.
  await page.locator('#delete').getByLabel('Password').fill(FIRST);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const { id } = await own();
  t.same(await site.deps.db.select().from(sessions).where(eq(sessions.userId, id)), []);
});

t.test('nothing went wrong, and everything is closed', async (t) => {
  t.same(faults, []);
  await site.close();
});
