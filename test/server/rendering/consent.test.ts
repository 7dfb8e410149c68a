import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '../../../db/schema/index.ts';
import { visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite({ environment: { AD_FRAME_URL: 'https://ads.example/slot' } });
t.teardown(() => site.close());
const today = site.deps.clock.now().toISOString().slice(0, 10);

await t.test('the choice can be looked at and withdrawn on a page of its own', async (t) => {
  const visitor = visitPlainly(site.app);
  const answer = () => visitor.cookies.get('consent');
  const adverts = () => visitor.get('switch', /^Ads from a network/) as HTMLInputElement;
  t.equal(await visitor.goto('/cookies'), 200);
  t.same(visitor.all('region', 'Cookies'), [], 'it is not asked twice');
  t.match(visitor.text(), 'You haven’t chosen yet.');
  t.notOk(adverts().checked, 'off before anybody has said yes');
  adverts().checked = true;
  await visitor.press('Save choice');
  t.match(visitor.text(), 'You allowed ads from a network on');
  t.ok(adverts().checked);
  t.equal(answer(), `1.${today}.adverts`);
  await visitor.press('Necessary only');
  t.match(visitor.text(), 'You chose necessary cookies only on');
  t.equal(answer(), `1.${today}.none`);
  adverts().checked = true;
  await visitor.press('Save choice');
  adverts().checked = false;
  await visitor.press('Save choice');
  t.match(visitor.text(), 'You chose necessary cookies only on');
  t.equal(answer(), `1.${today}.none`);
});

await t.test('LEG-13, I18-07 the page of the cookies is open to all, in both languages', async (t) => {
  for (const [path, heading] of [
    ['/cookies', 'Your choice'],
    ['/de/cookies', 'Deine Wahl'],
  ] as const) {
    const visitor = visitPlainly(site.app);
    t.equal(await visitor.goto(path), 200);
    t.ok(visitor.get('heading', heading));
  }
});

await t.test('the question’s own form answers, and comes back to its page', async (t) => {
  const visitor = visitPlainly(site.app);
  await visitor.goto('/de');
  await visitor.press(visitor.get('button', 'Nur Nötiges', visitor.get('region', 'Cookies')));
  t.match(visitor.at(), /^\/de(\?|$)/);
  t.equal(visitor.cookies.get('consent'), `1.${today}.none`);
});

await t.test('ADS-05 under 18 there is nothing to choose', async (t) => {
  const minor = await site.signUp('Mika');
  const dateOfBirth = `${site.deps.clock.now().getUTCFullYear() - 15}-01-01`;
  await site.deps.db.update(users).set({ dateOfBirth }).where(eq(users.id, minor.id));
  const visitor = visitPlainly(site.app, { as: minor });
  await visitor.goto('/cookies');
  t.match(visitor.text(), 'your account says that you are under 18');
  t.same(visitor.all('switch'), []);
});
