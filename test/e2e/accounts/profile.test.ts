import { brotliCompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { media, users } from '../../../db/schema/index.ts';
import { PASSWORD } from '../../support/app.ts';
import { workUntil } from '../../support/eventually.ts';
import { choose, click, expect, fill, press, select, settled } from '../../support/hand.ts';
import { alertsOf } from '../../support/islands.ts';
import { samplePage } from '../../support/sample-page.ts';
import { startSite } from '../../support/site.ts';
import { findUser } from '../../support/users.ts';

const HTML_MAX_BYTES = 14_000;

const site = await startSite();
t.teardown(() => site.close());
const person = await site.signUp('Jule');
const tab = await site.open({ as: person });
const { page, faults } = tab;

const own = () => findUser(site, eq(users.id, person.id));
const said = (text: RegExp) => expect.poll(() => alertsOf(faults).at(-1)).toMatch(text);
const names = () =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('ol > li')].map((row) => row.dataset.tile));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const told = (text: string) => expect(page.getByText(text).first()).toBeVisible();

t.test('PRO-01 PRO-02 PRO-37 PRO-38 ERR-61 the profile is changed, and told what is wrong', async (t) => {
  await tab.goto('/profile_edit');
  await fill(page.getByLabel('Display name'), '');
  await fill(page.getByLabel('E-mail'), '');
  await fill(page.getByLabel('Name', { exact: true }), 'Juliane Sommer');
  await click(button('Save'));
  await told("Display name can't be blank");
  await told("E-mail can't be blank");
  await expect(page.locator('[data-summary]')).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Juliane Sommer');
  await fill(page.getByLabel('Display name'), 'Jule S.');
  await fill(page.getByLabel('E-mail'), person.email);
  await fill(page.getByLabel('Website'), 'nonsense');
  await click(button('Save'));
  await told('Website must be an address');
  await expect(page.locator('[name=website]')).toBeFocused();
  await fill(page.getByLabel('Website'), 'https://jule.example');
  await select(page.getByLabel('Time zone'), 'Europe/Berlin');
  await expect(page.getByLabel('Time zone').locator('option:checked'), 'PRO-31 PRO-32 PRO-33').toHaveText(
    /^UTC\+0[12]:00 · Berlin.*\(Europe\/Berlin\)$/,
  );
  const [request] = await Promise.all([
    page.waitForRequest((made) => made.method() === 'PUT'),
    click(button('Save')),
  ]);
  t.equal(new URL(request.url()).pathname, '/api/user/profile');
  await expect(page.getByRole('status').getByText('Profile changes saved', { exact: true })).toBeVisible();
  t.match(await own(), {
    displayName: 'Jule S.',
    name: 'Juliane Sommer',
    website: 'https://jule.example',
    timezone: 'Europe/Berlin',
    dateOfBirth: '1990-01-31',
  });
  await expect(page.locator('summary', { hasText: 'Jule S.' }), 'the menu knows it at once').toBeVisible();
});

t.test('a new address takes the password and waits, and is not lost by saving again', async (t) => {
  const password = page.getByLabel('Current password');
  await expect(password, 'nobody is asked for it before').toBeHidden();
  await fill(page.getByLabel('E-mail'), 'new@post.example');
  await expect(password).toBeVisible();
  await fill(page.getByLabel('E-mail'), person.email.toUpperCase());
  await expect(password).toBeHidden();
  await fill(page.getByLabel('E-mail'), 'new@post.example');
  await click(button('Save'));
  await told("Current password can't be blank");
  await fill(password, 'not this one');
  await click(button('Save'));
  await told('Current password is wrong');
  await expect(page.locator('[name=current_password]')).toBeFocused();
  await fill(password, PASSWORD);
  await click(button('Save'));
  await told(`Until then, we use ${person.email}`);
  // Saving reloads the page. The next test must not run into that.
  await Promise.all([page.waitForEvent('load'), click(button('Save'))]);
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
  const zone = page.getByLabel('Time zone');
  const listed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[name=timezone] option')].map((one) => one.textContent),
    );
  const before = await settled(page, listed);
  t.ok(before.length > 300);
  await select(zone, 'Asia/Tokyo');
  await expect(page.locator('tsuzuki-island[name=ProfileForm][awake]')).toBeAttached();
  t.same(await settled(page, listed), before);
  await expect(zone, 'what was chosen before stays').toHaveValue('Asia/Tokyo');
});

t.test('PRO-20 the language of the page follows the one that is chosen, and back', async (t) => {
  await tab.goto('/profile_edit');
  await choose(page.getByRole('radio', { name: 'Deutsch' }));
  await click(button('Save'));
  await expect(page).toHaveURL(/\/de\/profile_edit/);
  await expect(button('Speichern')).toBeVisible();
  t.equal((await own()).language, 'de');
  await fill(page.getByLabel('Anzeigename'), ' ');
  await click(button('Speichern'));
  await expect(page.getByText(/^Anzeigename (darf|muss)/).first()).toBeVisible();
  await fill(page.getByLabel('Anzeigename'), 'Jule S.');
  await choose(page.getByRole('radio', { name: 'English' }));
  await click(button('Speichern'));
  await expect(button('Save')).toBeVisible();
  t.equal((await own()).language, 'en');
});

