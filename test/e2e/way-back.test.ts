/** Signing in on the way: a reader lands where they were, by whatever way they went (ACC-53). */
import t from 'tap';
import { PASSWORD } from '../support/app.ts';
import { publishStory } from '../support/console.ts';
import { wakeIsland } from '../support/islands.ts';
import { mailedPath } from '../support/mail.ts';
import { startSite, type Tab } from '../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Creator');
const { story } = await publishStory(site, creator, { title: 'Ash Street' });
const price = { type: 'all_premium', price: 30 };
await site.call(`PUT /creator/pricing_strategies/${story.id}`, { as: creator, body: price });
const STORY = `/stories/${story.slug}`;
const PREMIUM = `${STORY}/1`;
const reader = await site.signUp('Reader');

async function signIn(tab: Tab, password: string): Promise<void> {
  await wakeIsland(tab.page, 'SignInForm');
  await tab.page.getByLabel('E-mail').fill(reader.email);
  await tab.page.getByLabel('Password').fill(password);
  await tab.page.getByRole('button', { name: 'Sign in' }).click();
}

const isAt = (path: string) => (url: URL) => url.pathname === path;

await t.test('ACC-53 from a story, over sign-up, back to the story', async (t) => {
  const tab = await site.open();
  await tab.goto(STORY);
  await tab.page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await tab.page.getByRole('link', { name: 'Create an account' }).click();
  await wakeIsland(tab.page, 'SignUpForm');
  await tab.page.getByLabel('Display name').fill('Mira');
  await tab.page.getByLabel('E-mail', { exact: true }).fill('mira@post.example');
  await tab.page.getByLabel('Password').fill('a long enough secret');
  await tab.page.getByLabel('Month').fill('2');
  await tab.page.getByLabel('Day').fill('3');
  await tab.page.getByLabel('Year').fill('1990');
  await tab.page.getByRole('button', { name: 'Create an account' }).click();
  await tab.page.waitForURL(isAt(STORY));
  t.ok(await tab.page.getByRole('heading', { name: 'Ash Street' }).first().isVisible());
  await tab.context.close();
});

await t.test('ACC-53 RDR-17 from a locked page, over a forgotten password, to its price', async (t) => {
  const tab = await site.open();
  t.equal(await tab.goto(PREMIUM), 402);
  t.ok(await tab.page.getByRole('heading', { name: 'Login to Unlock' }).isVisible());
  await tab.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(tab, 'not this one');
  await tab.page.getByRole('link', { name: 'Set a new password' }).click();
  await wakeIsland(tab.page, 'ForgottenForm');
  await tab.page.getByLabel('E-mail').fill(reader.email);
  await tab.page.getByRole('button', { name: 'Send the link' }).click();
  await tab.page.waitForURL(isAt('/sign_in'));
  await site.runJobs();
  const mailed = await mailedPath(site, reader.email);
  await tab.goto(mailed);
  await wakeIsland(tab.page, 'ResetForm');
  const fields = tab.page.locator('input[type=password]');
  for (const at of [0, 1]) await fields.nth(at).fill('seven grey herons');
  await tab.page.locator('tsuzuki-island[name=ResetForm] button[type=submit]').click();
  await tab.page.waitForURL(isAt('/sign_in'));
  await signIn(tab, 'seven grey herons');
  await tab.page.waitForURL(isAt(PREMIUM));
  t.ok(await tab.page.getByRole('dialog').getByText('Missing').isVisible());
  t.equal(await tab.page.getByRole('link', { name: 'Sign in' }).count(), 0, 'no loop');
  await tab.context.close();
});

await t.test('ACC-53 without script the way is the same', async (t) => {
  const tab = await site.open({ javaScriptEnabled: false });
  await tab.goto(PREMIUM);
  await tab.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  for (const password of [PASSWORD, 'seven grey herons']) {
    await tab.page.getByLabel('E-mail').fill(reader.email);
    await tab.page.getByLabel('Password').fill(password);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
  }
  await tab.page.waitForURL(isAt(PREMIUM));
  t.ok(await tab.page.getByRole('dialog').getByText('Missing').isVisible());
  await tab.context.close();
});

await site.close();
