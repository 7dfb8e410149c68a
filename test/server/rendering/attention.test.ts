import t from 'tap';
import { attentionDays } from '../../../db/schema/index.ts';
import { utcDay } from '../../../server/lib/days.ts';
import type { Account } from '../../support/app.ts';
import { addPremium, giveCoins } from '../../support/coins.ts';
import { visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const shelf = openShelf(site.deps);
const hana = await shelf.addAuthor('Hana Lindqvist');
const comic = await shelf.addStory(hana, { title: 'Two Umbrellas' });
const novel = await shelf.addStory(await shelf.addAuthor('Idris Amari'), {
  title: 'The Salt Road',
  publicationType: 'novel',
});
const fill = async (as: Account) => {
  const day = utcDay(new Date());
  await site.deps.db
    .insert(attentionDays)
    .values([
      { readerId: as.id, day, storyId: comic.id, seconds: 40_440 },
      { readerId: as.id, day: `${day.slice(0, 7)}-01`, storyId: novel.id, seconds: 300, ads: 3 },
    ])
    .onConflictDoNothing();
};

await t.test('switched off, it is gone; on again, it begins anew', async (t) => {
  const as = await site.signUp('Nora');
  await fill(as);
  const reader = visitPlainly(site.app, { as });
  await reader.goto('/wallet');
  await reader.press('Where your attention went');
  t.match(reader.text(), /You gave two people 11 hours and 19 minutes\..* 3 ads between the pages/);
  const counted = () => reader.get('switch', 'Count my minutes');
  t.equal(counted().getAttribute('aria-checked'), 'true');
  await reader.press(counted());
  t.match(reader.at(), /success_notice=Your\+minutes\+are\+no\+longer/);
  t.match(reader.text(), /no longer counted, and what was counted is deleted/);
  t.equal(counted().getAttribute('aria-checked'), 'false');
  t.match(reader.text(), /Your minutes are not counted/);
  t.equal((await site.call('GET /user/attention', { as })).json().seconds, 0);
  await reader.press(counted());
  t.match(reader.at(), /success_notice=Your\+minutes\+are\+counted/);
  t.match(reader.text(), /Nothing counted in \w+ \d{4} yet/);
});

await t.test('months, coins and a file, in both languages', async (t) => {
  const as = await site.signUp('Ole');
  await fill(as);
  await giveCoins(site, as, 100);
  const { episodeId } = await addPremium(shelf, hana, { price: 40, title: 'Späti' });
  await site.call(`POST /episodes/${episodeId}/unlock`, { as, body: { price: 40 } });
  const reader = visitPlainly(site.app, { as });
  await reader.goto('/attention');
  t.match(reader.text(), /And 40 coins, which unlocked one episode\./);
  t.match(reader.text(), /and 1 other story/);
  const url = reader.get('link', 'Export').getAttribute('href') ?? '';
  const file = await site.app.inject({ url, headers: { cookie: `auth_token=${as.token}` } });
  t.match(file.body, /Idris Amari,The Salt Road,300,3,0,0/);
  await reader.press(reader.document().querySelector('a[rel=prev]') as HTMLElement);
  t.match(reader.text(), /Nothing counted in/);
  await reader.press(reader.document().querySelector('a[rel=next]') as HTMLElement);
  t.match(reader.text(), /You gave two people/);
  await reader.goto('/de/attention');
  t.match(reader.text(), /Du hast zwei Menschen 11 Stunden und 19 Minuten geschenkt\./);
});