t.test('PRO-22 PRO-23 story languages are sorted by buttons, by drag and by keys', async (t) => {
  for (const name of ['German', 'English', 'Japanese']) {
    await select(page.getByLabel('Add a language'), name);
    await click(button('Add'));
    await expect(button(`Remove ${name}`)).toBeVisible();
  }
  await expect.poll(names).toEqual(['de', 'en', 'ja']);
  const up = button('Move Japanese up');
  await up.focus();
  await press(page, 'Enter');
  await expect.poll(names).toEqual(['de', 'ja', 'en']);
  await expect(up, 'the focus moves along').toBeFocused();
  const grip = (code: string) => page.locator(`[data-tile=${code}] [data-grip]`);
  const from = await settled(page, () => grip('en').boundingBox());
  const to = await settled(page, () => grip('de').boundingBox());
  if (from === null || to === null) throw new Error('no grips');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 12, to.y + 20, { steps: 8 });
  await expect.poll(names).toEqual(['en', 'de', 'ja']);
  await page.mouse.up();
  await click(button('Remove Japanese'));
  await expect.poll(async () => (await own()).preferredLanguages).toEqual(['en', 'de']);
  await tab.goto('/profile_edit');
  t.same(await settled(page, names), ['en', 'de'], 'the order is kept');
});

t.test('PRO-17 the picture is cut to a square by keys, sent, and stands in the menu', async (t) => {
  const chooser = page.locator('input[type=file]');
  await chooser.focus();
  await expect(page.locator('tsuzuki-island[name=PictureCrop][awake]')).toBeAttached();
  await chooser.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await told('must be a JPG or PNG');
  const picture = await samplePage(900, 600);
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await page.locator('dialog').getByRole('group', { name: 'Crop area' }).focus();
  await press(page, ...Array.from({ length: 5 }, () => '+'));
  await expect(page.getByLabel('Zoom')).toHaveValue('1.5');
  await press(page, ...Array.from({ length: 10 }, () => 'ArrowRight'));
  await click(button('Use this'));
  await workUntil(site, 'the picture', async () => (await own()).pictureMediaId !== null);
  const [row] = await site.deps.db
    .select()
    .from(media)
    .where(eq(media.id, (await own()).pictureMediaId ?? ''));
  t.match(row?.crop, { width: 400, height: 400 }, 'zoomed to two thirds');
  await expect(page.locator('dialog')).toBeHidden();
  await expect(page.getByRole('img', { name: 'Picture' }).and(page.locator('img'))).toBeVisible();
  await tab.goto('/profile_edit');
  await expect(page.locator('summary img').first()).toHaveAttribute('src', /^\/media\//);
  const { slug } = (await site.call('GET /user/account', { as: person })).json().user;
  await tab.goto(`/de/profile/${slug}`);
  await expect(page.getByRole('img', { name: 'Bild von Jule S.' }), 'PRO-07').toBeVisible();
  await tab.goto('/profile_edit');
  await click(button('Remove'));
  await expect.poll(async () => (await own()).pictureMediaId).toBe(null);
});

t.test('PRO-03 PRO-04 PRO-26 PRO-27 PRO-28 PRO-29 PRO-30 ERR-62 the settings are changed', async (t) => {
  await tab.goto('/settings');
  for (const name of ['New comments', 'Replies', 'New episodes', 'New subscribers'])
    await choose(page.getByRole('switch', { name }), false);
  await choose(page.getByRole('switch', { name: 'Send me e-mails' }));
  const [request] = await Promise.all([
    page.waitForRequest((made) => made.method() === 'PUT'),
    click(button('Save')),
  ]);
  t.equal(new URL(request.url()).pathname, '/api/user/settings');
  t.equal(request.postDataJSON().notifications.subscribe_to_emails, true);
  await expect(page.getByRole('status').getByText('Settings changed')).toBeVisible();
  t.match(await own(), {
    subscribeToEmails: true,
    notifyNewComments: false,
    notifyNewEpisodes: false,
    notifyNewSubscriber: false,
    notifyReplies: false,
  });
});

t.test('the account is deleted by its password, and comes back by signing in', async (t) => {
  await tab.goto('/settings');
  await click(page.getByText('Delete account …'));
  await told('Sign in within 30 days');
  const password = page.locator('#delete').getByLabel('Password');
  await fill(password, 'wrong');
  await click(button('Delete my account'));
  await told('Password is wrong');
  await fill(password, PASSWORD);
  await click(button('Delete my account'));
  await said(/will be deleted in 30 days/);
  t.notOk((await tab.context.cookies()).some(({ name }) => name === 'auth_token'));
  await tab.goto('/sign_in');
  await fill(page.getByLabel('E-mail', { exact: true }), person.email);
  await fill(page.getByLabel('Password'), PASSWORD);
  await click(button('Sign in'));
  await said(/Your account stays/);
  t.same(
    faults.filter((fault) => !/^dialog: |^422: |status of 422/.test(fault)),
    [],
  );
});
