/** Episodes become free some days after their first publication, everywhere and at that moment (decisions.md §7). */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes } from '#db/schema/index.ts';
import { purgeFreed } from '#server/domains/publishing/pricing/waited.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import type { Account } from '../../../support/app.ts';
import { giveCoins } from '../../../support/coins.ts';
import { openShelf } from '../../../support/shelf.ts';
import { startSite } from '../../../support/site.ts';

const BEGUN = new Date();
const later = (days: number, ms = 0) => new Date(BEGUN.getTime() + days * DAY_MS + ms);

t.test('free after some days', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const at = (moment: Date) => {
    deps.clock = { now: () => moment };
  };
  at(BEGUN);
  const shelf = openShelf(deps);
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  await giveCoins(site, reader, 100);
  const pricing = { type: 'all_premium', priceCoins: 30 } as const;
  const story = await shelf.addStory(creator.id, {}, { pricing });
  const { id } = await shelf.addEpisode(story, 1);
  const second = await shelf.addEpisode(story, 2, { firstPublishedAt: later(5), publishedAt: later(5) });
  const put = (body: object, as: Account = creator) =>
    site.call(`PUT /creator/pricing_strategies/${story.id}`, { as, body });
  const wait = (days: unknown) => put({ type: 'all_premium', price: 30, free_after_days: days });
  const read = (who?: Account) => site.call(`GET /episodes/${id}`, { as: who });
  const pageOf = async (url: string) => {
    const { statusCode, body } = await site.app.inject({ url });
    return { statusCode, text: body.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ') };
  };
  const priceIn = async () => (await site.call(`GET /stories/${story.id}`)).json().story.episodes[0];

  await t.test('PRI-12 whole days from 1 to 365, or never; left out it stays', async (t) => {
    for (const days of [0, 366, 1.5, -1, 'soon']) {
      const reply = await wait(days);
      t.equal(reply.statusCode, 422, String(days));
      t.same(Object.keys(reply.json().fields[0]), ['free_after_days']);
    }
    t.equal((await wait(365)).json().free_after_days, 365);
    t.equal((await put({ type: 'all_premium', price: 30 })).json().free_after_days, 365);
    t.equal((await put({ type: 'all_free' })).json().free_after_days, 365, 'as prices do');
    t.equal((await wait(null)).json().free_after_days, null);
    const { version } = (await wait(7)).json();
    const stale = await put({ type: 'all_premium', price: 30, free_after_days: 3, version: 'old' });
    t.equal(stale.json().code, 'stale_version');
    await wait(9);
    t.equal((await put({ type: 'all_free', version })).json().code, 'stale_version', 'the days count');
    const viewer = await site.signUp('Stranger');
    t.equal((await put({ type: 'all_premium', price: 30, free_after_days: 1 }, viewer)).statusCode, 404);
    // Sends the form without a script.
    const form = (value: string) =>
      site.app.inject({
        method: 'POST',
        url: `/api/creator/pricing_strategies/${story.id}?_method=PUT`,
        headers: {
          cookie: `auth_token=${creator.token}`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: `type=all_premium&price_of.all_premium=30&free_after_days=${value}`,
      });
    t.match((await form('7')).headers.location, 'success_notice');
    const stored = async () =>
      (await site.call(`GET /creator/pricing_strategies/${story.id}`, { as: creator })).json()
        .free_after_days;
    t.equal(await stored(), 7);
    t.match((await form('')).headers.location, 'success_notice');
    t.equal(await stored(), null);
  });

  await t.test('PRI-28 it says when, and is free in that moment at every door', async (t) => {
    await wait(7);
    t.same(await priceIn().then(({ price, free_at }) => [price, free_at]), [30, later(7).toISOString()]);
    const locked = await read();
    t.equal(locked.statusCode, 402);
    t.equal(locked.json().episode.free_at, later(7).toISOString());
    const mine = (await site.call(`GET /stories/${story.id}/mine`, { as: reader })).json();
    t.equal(mine.locked_episodes[0].free_at, later(7).toISOString());
    const day = later(7).toISOString();
    const shown = `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
    t.match((await pageOf(`/stories/${story.slug}`)).text, `free from ${shown}`);
    const before = await pageOf(`/stories/${story.slug}/1`);
    t.equal(before.statusCode, 402);
    t.match(before.text, `It becomes free on ${shown}.`);
    const feed = async () => (await site.app.inject({ url: `/stories/${story.slug}/feed.xml` })).body;
    t.notMatch(await feed(), 'Part 1');

    at(later(7, -1));
    t.equal((await read()).statusCode, 402, 'a moment before');
    at(later(7));
    t.equal((await read()).statusCode, 200);
    t.equal((await read(reader)).json().episode.price, 0);
    t.same(await priceIn().then(({ price, free_at }) => [price, free_at]), [0, null]);
    const other = await site.signUp('Another');
    const paid = await site.call(`POST /episodes/${id}/unlock`, { as: other, body: { price: 30 } });
    t.equal(paid.json().code, 'episode_free', 'and nobody pays for it any more');
    await purgeFreed(deps);
    t.equal((await pageOf(`/stories/${story.slug}/1`)).statusCode, 200);
    t.notMatch((await pageOf(`/stories/${story.slug}`)).text, `free from ${shown}`);
    t.match(await feed(), 'Part 1');
    t.notMatch(await feed(), 'Part 2');
    t.match((await site.app.inject({ url: `/opds/v2/stories/${story.slug}` })).body, 'Part 1');
    t.equal((await site.call(`GET /episodes/${second.id}`)).statusCode, 402, 'each from its own day');
  });

  await t.test('PRI-28 to withdraw it and publish it again does not start it anew', async (t) => {
    at(later(6));
    await wait(7);
    await site.call(`POST /creator/episodes/${id}/unpublish`, { as: creator, body: {} });
    await site.call(`POST /creator/episodes/${id}/publish`, { as: creator, body: {} });
    const [row] = await deps.db.select().from(episodes).where(eq(episodes.id, id));
    t.equal(row?.status, 'published');
    t.same(row?.firstPublishedAt, BEGUN);
    t.equal((await priceIn()).free_at, later(7).toISOString());
    at(later(7));
    t.equal((await read()).statusCode, 200);
  });

  await t.test('OPS-02 the sweep purges once what has become free, also after a pause', async (t) => {
    const purged: string[] = [];
    const { purge } = deps.cache;
    deps.cache.purge = (tags) => {
      purged.push(...tags);
      return purge(tags);
    };
    at(later(11));
    await purgeFreed(deps);
    purged.length = 0;
    at(later(12, -1));
    await purgeFreed(deps);
    t.same(purged, [], 'nothing yet');
    at(later(12));
    await Promise.all([purgeFreed(deps), purgeFreed(deps)]);
    t.ok(purged.includes(`story:${story.id}`), 'the second episode');
    purged.length = 0;
    at(later(13));
    await purgeFreed(deps);
    t.same(purged, [], 'not again');
    deps.cache.purge = purge;
  });
});
