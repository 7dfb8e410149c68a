import { and, eq } from 'drizzle-orm';
import t from 'tap';
import {
  likes,
  pricingStrategies,
  ratings,
  subscriptions,
  unlocks,
  violationReports,
} from '#db/schema/index.ts';
import { giveCoins } from '../../support/coins.ts';
import { type Plain, visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const { db } = site.deps;
const { addEpisode, addStory } = openShelf(site.deps);
const creator = await site.signUp('Mirko Haas');
const reader = await site.signUp('Jule Winter');
const story = await addStory(creator.id, { title: 'Night Train', slug: 'night-train' });
const path = '/stories/night-train';
await addEpisode(story, 1, { title: 'The platform' });
const { id: lastId } = await addEpisode(story, 2, { title: 'The tunnel' });
const last = `${path}/2`;

const element = (visitor: Plain, selector: string): HTMLElement => {
  const found = visitor.document().querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector} at ${visitor.at()}`);
  return found;
};
const isAtSignIn = (visitor: Plain, back: string) =>
  visitor.at().startsWith('/sign_in?') &&
  new URL(visitor.at(), site.origin).searchParams.get('back') === back;
const likesOf = () => db.$count(likes, and(eq(likes.episodeId, lastId), eq(likes.readerId, reader.id)));
const starsOf = async () =>
  (await db.select().from(ratings).where(eq(ratings.readerId, reader.id))).map(({ stars }) => stars);

await t.test(
  'SOC-21 SOC-04 SOC-06 forms and links at the end of an episode do what its buttons do',
  async (t) => {
    const visitor = visitPlainly(site.app, { as: reader });
    await visitor.goto(last);
    const end = () => element(visitor, '#end');
    await visitor.press(visitor.get('button', /^Like, /, end()));
    t.match(visitor.at(), last);
    t.equal(await likesOf(), 1);
    await visitor.press(visitor.get('button', 'Subscribe', end()));
    t.match(visitor.at(), last);
    t.equal(await db.$count(subscriptions, eq(subscriptions.readerId, reader.id)), 1);
    await visitor.press(visitor.get('link', 'Share', end()));
    const address = encodeURIComponent(`${site.deps.config.BASE_URL}${last}`);
    for (const name of ['Facebook', 'X']) {
      const link = visitor.get('link', name, element(visitor, '[data-panel=share]'));
      t.match(link.getAttribute('href'), address);
      t.equal(link.getAttribute('rel'), 'noopener');
      t.equal(link.getAttribute('target'), '_blank');
    }
  },
);

await t.test(
  'SOC-03 STP-07 the stars are a form, and lead visitors to sign in, as all else does',
  async (t) => {
    for (const as of [reader, undefined]) {
      const visitor = visitPlainly(site.app, as ? { as } : {});
      await visitor.goto(last);
      await visitor.press(visitor.get('link', 'Your rating', element(visitor, '#end')));
      t.equal(visitor.at(), `${last}?panels=1`);
      (visitor.get('radio', '5 stars') as HTMLInputElement).checked = true;
      await visitor.press('Rate');
      if (as) t.match(visitor.at(), `${last}?panels=1`);
      else t.match(visitor.at(), /^\/sign_in\?/);
    }
    t.same(await starsOf(), [5]);
    const visitor = visitPlainly(site.app);
    for (const name of [/^Like, /, 'Subscribe']) {
      await visitor.goto(last);
      await visitor.press(visitor.get('button', name, element(visitor, '#end')));
      t.ok(isAtSignIn(visitor, `${last}#end`), visitor.at());
    }
    await visitor.goto(`${path}/1`);
    t.same(visitor.all('link', 'Your rating'), [], 'an episode before the last has none');
  },
);

await t.test('RDR-23 a story is shared by links', async (t) => {
  const visitor = visitPlainly(site.app);
  await visitor.goto(path);
  await visitor.press('Share this story');
  const address = encodeURIComponent(`${site.deps.config.BASE_URL}${path}`);
  for (const name of ['Facebook', 'X']) t.match(visitor.get('link', name).getAttribute('href'), address);
});

await t.test('STP-07, REP-03 a visitor who reports a story or an episode is asked to sign in', async (t) => {
  for (const [address, open] of [
    [path, 'a[aria-label="Report this story"]'],
    [`${path}/1`, '[data-tool=report]'],
  ] as const) {
    const visitor = visitPlainly(site.app);
    await visitor.goto(address);
    await visitor.press(element(visitor, open));
    const panel = element(visitor, '[data-panel=report]');
    (visitor.get('radio', /^Spam/, panel) as HTMLInputElement).checked = true;
    await visitor.press(visitor.get('button', 'Send report', panel));
    t.ok(isAtSignIn(visitor, address), visitor.at());
  }
  t.equal(await db.$count(violationReports), 0);
});

