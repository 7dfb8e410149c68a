import { eq } from 'drizzle-orm';
import t from 'tap';
import { geofilterStrategies, houseAdDays, stories, subscriptions } from '#db/schema/index.ts';
import { viewCounter } from '#server/domains/reading/counts/view-counter.ts';
import { NOON, openAdHouse } from '../../../support/ad-house.ts';

t.test('what of our own advertisements is shown', async (t) => {
  const { app, mei, reader, shelf, author, story, episodeId, add, change, offered, titles, clear, idOf } =
    await openAdHouse();
  t.teardown(() => app.close());

  await t.test('ADS-02 each runs on its days, and for whom it is meant', async (t) => {
    await clear();
    const only = async (body: object) => {
      await clear();
      await add(body);
      return (await titles()).length > 0;
    };
    t.equal(await only({ starts_on: '2026-11-21' }), false, 'tomorrow');
    t.equal(await only({ starts_on: '2026-11-20', ends_on: '2026-11-20' }), true, 'today');
    t.equal(await only({ ends_on: '2026-11-19' }), false, 'yesterday');
    t.equal(await only({ title_en: '', text_en: '' }), false, 'not in this language');
    t.same(await titles('de'), ['Sieben Tage']);
    t.equal(await only({ target: 'genres', genres: ['fantasy', 'crime'] }), true);
    t.equal(await only({ target: 'genres', genres: ['fantasy'] }), false);
    t.equal(await only({ target: 'between_chapters' }), false, 'no novel');
    t.equal(await only({ target: 'few_subscriptions', subscriptions_below: 1 }), true);
    t.equal((await titles('en', reader)).length, 1, 'no subscription yet');
    await app.deps.db
      .insert(subscriptions)
      .values({ storyId: story.id, readerId: reader.id, createdAt: NOON });
    t.equal((await titles('en', reader)).length, 0);
    t.match((await offered('en', reader)).reader, {
      publishes: false,
      subscriptions_count: 1,
    });
  });

  await t.test('ADS-02 a paused one is shown to nobody until it goes on', async (t) => {
    await clear();
    const id = idOf(await add());
    t.match((await change(id, { paused: true })).json(), { ad: { state: 'paused', paused: true } });
    t.same(await titles(), []);
    t.match((await change(id, { paused: false })).json(), { ad: { state: 'running' } });
    t.same(await titles(), ['Seven days']);
  });

  await t.test('ADS-02 one about a story has its cover, and stands where that may be read', async (t) => {
    await clear();
    const moths = await shelf.addStory(author, { slug: 'the-moth-queen', title: 'The Moth Queen' });
    await shelf.addEpisode(moths, 1, {}, { pages: 1 });
    const { id: within } = await shelf.addEpisode(moths, 2, {}, { pages: 9 });
    const id = idOf(await add({ look: 'story', link: '/stories/the-moth-queen' }));
    t.match((await offered()).ads[0], { link: '/stories/the-moth-queen', story: { id: moths.id } });
    t.same((await app.call(`GET /episodes/${within}/ad_slots`)).json().ads, [], 'not in itself');
    const set = (values: object) => app.deps.db.update(stories).set(values).where(eq(stories.id, moths.id));
    const seen = async (values: object) => {
      await set(values);
      return (await titles()).length > 0;
    };
    t.equal(await seen({ rating: 'mature16' }), false, 'for older readers');
    t.equal(await seen({ rating: 'all', published: false }), false, 'not published');
    t.equal((await app.call('GET /admin/ads', { as: mei })).json().ads[0].story.open, false);
    t.equal(await seen({ published: true, deletedAt: NOON }), false, 'deleted');
    t.equal(await seen({ deletedAt: null }), true);
    await app.deps.db
      .update(geofilterStrategies)
      .set({ type: 'allow', countries: ['JP'] })
      .where(eq(geofilterStrategies.storyId, moths.id));
    t.same(await titles(), [], 'not in this country');
    t.match((await change(id, { look: 'ink' })).json(), { ad: { story: null } });
    t.same(await titles(), ['Seven days'], 'an address like any other');
  });

  await t.test('ADS-02 whoever has the app is not asked to get it', async (t) => {
    await clear();
    await add({ target: 'without_app' });
    t.equal((await titles('en')).length, 1);
    const headers = { authorization: `Bearer ${reader.token}` };
    const own = await app.call(`GET /episodes/${episodeId}/ad_slots`, { headers });
    t.match(own.json(), { ads: [], reader: { has_app: true } });
  });

  await t.test(
    'ADS-06 each is counted by itself, shown and followed, once per slot and device',
    async (t) => {
      await clear();
      const id = idOf(await add());
      const jar: Record<string, string> = {};
      const send = async (call: string, body: object) => {
        const reply = await app.call(call as 'POST /ad_follows', {
          body: { episode_id: episodeId, ...body },
          headers: jar,
        });
        const mark = reply.cookies.find(({ name }) => name === 'view_mark');
        if (mark !== undefined) jar.cookie = `view_mark=${mark.value}`;
        return reply.statusCode;
      };
      await send(`POST /episodes/${episodeId}/views`, {});
      for (let turn = 0; turn < 3; turn += 1) {
        t.equal(await send('POST /ad_impressions', { slot: 4, ad_id: id }), 204);
        t.equal(await send('POST /ad_follows', { slot: 4, ad_id: id }), 204);
      }
      t.equal(
        await send('POST /ad_impressions', { slot: 8, ad_id: author }),
        204,
        'no advertisement of ours',
      );
      await viewCounter.of(app.deps).flush();
      const days = await app.deps.db.select().from(houseAdDays);
      t.same(days, [{ adId: id, day: '2026-11-20', shown: 1, followed: 1 }]);
      const { episode } = (await app.call(`GET /episodes/${episodeId}`)).json();
      t.equal(episode.impressions_count, 2, 'the episode counts both, and no press');
      const [listed] = (await app.call('GET /admin/ads', { as: mei })).json().ads;
      t.match(listed, { shown_count: 1, followed_count: 1 });
      await change(id, { ends_on: '2026-11-19' });
      const other = { slot: 8, ad_id: id };
      delete jar.cookie;
      t.equal(await send('POST /ad_impressions', other), 204, 'one that ended while it was shown');
      await viewCounter.of(app.deps).flush();
      t.equal(
        (await app.call(`GET /episodes/${episodeId}`)).json().episode.impressions_count,
        3,
        'still pays',
      );
    },
  );
});
