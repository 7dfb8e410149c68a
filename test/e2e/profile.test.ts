/** The own profile and settings, in a real browser. */
import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { media, sessions, users } from '../../db/schema/index.ts';
import { PASSWORD } from '../support/app.ts';
import { eventually, workUntil } from '../support/eventually.ts';
import { alertsOf, toastSays, wakeIsland } from '../support/islands.ts';
import { samplePage } from '../support/sample-page.ts';
import { startSite } from '../support/site.ts';
import { findUser } from '../support/users.ts';

const HTML_MAX_BYTES = 14_000;

const site = await startSite();
const person = await site.signUp('Jule');
const tab = await site.open({ as: person });
const { page, faults } = tab;

const own = () => findUser(site, eq(users.id, person.id));
const said = (text: RegExp) =>
  eventually(`an alert ${text}`, () => alertsOf(faults).some((alert) => text.test(alert)));
const names = (page: Page) =>
  page.locator('ol > li').evaluateAll((rows) => rows.map((row) => row.dataset.tile));

t.test('PRO-01 PRO-02 PRO-37 PRO-38 ERR-61 the profile is changed, and told what is wrong', async (t) => {
  await tab.goto('/profile_edit');
  await wakeIsland(page, 'ProfileForm');
  await page.getByLabel('Display name').fill('');
  await page.getByLabel('E-mail').fill('');
  await page.getByLabel('Name', { exact: true }).fill('Juliane Sommer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText("Display name can't be blank").waitFor();
  await page.getByText("E-mail can't be blank").waitFor();
  await page.locator('[data-summary]:focus').waitFor();
  t.equal(
    await page.getByLabel('Name', { exact: true }).inputValue(),
    'Juliane Sommer',
    'what was typed stays',
  );
  await page.getByLabel('Display name').fill('Jule S.');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Website').fill('nonsense');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Website must be an address').waitFor();
  await page.locator('[name=website]:focus').waitFor();
  await page.getByLabel('Website').fill('https://jule.example');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  t.match(
    await page.getByLabel('Time zone').locator('option:checked').textContent(),
    /^UTC\+0[12]:00 · Berlin.*\(Europe\/Berlin\)$/,
    'PRO-31 PRO-32 PRO-33',
  );
  const [request] = await Promise.all([
    page.waitForRequest((made) => made.method() === 'PUT'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  t.equal(new URL(request.url()).pathname, '/api/user/profile');
  await toastSays(page, 'Profile changes saved');
  t.match(await own(), {
    displayName: 'Jule S.',
    name: 'Juliane Sommer',
    website: 'https://jule.example',
    timezone: 'Europe/Berlin',
    dateOfBirth: '1990-01-31',
  });
  t.ok(await page.locator('summary', { hasText: 'Jule S.' }).isVisible(), 'the menu knows it at once');
});

t.test('a new address takes the password and waits, and is not lost by saving again', async (t) => {
  await wakeIsland(page, 'ProfileForm');
  const password = page.getByLabel('Current password');
  t.notOk(await password.isVisible(), 'nobody is asked for it before');
  await page.getByLabel('E-mail').fill('new@post.example');
  await password.waitFor();
  await page.getByLabel('E-mail').fill(person.email.toUpperCase());
  await password.waitFor({ state: 'hidden' });
  await page.getByLabel('E-mail').fill('new@post.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText("Current password can't be blank").waitFor();
  await password.fill('not this one');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Current password is wrong').waitFor();
  await page.locator('[name=current_password]:focus').waitFor();
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(`Until then ${person.email} counts`).waitFor();
  await wakeIsland(page, 'ProfileForm');
  // The page is loaded anew by what was saved; the next journey must not run into that.
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  t.match(await own(), { email: person.email, pendingEmail: 'new@post.example' });
});

t.test('PRO-31 PRO-32 PRO-33 time zones stand in the page once, and stay when it wakes', async (t) => {
  const reply = await site.app.inject({
    url: '/profile_edit',
    headers: { cookie: `auth_token=${person.token}` },
  });
  t.equal(reply.body.match(/Asia\/Tokyo/g)?.length, 2, 'as a value and as a label');
  const bytes = brotliCompressSync(reply.body).length;
  t.ok(bytes < HTML_MAX_BYTES, `${bytes} bytes`);
  await tab.goto('/profile_edit');
  const zones = page.getByLabel('Time zone').locator('option');
  const before = await zones.allTextContents();
  t.ok(before.length > 300);
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await wakeIsland(page, 'ProfileForm');
  t.same(await zones.allTextContents(), before);
  t.equal(await page.getByLabel('Time zone').inputValue(), 'Asia/Tokyo', 'what was chosen before stays');
});

t.test('the language of the page follows the one that is chosen, and back', async (t) => {
  await tab.goto('/profile_edit');
  await wakeIsland(page, 'ProfileForm');
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/de\/profile_edit/);
  t.equal((await own()).language, 'de');
  await wakeIsland(page, 'ProfileForm');
  await page.getByLabel('Anzeigename').fill(' ');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText(/^Anzeigename /).waitFor();
  await page.getByLabel('Anzeigename').fill('Jule S.');
  await page.getByRole('radio', { name: 'English' }).check();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.waitForURL((url) => url.pathname === '/profile_edit');
  t.equal((await own()).language, 'en');
});

t.test('PRO-22 PRO-23 story languages are sorted by buttons, by drag and by keys', async (t) => {
  await wakeIsland(page, 'LanguageOrder');
  for (const name of ['German', 'English', 'Japanese']) {
    await page.getByLabel('Add a language').selectOption(name);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }
  t.same(await names(page), ['de', 'en', 'ja']);
  const up = page.getByRole('button', { name: 'Move Japanese up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await eventually('the order', async () => String(await names(page)) === 'de,ja,en');
  t.ok(await up.evaluate((button) => button === document.activeElement), 'the focus moves along');
  const grip = (code: string) => page.locator(`[data-tile=${code}] [data-grip]`);
  const from = await grip('en').boundingBox();
  const to = await grip('de').boundingBox();
  if (from === null || to === null) throw new Error('no grips');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 12, to.y + 20, { steps: 8 });
  await eventually('the place', async () => String(await names(page)) === 'en,de,ja');
  await page.mouse.up();
  await page.getByRole('button', { name: 'Remove Japanese' }).click();
  await eventually('the stored order', async () => String((await own()).preferredLanguages) === 'en,de');
  await page.reload();
  t.same(await names(page), ['en', 'de'], 'the order is kept');
});

t.test('PRO-17 the picture is cut to a square by keys, sent, and stands in the menu', async (t) => {
  await wakeIsland(page, 'PictureCrop');
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.getByText('must be a JPG or PNG').waitFor();
  const picture = await samplePage(900, 600);
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  const area = page.locator('dialog').getByRole('group', { name: 'Square of the picture' });
  await area.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('+');
  await eventually('the zoom', async () => (await page.getByLabel('Zoom').inputValue()) === '1.5');
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Use this' }).click();
  await workUntil(site, 'the picture', async () => (await own()).pictureMediaId !== null);
  const [row] = await site.deps.db
    .select()
    .from(media)
    .where(eq(media.id, (await own()).pictureMediaId ?? ''));
  t.match(row?.crop, { width: 400, height: 400 }, 'zoomed to two thirds');
  await page.locator('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('img', { name: 'Picture' }).and(page.locator('img')).waitFor();
  await page.reload();
  t.match(await page.locator('summary img').getAttribute('src'), '/media/');
  await wakeIsland(page, 'PictureCrop');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await eventually('no picture', async () => (await own()).pictureMediaId === null);
});

t.test('PRO-03 PRO-04 PRO-26 PRO-27 PRO-28 PRO-29 PRO-30 ERR-62 the settings are changed', async (t) => {
  await tab.goto('/settings');
  await wakeIsland(page, 'SettingsForm');
  for (const name of ['New comments', 'Replies', 'New episodes', 'New subscribers'])
    await page.getByRole('switch', { name }).uncheck();
  await page.getByRole('switch', { name: 'Send me e-mails' }).check();
  const [request] = await Promise.all([
    page.waitForRequest((made) => made.method() === 'PUT'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  t.equal(new URL(request.url()).pathname, '/api/user/settings');
  t.equal(request.postDataJSON().notifications.subscribe_to_emails, true);
  await page.getByRole('status').getByText('Settings changed').waitFor();
  t.match(await own(), {
    subscribeToEmails: true,
    notifyNewComments: false,
    notifyNewEpisodes: false,
    notifyNewSubscriber: false,
    notifyReplies: false,
  });
});

t.test('sessions are listed with their device, and ended', async (t) => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await site.call('POST /auth/mail', {
    body: { email: person.email, password: PASSWORD },
    headers: { 'user-agent': agent },
  });
  await tab.goto('/de/settings');
  t.equal(await page.getByText('Dieses Gerät').count(), 1);
  await page.getByRole('button', { name: 'Firefox · Linux beenden' }).click();
  await said(/Gerät ist abgemeldet/);
  t.equal((await site.deps.db.select().from(sessions).where(eq(sessions.userId, person.id))).length, 1);
});

t.test('PRO-05 connected apps are a page of their own', async (t) => {
  t.equal(await tab.goto('/connected_apps'), 200);
  t.ok(await page.getByRole('heading', { name: 'Connected apps', level: 1 }).isVisible());
  t.equal(await page.locator('nav [aria-current=page]').first().textContent(), 'Settings');
});

t.test('a copy of all own data is asked for, packed and fetched', async (t) => {
  await tab.goto('/settings');
  await page.getByRole('button', { name: 'Ask for a copy' }).click();
  await said(/packing your data/);
  await page.getByText('is being packed').waitFor();
  await site.runJobs();
  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const bytes = await readFile(await download.path());
  t.equal(bytes.subarray(0, 2).toString(), 'PK');
});

t.test('the account is deleted by its password, and comes back by signing in', async (t) => {
  await tab.goto('/settings');
  await page.getByText('Delete account …').click();
  await page.getByText('For 30 days').waitFor();
  await wakeIsland(page, 'DeleteAccount');
  await page.locator('#delete').getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByText('Password is wrong').waitFor();
  await page.locator('#delete').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await said(/will be deleted in 30 days/);
  t.equal((await tab.context.cookies()).filter(({ name }) => name === 'auth_token').length, 0);
  await tab.goto('/sign_in');
  await wakeIsland(page, 'SignInForm');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await said(/Your account stays/);
});

t.test('nothing else went wrong, and everything is closed', async (t) => {
  t.same(
    faults.filter((fault) => !/^dialog: |^422: |status of 422/.test(fault)),
    [],
  );
  await site.close();
});
