import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '../../../db/schema/index.ts';
import { SOCIAL_COOKIE } from '../../../server/domains/accounts/providers/rules.ts';
import { visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';
import { startPeers } from '../../support/social.ts';
import { createSurfer, HOME } from '../../support/surfer.ts';

const peers = await startPeers(HOME);
const site = await startSite({ environment: peers.environment });
t.teardown(async () => {
  await site.close();
  await peers.close();
});

await t.test(
  'ACC-37 ACC-38 ACC-39 ACC-40 ACC-43 ACC-44 ACC-53 the four providers are plain links to their paths',
  async (t) => {
    const visitor = visitPlainly(site.app);
    for (const path of ['/de/sign_in', '/de/sign_up']) {
      await visitor.goto(`${path}?back=%2Fde%2Fsettings`);
      for (const [name, provider] of [
        ['Facebook', 'fb'],
        ['Twitter', 'twitter'],
        ['Google', 'google'],
        ['Apple', 'apple'],
      ]) {
        const href = visitor.get('link', `Weiter mit ${name}`).getAttribute('href') ?? '';
        const url = new URL(href, HOME);
        t.equal(url.pathname, `/api/auth/${provider}`);
        t.equal(url.searchParams.get('social_action'), 'signing');
        t.equal(url.searchParams.get('back'), '/de/settings', 'ACC-53');
      }
    }
  },
);

await t.test('ACC-37 ACC-45 ACC-57 ERR-11 a newcomer in German, by Facebook', async (t) => {
  const surfer = createSurfer(site.app);
  const landing = await surfer.go('/api/auth/fb?social_action=signing&locale=de');
  const visitor = visitPlainly(site.app);
  visitor.cookies.set(SOCIAL_COOKIE, surfer.cookie(SOCIAL_COOKIE) ?? '');
  await visitor.goto(landing.pathname + landing.search);
  t.equal(visitor.at(), '/de/sign_up/social');
  t.match(visitor.text(), 'Facebook kennt dich');
  const create = visitor.get('button', 'Konto anlegen');
  create.closest('form')?.setAttribute('novalidate', '');
  visitor.fill(/^Anzeigename/, ' ');
  visitor.fill(/^E-Mail$/, 'mika@');
  visitor.fill(/^Monat/, '2');
  visitor.fill(/^Tag/, '30');
  visitor.fill(/^Jahr/, '1995');
  await visitor.press(create);
  for (const text of ['Anzeigename darf nicht leer sein', 'E-Mail ist ungültig', 'Geburtsdatum ist ungültig'])
    t.match(visitor.text(), text);
  visitor.fill(/^Anzeigename/, 'Mika F.');
  visitor.fill(/^E-Mail$/, 'mika.f@post.example');
  visitor.fill(/^Monat/, '2');
  visitor.fill(/^Tag/, '3');
  visitor.fill(/^Jahr/, '1995');
  await visitor.press('Konto anlegen');
  t.match(visitor.at(), /^\/de\/creator\/stories/);
  t.match(visitor.text(), /Dein Konto ist angelegt/);
  const [row] = await site.deps.db.select().from(users).where(eq(users.email, 'mika.f@post.example'));
  t.match(row, { displayName: 'Mika F.', language: 'de' });
  for (const path of ['/de/settings', '/de/connected_apps']) {
    await visitor.goto(path);
    t.match(visitor.text(), 'Andere Konten kannst du verbinden, sobald');
    t.equal(visitor.all('button', 'Noch einmal schicken').length, 1, `${path}: the mail is offered once`);
  }
});

await t.test('ACC-55 ACC-56 only the pages of signing in let the script of Facebook in', async (t) => {
  const policyOf = async (url: string) =>
    String((await site.app.inject({ url })).headers['content-security-policy']);
  for (const path of ['/sign_in', '/sign_up'])
    t.match(await policyOf(path), /script-src [^;]*https:\/\/connect\.facebook\.net/);
  for (const path of ['/forgotten_password', '/']) t.notMatch(await policyOf(path), /facebook/, path);
});
