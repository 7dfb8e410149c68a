import { brotliCompressSync } from 'node:zlib';
import { and, eq, inArray } from 'drizzle-orm';
import t from 'tap';
import { episodes, stories } from '#db/schema/index.ts';
import { EPISODES_A_PAGE, hundredOf, pickHundred } from '#server/domains/reading/reader/rules.ts';
import { FIRST_SCREEN } from '#server/lib/first-screen.ts';
import { addLongStory } from '../../../support/long-story.ts';
import { rowsRead } from '../../../support/plans.ts';
import { startSite } from '../../../support/site.ts';

const EPISODES = 1200;
/** The first screen fits the first round trip of a connection. A hundred rows and the footer follow. */
const FIRST_SCREEN_MAX_BYTES = 14_000;
const HTML_MAX_BYTES = 16_000;

t.test('lists of episodes come in hundreds', async (t) => {
  const hundreds = [
    { from: 1, first: 1, last: 99, count: 98 },
    { from: 101, first: 101, last: 200, count: 100 },
    { from: 301, first: 305, last: 310, count: 2 },
  ];
  for (const [number, from] of [
    [1, 1],
    [100, 1],
    [101, 101],
    [200, 101],
    [250, 101],
    [305, 301],
    [9999, 301],
  ] as const) {
    t.equal(pickHundred(hundreds, { order: 'oldest', number })?.from, from, `${number}`);
  }
  t.equal(pickHundred(hundreds, { order: 'oldest' })?.from, 1);
  t.equal(pickHundred(hundreds, { order: 'newest' })?.from, 301);
  t.equal(pickHundred(hundreds.slice(1), { order: 'oldest', number: 5 })?.from, 101, 'the first there is');
  t.equal(pickHundred([], { order: 'oldest', number: 5 }), null);
  t.same([1, 100, 101, 1200].map(hundredOf), [1, 1, 101, 1101]);
});