await t.test(
  'ERR-47 REP-02 a report that is refused stands with what was typed, and is sent then',
  async (t) => {
    const visitor = visitPlainly(site.app, { as: reader });
    await visitor.goto(last);
    await visitor.press(element(visitor, '[data-tool=report]'));
    const other = () => visitor.get('radio', /^Something else/) as HTMLInputElement;
    const panel = () => element(visitor, '[data-panel=report]');
    other().checked = true;
    t.equal(await visitor.press(visitor.get('button', 'Send report', panel())), 422);
    t.match(visitor.text(panel()), "Text can't be blank");
    t.ok(panel().hasAttribute('open'), 'it stands open');
    t.ok(other().checked);
    (visitor.get('textbox', undefined, panel()) as HTMLInputElement).value = 'The last page is missing.';
    await visitor.press(visitor.get('button', 'Send report', panel()));
    t.match(visitor.at(), last);
    t.match(visitor.text(), 'Violation reported.');
    const [report] = await db.select().from(violationReports);
    t.match(report, { subjectType: 'episode', subjectId: lastId, text: 'The last page is missing.' });
  },
);

const sold = await addStory(creator.id, { title: 'Ash Street', slug: 'ash-street' });
await addEpisode(sold, 1);
const { id: soldId } = await addEpisode(sold, 2, { title: 'The lamp' });
await addEpisode(sold, 3);
const price = async (priceCoins: number) => {
  const set = { type: 'first_free', freeCount: 1, priceCoins } as const;
  await db
    .insert(pricingStrategies)
    .values({ storyId: sold.id, ...set })
    .onConflictDoUpdate({ target: pricingStrategies.storyId, set });
  site.caches.purge(['all']);
};
await price(30);
const buyer = async (coins: number) => {
  const account = await site.signUp('Ada Berg');
  if (coins > 0) await giveCoins(site, account, coins);
  return account;
};

await t.test(
  'RDR-17, PRI-21, PRI-22 a form pays the price that was seen, and comes back to the pages',
  async (t) => {
    const as = await buyer(100);
    const paid = () => db.$count(unlocks, eq(unlocks.readerId, as.id));
    const visitor = visitPlainly(site.app, { as });
    await visitor.goto('/stories/ash-street/2');
    await price(45);
    await visitor.press('Unlock for 30 coins');
    t.match(visitor.text(), 'it is 45 coins now. Nothing was paid.');
    t.equal(await paid(), 0);
    await visitor.press('Unlock for 45 coins');
    t.equal(await paid(), 1);
    t.match(visitor.text(), 'Unlocked. You have 55 coins left.');
    t.equal(visitor.document().querySelectorAll('[data-item] img').length, 2);
    await visitor.press('Close');
    t.notMatch(visitor.text(), 'Unlocked.');
    await price(30);
  },
);

await t.test('PRI-24 the wallet tells what moved, filters it, and is nobody else’s', async (t) => {
  const as = await buyer(100);
  const visitor = visitPlainly(site.app, { as });
  await visitor.goto('/stories/ash-street/2');
  await visitor.press('Unlock for 30 coins');
  await visitor.goto('/wallet');
  const entries = () => element(visitor, 'main').querySelectorAll('li time').length;
  t.equal(entries(), 2);
  t.match(visitor.text(element(visitor, 'main')), /Ash Street 2, The lamp.*Unlocked.*−30.*balance 70/);
  await visitor.press('Received');
  t.equal(visitor.at(), '/wallet?filter=received');
  t.equal(entries(), 1);
  t.match(visitor.text(element(visitor, 'main')), /Welcome.*\+100/);
  const empty = visitPlainly(site.app, { as: await buyer(0) });
  await empty.goto('/wallet');
  t.ok(empty.get('heading', 'No transactions yet'));
  t.match(empty.text(element(empty, 'main')), '0 coins');
  const stranger = visitPlainly(site.app);
  await stranger.goto('/wallet');
  t.match(stranger.at(), /^\/sign_in/);
});

await t.test('PRI-27 an unpublished episode stays with its buyer, who finds it in the wallet', async (t) => {
  const as = await buyer(100);
  const visitor = visitPlainly(site.app, { as });
  await visitor.goto('/stories/ash-street/2');
  await visitor.press('Unlock for 30 coins');
  const taken = await site.call(`POST /creator/episodes/${soldId}/unpublish`, { as: creator, body: {} });
  t.equal(taken.statusCode, 200, taken.body);
  t.equal(await visitPlainly(site.app).goto('/stories/ash-street/2'), 404, 'nobody else gets it');
  await visitor.goto('/wallet?filter=bought');
  t.match(visitor.text(element(visitor, 'main')), 'unpublished, still yours');
  await visitor.press(element(visitor, 'main a[href*="/stories/"]'));
  t.match(visitor.text(), 'Unpublished. You paid for this episode');
  t.ok(visitor.document().querySelectorAll('[data-item] img').length > 0);
});

await site.close();
