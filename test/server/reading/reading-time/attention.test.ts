/** How a reader's time and coins were spent: reported by untrusted browsers, and visible to nobody else. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { attentionDays, erasedStories, stories, storyMembers, unlocks, users } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { openAttention } from '../../../support/attention.ts';
import { addPremium, giveCoins } from '../../../support/coins.ts';

const NOON = new Date('2026-10-17T12:00:00Z');

t.test('where attention went', async (t) => {
  const house = await openAttention(NOON);
  const { app, deps, shelf, hana, at, later, newReader, addEpisode, tell, see, choose } = house;
  t.teardown(() => app.close());
  const idris = await shelf.addAuthor('Idris Amari');

  await t.test('minutes are counted by day, story and creator', async (t) => {
    at(NOON);
    const reader = await newReader();
    const [umbrellas, road] = [await addEpisode(), await addEpisode(idris, 'The Salt Road')];
    t.match(await see(reader), {
      month: '2026-10',
      counted: true,
      seconds: 0,
      days: [],
      creators: [],
      total: 0,
    });
    await tell(reader, umbrellas.id, 100);
    later(1);
    await tell(reader, road.id, 60);
    await tell(reader, road.id, undefined);
    later(24 * 60);
    await tell(reader, road.id, 120);
    const found = await see(reader);
    t.match(found, {
      seconds: 280,
      total: 2,
      first_month: '2025-10',
      last_month: '2026-10',
      days: [
        { day: '2026-10-17', seconds: 160 },
        { day: '2026-10-18', seconds: 120, stories: [{ story_id: road.story.id, seconds: 120 }] },
      ],
      creators: [
        { creator: { display_name: 'Idris Amari' }, story: { title: 'The Salt Road' }, seconds: 180 },
        { creator: { display_name: 'Hana Lindqvist' }, seconds: 100, coins: 0, stories_count: 1 },
      ],
    });
    t.same(found.days[0].stories, [
      { story_id: umbrellas.story.id, seconds: 100 },
      { story_id: road.story.id, seconds: 60 },
    ]);
    t.equal((await see(reader, '?month=2026-09')).seconds, 0);
    const other = await newReader();
    t.equal((await see(other)).total, 0, 'nobody else sees it');
  });

  await t.test(
    'SOC-08 who has not moved is given time, and takes no place from another device',
    async (t) => {
      const reader = await newReader();
      const { id, story } = await addEpisode();
      const put = (body: object) => app.call(`PUT /episodes/${id}/progress`, { as: reader, body });
      await put({ item: 2, furthest_item: 2, seconds: 20 });
      await put({ item: 5, furthest_item: 5 });
      await put({ item: 2, furthest_item: 2, seconds: 10, moved: false });
      const mine = (await app.call(`GET /stories/${story.id}/mine`, { as: reader })).json();
      t.equal(mine.continue.item, 5);
      t.equal((await see(reader)).seconds, 30);
    },
  );

  await t.test('what a browser says is believed as far as the clock went', async (t) => {
    at(NOON);
    const reader = await newReader();
    const { id } = await addEpisode();
    await tell(reader, id, 80_000);
    t.equal((await see(reader)).seconds, 180);
    await Promise.all([1, 2, 3, 4].map(() => tell(reader, id, 60)));
    t.equal((await see(reader)).seconds, 180, 'no time has passed');
    later(1);
    await Promise.all([1, 2, 3, 4].map(() => tell(reader, id, 45)));
    t.equal((await see(reader)).seconds, 240, 'four devices read for one minute');
    for (const seconds of [-1, 1.5, 86_401, '60', null]) {
      const body = { item: 1, furthest_item: 1, seconds };
      const reply = await app.call(`PUT /episodes/${id}/progress`, { as: reader, body });
      t.equal(reply.statusCode, 422, String(seconds));
    }
  });

  await t.test('days and months are those of the reader', async (t) => {
    at(new Date('2026-10-31T23:30:00Z'));
    const reader = await app.signUp('Eastern');
    await deps.db.update(users).set({ timezone: 'Asia/Tokyo' }).where(eq(users.id, reader.id));
    const { id } = await addEpisode();
    await tell(reader, id, 60);
    t.match(await see(reader), { month: '2026-11', days: [{ day: '2026-11-01', seconds: 60 }] });
  });

  await t.test(
    'switched off, all is deleted at once, and nothing is counted; on again, it begins anew',
    async (t) => {
      at(NOON);
      const reader = await newReader();
      const { id, story } = await addEpisode();
      await tell(reader, id, 100);
      const off = await choose(reader, false);
      t.match(off.json(), { counted: false, notice: { is_success: true } });
      const kept = () => deps.db.select().from(attentionDays).where(eq(attentionDays.readerId, reader.id));
      t.same(await kept(), []);
      later(5);
      await tell(reader, id, 100);
      t.same(await kept(), []);
      t.match(await see(reader), { counted: false, seconds: 0, total: 0 });
      const mine = (await app.call(`GET /stories/${story.id}/mine`, { as: reader })).json();
      t.equal(mine.continue.item, 1, 'the place stays');
      await choose(reader, true);
      await tell(reader, id, 20);
      t.match(await see(reader), { counted: true, seconds: 20 });
      await choose(reader, true);
      t.equal((await see(reader)).seconds, 20, 'saying it again changes nothing');
    },
  );

  await t.test('of two at once, one counts and one deletes, and nothing is left', async (t) => {
    at(NOON);
    const reader = await newReader();
    const { id } = await addEpisode();
    for (let round = 0; round < 5; round += 1) {
      await choose(reader, true);
      later(2);
      await Promise.all([tell(reader, id, 60), choose(reader, false), tell(reader, id, 60)]);
      const rows = await deps.db.select().from(attentionDays).where(eq(attentionDays.readerId, reader.id));
      t.same(rows, []);
    }
  });

  await t.test('nobody gives time to their own stories', async (t) => {
    at(NOON);
    const reader = await newReader();
    const { id, story } = await addEpisode();
    await deps.db.insert(storyMembers).values({ storyId: story.id, userId: reader.id, role: 'viewer' });
    await tell(reader, id, 60);
    t.equal((await see(reader)).total, 0);
  });

  await t.test(
    'PRI-23 coins count for whom they opened an episode, also when the story is gone',
    async (t) => {
      at(NOON);
      const reader = await newReader();
      await giveCoins(app, reader, 500);
      const story = await addPremium(shelf, idris, { price: 30, episodes: 3, title: 'The Salt Road' });
      for (const id of story.episodeIds)
        await app.call(`POST /episodes/${id}/unlock`, { as: reader, body: { price: 30 } });
      await deps.db
        .update(unlocks)
        .set({ returnedAt: NOON })
        .where(eq(unlocks.episodeId, story.episodeIds[2] as string));
      t.match(await see(reader), {
        seconds: 0,
        coins: 60,
        unlocked: 2,
        total: 1,
        creators: [{ creator: { display_name: 'Idris Amari' }, coins: 60, unlocked: 2, seconds: 0 }],
      });
      t.equal((await see(reader, '?month=2026-09')).coins, 0);
      await choose(reader, false);
      t.equal((await see(reader)).coins, 60, 'coins stay in the wallet, whatever is counted');
      await deps.db.update(stories).set({ published: false }).where(eq(stories.id, story.id));
      t.match((await see(reader)).creators, [
        { creator: { slug: null, display_name: 'Idris Amari' }, story: null, coins: 60 },
      ]);
      await deps.db.delete(unlocks).where(eq(unlocks.readerId, reader.id));
    },
  );

  await t.test('a story that is erased was given its time all the same', async (t) => {
    at(NOON);
    const reader = await newReader();
    const gone = newId();
    await deps.db.insert(erasedStories).values({ storyId: gone, ownerId: hana, erasedAt: NOON });
    await deps.db.insert(attentionDays).values([
      { readerId: reader.id, day: '2026-10-02', storyId: gone, seconds: 60 },
      { readerId: reader.id, day: '2026-10-02', storyId: newId(), seconds: 30 },
    ]);
    t.match((await see(reader)).creators, [
      { creator: { slug: null, display_name: 'Hana Lindqvist' }, story: null, seconds: 60 },
      { creator: null, story: null, seconds: 30 },
    ]);
  });

  await t.test('GEO-08 a story that is closed to the reader by country has no name', async (t) => {
    at(NOON);
    const reader = await newReader();
    const story = await shelf.addStory(hana, {}, { geofilter: { type: 'deny', countries: ['DE'] } });
    const row = { readerId: reader.id, day: '2026-10-02', storyId: story.id, seconds: 60 };
    await deps.db.insert(attentionDays).values(row);
    const of = async (country: string) =>
      (await app.call('GET /user/attention', { as: reader, headers: { 'x-country': country } })).json()
        .creators[0].story;
    t.match(await of('FR'), { id: story.id });
    t.equal(await of('DE'), null);
  });

  await t.test('who is nobody, and what is no month', async (t) => {
    const reader = await newReader();
    for (const call of ['GET /user/attention', 'GET /user/attention/export'])
      t.equal((await app.call(call)).statusCode, 401, call);
    t.equal((await app.call('PUT /user/attention', { body: { counted: true } })).statusCode, 401);
    for (const month of ['2026-13', '2026', 'x', '2026-1'])
      t.equal((await app.call(`GET /user/attention?month=${month}`, { as: reader })).statusCode, 422, month);
    t.equal((await app.call('PUT /user/attention', { as: reader, body: {} })).statusCode, 422);
  });
});