t.test('a story of 1,200 episodes', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const author = await site.signUp('Idris Amari');
  const story = await addLongStory(deps, author.id, { slug: 'salt-road', episodes: EPISODES });
  const path = '/stories/salt-road';
  const get = async (url: string) => {
    const { statusCode: status, headers, body } = await site.app.inject({ url });
    const numbers = [...body.matchAll(/<div id="episode-(\d+)"/g)].map(([, number]) => Number(number));
    return { status, location: headers.location, body, numbers };
  };
  const span = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  await t.test('STP-01 the page lists a hundred, and leads to the others without a script', async (t) => {
    const first = await get(path);
    t.equal(first.status, 200);
    t.same(first.numbers, span(1, 100));
    t.match(first.body, /Episodes<\/h2><span[^>]*>1,200</);
    t.match(first.body, /href="\/stories\/salt-road\?episodes=101#episodes"/);
    t.match(first.body, /href="\/stories\/salt-road\?episodes=1101#episodes"/);
    t.match(first.body, /rel="canonical" href="[^"]*\/stories\/salt-road"/);
    const last = await get(`${path}?episodes=1101`);
    t.same(last.numbers, span(1101, 1200));
    t.match(last.body, /rel="canonical" href="[^"]*\/stories\/salt-road\?episodes=1101"/);
    t.match(last.body, /Read episode 1</, 'reading begins at the beginning');
    t.match(
      (await get(`/de${path}?episodes=101`)).body,
      /href="\/de\/stories\/salt-road\?episodes=201#episodes"/,
    );
  });

  await t.test('the newest first begins with the last hundred', async (t) => {
    const newest = await get(`${path}?order=newest`);
    t.same(newest.numbers, span(1101, 1200).toReversed());
    t.match(newest.body, /href="\/stories\/salt-road\?order=newest&amp;episodes=1001#episodes"/);
    t.same((await get(`${path}?order=newest&episodes=1`)).numbers, span(1101, 1200).toReversed());
    const turned = await get(`${path}?order=newest&episodes=201`);
    t.same(turned.numbers, span(201, 300).toReversed());
    t.match(turned.body, /href="\/stories\/salt-road\?episodes=201|href="\/stories\/salt-road#episodes"/);
  });

  await t.test('a number is gone to, and made-up places have no page of their own', async (t) => {
    const form =
      /<form[^>]*action="\/stories\/salt-road"[^>]*>.*?<\/form>/s.exec((await get(path)).body)?.[0] ?? '';
    t.match(form, /name="episode"/);
    t.match(form, /Go to episode, 1 to 1200/);
    for (const [query, to] of [
      ['episode=137', '?episodes=101#episode-137'],
      ['episode=7', '#episode-7'],
      ['episode=99999', '?episodes=1101#episode-99999'],
      ['order=newest&episode=1150', '?order=newest#episode-1150'],
      ['order=newest&episode=7', '?order=newest&episodes=1#episode-7'],
      ['episodes=5001', '?episodes=1101#episodes'],
    ] as const) {
      const reply = await get(`${path}?${query}`);
      t.same([reply.status, reply.location], [302, `${path}${to}`], query);
    }
    for (const query of ['episodes=137', 'episodes=0', 'episodes=1&x=2', 'episode=x', 'episodes=-1']) {
      t.same((await get(`${path}?${query}`)).numbers, span(1, 100), query);
    }
  });

  await t.test(
    'every part keeps below 16,000 bytes of brotli, 14,000 of them before what is seen first',
    async (t) => {
      for (const url of [path, `${path}?episodes=601`, `/de${path}?order=newest&episodes=401`]) {
        const { body } = await get(url);
        const [first = ''] = body.split(`id="${FIRST_SCREEN}"`);
        const [bytes, before] = [brotliCompressSync(body).length, brotliCompressSync(first).length];
        t.ok(before < FIRST_SCREEN_MAX_BYTES, `${url} begins with ${before} bytes`);
        t.ok(bytes < HTML_MAX_BYTES, `${url} has ${bytes} bytes`);
      }
    },
  );

  await t.test('the reader asks for its neighbours, not for the list', async (t) => {
    site.caches.purge(['all']);
    const rows = await rowsRead(deps, () => get(`${path}/737`));
    t.ok((rows.episodes ?? 0) < 20, `${rows.episodes} of the episodes`);
    const { body } = await get(`${path}/737`);
    t.match(body, /href="\/stories\/salt-road\?episodes=701#episode-737"/, 'the way back leads to its place');
    t.match(body, /href="\/stories\/salt-road\/738"/);
  });

  await t.test(
    'RDR-02 the list of the reader leads to a number, or to the nearest, without a script',
    async (t) => {
      const reader = `${path}/737`;
      const { body } = await get(`${reader}?panels=1`);
      const form = /<form[^>]*action="\/stories\/salt-road\/737"[^>]*>.*?<\/form>/s.exec(body)?.[0] ?? '';
      t.match(form, /name="episode"/);
      t.match(form, /Go to episode, 1 to 1200/);
      t.notMatch((await get(reader)).body, 'name="episode"', 'it does not weigh on the first screen');
      const gone = eq(episodes.position, 50);
      await deps.db.update(episodes).set({ status: 'in_progress' }).where(gone);
      for (const [url, to] of [
        [`${reader}?episode=12`, `${path}/12`],
        [`${reader}?panels=1&episode=12`, `${path}/12`],
        [`${reader}?episode=50`, `${path}/51`],
        [`${reader}?episode=999999`, `${path}/1200`],
        [`/de${reader}?episode=737`, `/de${path}/737`],
      ] as const) {
        const reply = await get(url);
        t.same([reply.status, reply.location], [302, to], url);
      }
      await deps.db.update(episodes).set({ status: 'published' }).where(gone);
      for (const wrong of ['0', '-1', 'x', '1e3', '', '9999999'])
        t.equal((await get(`${reader}?episode=${wrong}`)).status, 200, wrong);
      const rows = await rowsRead(deps, () => get(`${reader}?panels=1&episode=640`));
      t.ok((rows.episodes ?? 0) < 20, `${rows.episodes} of the episodes, none of the list`);
      t.equal(rows.users, undefined, 'nothing is loaded of the page that is left');
      t.equal((await get('/stories/no-such-story/1?episode=12')).status, 404);
      const ofStory = eq(stories.id, story.id);
      await deps.db.update(stories).set({ published: false }).where(ofStory);
      t.equal(
        (await get(`${reader}?episode=12`)).status,
        404,
        'it tells nothing of a story that is not public',
      );
      await deps.db.update(stories).set({ published: true }).where(ofStory);
    },
  );

  await t.test('RDR-02 the list of the reader comes by hundreds, without a script', async (t) => {
    const reader = `${path}/737`;
    const listed = async (url: string) => {
      const { status, body, location } = await get(url);
      const numbers = [...body.matchAll(/data-episode="(\d+)"/g)].map(([, number]) => Number(number));
      const links = [...body.matchAll(/href="([^"]*panels=1&amp;episodes=[^"]*)"/g)].map(([, href]) => href);
      return { status, location, numbers, links };
    };
    const own = await listed(`${reader}?panels=1`);
    t.same(own.numbers, span(701, 800), 'it opens at its own');
    const to = (from: number) => `${reader}?panels=1&amp;episodes=${from}#panel-episodes`;
    t.same(own.links, [1, 601, 801, 1101].map(to));
    const first = await listed(`${reader}?panels=1&episodes=1`);
    t.same(first.numbers, span(1, 100));
    t.match((await get(`${reader}?panels=1&episodes=1`)).body, `href="${reader}?panels=1#panel-episodes"`);
    t.same((await listed(`/de${reader}?panels=1&episodes=1101`)).numbers, span(1101, 1200));
    for (const [query, place] of [
      ['panels=1&episodes=701', '?panels=1#panel-episodes'],
      ['panels=1&episodes=5001', '?panels=1&episodes=1101#panel-episodes'],
      ['episodes=101', '?panels=1#panel-episodes'],
    ] as const) {
      const { status, location } = await listed(`${reader}?${query}`);
      t.same([status, location], [302, `${reader}${place}`], query);
    }
    for (const wrong of ['0', '2', '11', '150', '-99', 'x'])
      t.same((await listed(`${reader}?panels=1&episodes=${wrong}`)).numbers, span(701, 800), wrong);
    t.same((await listed(reader)).numbers, [], 'it does not weigh on the first screen');
  });

  await t.test('API-29 the API lists a hundred from a number on', async (t) => {
    const ask = async (query = '') =>
      (await site.call(`GET /stories/salt-road${query}`)).json<{
        story: { episodes: { number: number }[]; episodes_next: number | null; episodes_total: number };
      }>().story;
    const all: number[] = [];
    for (let from: number | null = 1; from !== null; ) {
      const part = await ask(`?episodes_from=${from}`);
      t.equal(part.episodes_total, EPISODES);
      t.ok(part.episodes.length <= 100);
      all.push(...part.episodes.map(({ number }) => number));
      from = part.episodes_next;
    }
    t.same(all, span(1, EPISODES));
    t.same(
      (await ask()).episodes.map(({ number }) => number),
      span(1, 100),
    );
    t.same((await ask('?episodes_from=1201')).episodes, []);
    t.equal((await site.call('GET /stories/salt-road?episodes_from=0')).statusCode, 422);
  });

  await t.test('the console lists a hundred, and moves to any number of the whole story', async (t) => {
    const room = `/creator/stories/${story.id}`;
    const headers = { cookie: `auth_token=${author.token}; signed_in=1` };
    const show = async (url: string) => {
      const reply = await site.app.inject({ url, headers });
      const numbers = [...reply.body.matchAll(/<div id="episode-(\d+)"/g)].map(([, number]) =>
        Number(number),
      );
      return { location: reply.headers.location, body: reply.body, numbers };
    };
    const first = await show(room);
    t.same(first.numbers, span(1101, 1200).toReversed(), 'the newest first');
    t.match(first.body, /\?episodes=1001#episodes"/);
    t.same((await show(`${room}?episodes=1150`)).numbers, span(1101, 1200).toReversed());
    t.same((await show(`${room}?episodes=99999`)).numbers, span(1101, 1200).toReversed());
    t.equal((await show(`${room}?episode=640`)).location, `${room}?episodes=601#episode-640`);
    t.equal((await show(`/de${room}?episode=9999`)).location, `/de${room}?episodes=1101#episode-1200`);
    const idOf = async (position: number) => {
      const at = and(eq(episodes.storyId, story.id), eq(episodes.position, position));
      return (await deps.db.select({ id: episodes.id }).from(episodes).where(at))[0]?.id ?? '';
    };
    const [moved, last, other] = [await idOf(1150), await idOf(1200), await idOf(3)];
    const move = (id: string, number: number) =>
      site.call(`PUT /creator/episodes/${id}/number`, { as: author, body: { number } });
    t.equal((await move(moved, 2)).statusCode, 204);
    t.same([await idOf(2), await idOf(4), await idOf(1200)], [moved, other, last]);
    t.equal((await move(moved, 1150)).statusCode, 204);
    t.same([await idOf(1150), await idOf(3)], [moved, other]);
    t.equal((await move(moved, EPISODES + 1)).statusCode, 422);
    t.equal((await move(moved, 0)).statusCode, 422);
    for (const url of [room, `/de${room}?episodes=601`]) {
      const { body } = await show(url);
      const bytes = brotliCompressSync(body).length;
      t.ok(bytes < HTML_MAX_BYTES, `${url} has ${bytes} bytes`);
      const signed = [...body.matchAll(/\/media\/[^"]*signature=[\w-]+/g)].map(([address]) => address);
      t.ok(signed.length > EPISODES_A_PAGE, 'its thumbnails and its cover');
      t.equal(new Set(signed).size, signed.length, 'each is said once');
    }
  });

  await t.test('a hundred without anything published is left out', async (t) => {
    await deps.db
      .update(episodes)
      .set({ status: 'in_progress' })
      .where(and(eq(episodes.storyId, story.id), inArray(episodes.position, span(1, 150))));
    site.caches.purge(['all']);
    const first = await get(path);
    t.same(first.numbers, span(151, 200));
    t.match(first.body, />151–200</);
    t.match(first.body, /Read episode 151</);
    t.same((await get(`${path}?episode=7`)).location, `${path}#episode-7`);
  });
});
