/** Sign up and sign in, in a real browser, with and without JavaScript. */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { wakeIsland } from '../support/islands.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const creator = await site.open();
const { page } = creator;
const alerts: string[] = [];
page.on('dialog', (dialog) => void alerts.push(dialog.message()));

await t.test('ACC-02 ACC-06 sign up tells what is wrong under each field, then signs in', async (t) => {
  await creator.goto('/sign_up');
  await wakeIsland(page, 'SignUpForm');
  t.equal(await page.getByRole('checkbox', { name: /guardian/ }).isVisible(), false);
  await page.getByLabel('Display name').fill('Mira');
  await page.getByLabel('E-mail', { exact: true }).fill('mira@post.example');
  await page.getByLabel('Password').fill('12345678');
  await page.getByLabel('Month').fill('2');
  await page.getByLabel('Day').fill('30');
  await page.getByLabel('Year').fill('2011');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByText('Date of birth is invalid').waitFor();
  t.ok(await page.getByText('Password is too short').isVisible(), 'ERR-10 ERR-11 every field');
  await page.locator('[data-summary]:focus').waitFor();
  t.equal(await page.getByLabel('Display name').inputValue(), 'Mira', 'what was typed stays');
  await page.getByLabel('Password').fill('a long enough secret');
  await page.getByLabel('Day').fill('3');
  const consent = page.getByRole('checkbox', { name: /guardian/ });
  await consent.waitFor();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByText('Guardian’s consent is needed').waitFor();
  await consent.check();
  const [request] = await Promise.all([
    page.waitForRequest((made) => made.method() === 'POST'),
    page.getByRole('button', { name: 'Create an account' }).click(),
  ]);
  t.equal(new URL(request.url()).pathname, '/api/users');
  await page.waitForURL(/\/creator\/stories/);
  await eventually('an alert', () => alerts.length > 0);
  t.match(alerts[0], 'Your account has been created');
  t.ok(await page.getByRole('heading', { name: 'Here your stories will stand.' }).isVisible());
});

await t.test('ACC-01 ACC-07 ACC-08 sign in leads to the created stories, or back', async (t) => {
  const tab = await site.open();
  await tab.goto('/de/creator/stories/new');
  t.match(tab.page.url(), '/de/sign_in?', 'ERR-03');
  await wakeIsland(tab.page, 'SignInForm');
  await tab.page.getByLabel('E-Mail').fill('mira@post.example');
  await tab.page.getByLabel('Passwort').fill('not the secret');
  await tab.page.getByRole('button', { name: 'Anmelden' }).click();
  await tab.page.getByText('E-Mail oder Passwort stimmt nicht.').waitFor();
  await tab.page.getByLabel('Passwort').fill('a long enough secret');
  const [request] = await Promise.all([
    tab.page.waitForRequest((made) => made.method() === 'POST'),
    tab.page.getByRole('button', { name: 'Anmelden' }).click(),
  ]);
  t.equal(new URL(request.url()).pathname, '/api/auth/mail');
  await tab.page.waitForURL(/\/de\/creator\/stories\/new$/);
  await tab.goto('/sign_in');
  t.match(tab.page.url(), /\/creator\/stories$/, 'whoever is signed in is sent on');
  await tab.goto('/sign_in?back=//evil.example/x');
  t.match(tab.page.url(), /\/creator\/stories$/, 'never to another site');
  await tab.context.close();
});

await t.test('sign in and sign up work without JavaScript', async (t) => {
  const tab = await site.open({ javaScriptEnabled: false });
  await tab.goto('/sign_up?back=/creator/stories/new');
  await tab.page.getByLabel('Display name').fill('Old Browser');
  await tab.page.getByLabel('E-mail', { exact: true }).fill('old@post.example');
  await tab.page.getByLabel('Password').fill('a long enough secret');
  await tab.page.getByLabel('Month').fill('1');
  await tab.page.getByLabel('Day').fill('31');
  await tab.page.getByLabel('Year').fill('2012');
  await tab.page.getByRole('button', { name: 'Create an account' }).click();
  t.match(await tab.page.content(), 'Guardian’s consent is needed');
  await tab.page.getByLabel('Display name').fill('Old Browser');
  await tab.page.getByLabel('E-mail', { exact: true }).fill('old@post.example');
  await tab.page.getByLabel('Password').fill('a long enough secret');
  await tab.page.getByLabel('Month').fill('1');
  await tab.page.getByLabel('Day').fill('31');
  await tab.page.getByLabel('Year').fill('2012');
  await tab.page.getByRole('checkbox', { name: /guardian/ }).check();
  await tab.page.getByRole('button', { name: 'Create an account' }).click();
  t.match(tab.page.url(), '/creator/stories/new');
  t.match(await tab.page.content(), 'Choosing a cover needs JavaScript');
  await tab.context.clearCookies();
  await tab.goto('/sign_in');
  await tab.page.getByLabel('E-mail').fill('old@post.example');
  await tab.page.getByLabel('Password').fill('a long enough secret');
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
  t.match(tab.page.url(), /\/creator\/stories$/, 'ACC-08');
  await tab.context.close();
});

await site.close();
