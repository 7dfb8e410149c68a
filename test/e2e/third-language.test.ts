/** Adds a made-up language to a copy of the sources: one table entry and one file of texts suffice. */
import { execFile } from 'node:child_process';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { click, expect, fill } from '../support/hand.ts';
import { linkIn, mailsTo } from '../support/mail.ts';
import { temporaryFolder } from '../support/temporary.ts';

const REPO = join(import.meta.dirname, '../..');
const SOURCES = ['db', 'islands', 'locales', 'pages', 'server', 'workers', 'test/support'];
const FILES = ['package.json', 'tsconfig.json', 'vite.config.ts'];
/** Right to left, with its own plural rules. The texts are the English ones with a prefix. */
const ENTRY = `  he: { name: 'עברית', direction: 'rtl', openGraph: 'he_IL', formats: 'he', lists: 'he' },\n`;
const SIGN = '◊ ';

const marked = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? SIGN + text : marked(text)]),
  );

async function buildWithThirdLanguage(root: string): Promise<void> {
  for (const path of [...SOURCES, ...FILES])
    await cp(join(REPO, path), join(root, path), { recursive: true });
  await symlink(join(REPO, 'node_modules'), join(root, 'node_modules'));
  const table = join(root, 'server/lib/locale.ts');
  await writeFile(table, (await readFile(table, 'utf8')).replace('} satisfies Record<', `${ENTRY}$&`));
  const english = JSON.parse(await readFile(join(root, 'locales/en.json'), 'utf8'));
  await writeFile(join(root, 'locales/he.json'), JSON.stringify(marked(english)));
  // Runs in a separate process, since Vike takes its start folder as the root.
  await promisify(execFile)(process.execPath, [join(REPO, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: root,
  });
}

t.test('I18-01 I18-22 a third language is an entry in the table and a file of texts', async (t) => {
  const root = await temporaryFolder();
  t.teardown(() => rm(root, { recursive: true }));
  await buildWithThirdLanguage(root);
  const copy = pathToFileURL(join(root, 'test/support/site.ts')).href;
  const { startSite } = (await import(copy)) as typeof import('../support/site.ts');
  const site = await startSite();
  t.teardown(() => site.close());
  const someone = await site.signUp('Someone');
  const get = async (url: string): Promise<string> => (await site.app.inject({ url })).body;

  await t.test('the menu of every language offers it, and search engines are told of it', async (t) => {
    for (const url of ['/', '/de']) {
      t.match(await get(url), /<a href="\/he" hrefLang="he" lang="he" dir="rtl"[^>]*>.{0,400}?עברית/s, url);
      t.match(await get(url), '<link rel="alternate" hreflang="he" href="http://tsuzuki.test/he">', url);
    }
  });

  await t.test('its pages are drawn in it', async (t) => {
    const page = await get('/he/sign_in');
    t.match(page, '<html lang="he" dir="rtl">');
    t.match(page, /<h1[^>]*>◊ /);
    t.match(page, 'href="/he/forgotten_password"');
  });

  await t.test('the API negotiates it, and forms name it', async (t) => {
    const refused = await site.call('GET /user/account', { headers: { 'accept-language': 'he, en;q=0.5' } });
    t.ok(refused.json().message.startsWith(SIGN), refused.body);
    const form = await site.call('POST /auth/mail', {
      body: '_locale=he&email=a%40example.org&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    });
    t.match(form.body, '<html lang="he"', 'the refused form is shown in it');
  });

  await t.test('an account can have it, and gets its mails in it', async (t) => {
    const saved = await site.call('PUT /user/profile', { as: someone, body: { language: 'he' } });
    t.equal(saved.json().user?.language, 'he', saved.body);
    await site.call('POST /forgotten_passwords', { body: { email: someone.email } });
    const mails = await mailsTo(site, someone.email);
    const mail = mails.find(({ text }) => text.includes('/reset_password'));
    t.ok(mail?.subject.startsWith(SIGN), mail?.subject ?? 'no mail');
    t.equal(mail && linkIn(mail).pathname, '/he/reset_password');
    t.match(mail?.html ?? '', '<html lang="he" dir="rtl"');
  });

  await t.test('islands wake in it', async (t) => {
    const { page, faults, goto } = await site.open({ as: someone });
    await goto('/he');
    // Public pages are the same for all, so only the browser draws the user menu.
    await expect(page.locator('a[href="/he/creator/stories"]', { hasText: SIGN }).first()).toBeAttached();
    await goto('/he/profile_edit');
    await expect(page.locator('input[name=language][value=he]')).toBeChecked();
    await fill(page.locator('input[name=display_name]'), 'Somebody else');
    await click(page.locator('form:has(input[name=display_name]) button[type=submit]'));
    await expect(page.getByText(`${SIGN}Profile changes saved`).first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'he');
    t.same(faults, []);
  });
});
