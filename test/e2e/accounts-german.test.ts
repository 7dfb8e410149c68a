/** Every journey of an account once more, in German: each page, notice and refusal speaks it from beginning to end. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { users } from '../../db/schema/index.ts';
import { eventually, workUntil } from '../support/eventually.ts';
import { alertsOf, toastSays, wakeIsland } from '../support/islands.ts';
import { mailedPath } from '../support/mail.ts';
import { samplePage } from '../support/sample-page.ts';
import { startSite } from '../support/site.ts';
import { findUser } from '../support/users.ts';

const site = await startSite();
const tab = await site.open({ locale: 'de-DE' });
const { page, faults } = tab;

const EMAIL = 'frieda@post.example';
const FIRST = 'ein langes Geheimnis';
const SECOND = 'noch ein längeres';

const own = () => findUser(site, eq(users.email, EMAIL));
const newestLink = () => mailedPath(site, EMAIL);
const said = (text: RegExp) =>
  eventually(`an alert ${text}`, () => alertsOf(faults).some((alert) => text.test(alert)));
const readable = (page: Page) => page.evaluate(() => document.cookie);
const signIn = async (password: string) => {
  await tab.goto('/de/sign_in');
  await wakeIsland(page, 'SignInForm');
  await page.getByLabel('E-Mail').fill(EMAIL);
  await page.getByLabel('Passwort').fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL(/\/de\/creator\/stories/);
};
const logOut = async () => {
  await page.locator('summary', { hasText: 'Frieda' }).click();
  await page.locator('details[open]').getByRole('button', { name: 'Abmelden' }).click();
  await said(/Du bist abgemeldet/);
};

t.test('ACC-02 ERR-11 sign-up tells all that is missing or wrong at once', async (t) => {
  await tab.goto('/de/sign_up');
  await wakeIsland(page, 'SignUpForm');
  await page.getByLabel('E-Mail', { exact: true }).fill('frieda@');
  await page.getByLabel('Passwort').fill('kurz');
  await page.getByLabel('Monat').fill('2');
  await page.getByLabel('Tag').fill('30');
  await page.getByLabel('Jahr').fill('1990');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.locator('[data-summary]:focus').waitFor();
  const problems = await page.locator('form [aria-invalid=true]').count();
  t.equal(problems, 6, 'name, address, password and the three parts of the date');
  for (const text of [
    'Anzeigename darf nicht leer sein',
    'E-Mail ist ungültig',
    'Passwort ist zu kurz',
    'Geburtsdatum ist ungültig',
  ])
    t.ok(await page.getByText(text).isVisible(), text);
});

t.test('ACC-06 ACC-12 ACC-13 sign-up and the mailed link', async (t) => {
  await page.getByLabel('Anzeigename').fill('Frieda');
  await page.getByLabel('E-Mail', { exact: true }).fill(EMAIL);
  await page.getByLabel('Passwort').fill(FIRST);
  await page.getByLabel('Tag').fill('3');
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.waitForURL(/\/de\/creator\/stories/);
  await said(/Dein Konto ist angelegt/);
  t.equal((await own()).language, 'de');
  const link = await newestLink();
  t.match(link, /^\/de\/confirm_email\?token=/);
  await tab.goto(link);
  await page.waitForURL(/\/de\/creator\/stories/);
  await said(/Deine E-Mail-Adresse ist bestätigt/);
});

t.test('ACC-24 ACC-03 ACC-04 ACC-01 signed out, forgotten, set anew, signed in', async (t) => {
  await logOut();
  await tab.goto('/de/sign_in');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await wakeIsland(page, 'ForgottenForm');
  await page.getByLabel('E-Mail').fill(EMAIL);
  await page.getByRole('button', { name: 'Link schicken' }).click();
  await said(/haben wir ihr einen Link/);
  const link = await newestLink();
  t.match(link, /^\/de\/reset_password\?token=/);
  await tab.goto(link);
  await wakeIsland(page, 'ResetForm');
  await page.getByLabel('Neues Passwort', { exact: true }).fill(SECOND);
  await page.getByLabel('Neues Passwort wiederholen').fill(FIRST);
  await page.getByRole('button', { name: 'Neues Passwort speichern' }).click();
  await page.getByText('Die Passwörter stimmen nicht überein').waitFor();
  await page.getByLabel('Neues Passwort wiederholen').fill(SECOND);
  await page.getByRole('button', { name: 'Neues Passwort speichern' }).click();
  await page.waitForURL(/\/de\/sign_in/);
  await said(/Dein Passwort ist geändert/);
  await signIn(SECOND);
});

t.test('ACC-22 ACC-23 ROL-10 a publisher carries is_publisher=1, until the session ends', async (t) => {
  t.notMatch(await readable(page), /is_publisher/, 'nobody else has it');
  await site.deps.db.update(users).set({ publisher: true }).where(eq(users.email, EMAIL));
  await logOut();
  await signIn(SECOND);
  t.match(await readable(page), /(?:^|; )is_publisher=1(?:;|$)/);
  t.match(await readable(page), /signed_in=1/);
  await logOut();
  t.notMatch(await readable(page), /is_publisher|signed_in/);
  await site.deps.db.update(users).set({ publisher: false }).where(eq(users.email, EMAIL));
  await signIn(SECOND);
  t.notMatch(await readable(page), /is_publisher/);
});

t.test('PRO-01 PRO-17 the profile and its picture', async (t) => {
  await tab.goto('/de/profile_edit');
  await wakeIsland(page, 'ProfileForm');
  await page.getByLabel('Website').fill('frieda');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText(/^Website muss eine Adresse sein/).waitFor();
  await page.getByLabel('Website').fill('https://frieda.example');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await toastSays(page, 'Profil gespeichert');
  await wakeIsland(page, 'PictureCrop');
  const picture = { name: 'ich.png', mimeType: 'image/png', buffer: await samplePage(800, 600) };
  await page.locator('input[type=file]').setInputFiles(picture);
  await page.locator('dialog').getByRole('group', { name: 'Quadrat des Bildes' }).focus();
  await page.keyboard.press('+');
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await workUntil(site, 'the picture', async () => (await own()).pictureMediaId !== null);
  await page.locator('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'So sehen andere deine Seite' }).click();
  await page.waitForURL(/\/de\/profile\/frieda$/);
  t.ok(await page.getByRole('img', { name: 'Bild von Frieda' }).isVisible(), 'PRO-07');
  t.ok(await page.getByText('Von Frieda gibt es hier noch nichts zu lesen.').isVisible());
});

t.test('PRO-03 ACC-05 the settings and the password', async () => {
  await tab.goto('/de/settings');
  await wakeIsland(page, 'SettingsForm');
  await page.getByRole('switch', { name: 'Antworten' }).uncheck();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('status').getByText('Einstellungen geändert').waitFor();
  await page.getByRole('link', { name: 'Passwort ändern' }).click();
  await wakeIsland(page, 'ChangePasswordForm');
  await page.getByLabel('Aktuelles Passwort').fill('falsch');
  await page.getByLabel('Neues Passwort', { exact: true }).fill(FIRST);
  await page.getByLabel('Neues Passwort wiederholen').fill(FIRST);
  await page.getByRole('button', { name: 'Neues Passwort speichern' }).click();
  await page.getByText('Aktuelles Passwort ist falsch').waitFor();
  await page.getByLabel('Aktuelles Passwort').fill(SECOND);
  await page.getByRole('button', { name: 'Neues Passwort speichern' }).click();
  await page.waitForURL(/\/de\/settings/);
});

t.test('a copy of the own data, then the account goes and comes back', async (t) => {
  await page.getByRole('button', { name: 'Kopie anfordern' }).click();
  await said(/Wir packen deine Daten/);
  await site.runJobs();
  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Herunterladen' }).click(),
  ]);
  t.match(download.suggestedFilename(), /\.zip$/);
  await page.getByText('Konto löschen …').click();
  await wakeIsland(page, 'DeleteAccount');
  await page.locator('#delete').getByLabel('Passwort').fill(FIRST);
  await page.getByRole('button', { name: 'Mein Konto löschen' }).click();
  await said(/Dein Konto wird in 30 Tagen gelöscht/);
  t.equal(new URL(page.url()).pathname, '/de');
  await signIn(FIRST);
  await said(/Schön, dass du bleibst/);
});

t.test('nothing else went wrong, and everything is closed', async (t) => {
  t.same(
    faults.filter((fault) => !/^dialog: |^422: |status of 422/.test(fault)),
    [],
  );
  await site.close();
});
