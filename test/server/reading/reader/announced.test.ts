import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { episodes, stories } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { publishAllDue } from '#server/domains/publishing/releases/due.ts';
import { withdrawEpisodes } from '#server/domains/publishing/releases/withdrawal.ts';
import { findReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { findStoryPage } from '#server/domains/reading/reader/queries-story.ts';
import { newId } from '#server/lib/ids.ts';
import type { Account } from '../../../support/app.ts';
import { rowsRead } from '../../../support/plans.ts';
import {
  deed,
  dialogAt,
  HOUR_MS,
  mustDo,
  readyEpisode,
  setClock,
  startRelease,
  viewOf,
} from '../../../support/releases.ts';
import { countQueries } from '../../../support/shelf.ts';
import { startSite } from '../../../support/site.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const FRIDAY = new Date('2026-11-27T18:00:00Z');
const SATURDAY = new Date('2026-11-28T18:00:00Z');
/** Includes a calendar link with its styles on a first visit. Compressed, it is a third. */
const MAX_BYTES = 800;

t.test('releases that readers are told of', async (t) => {
  const site = await startSite({
    environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' },
  });
  t.teardown(() => site.close());
  const { deps } = site;
  const { db } = deps;
  const owner = await site.signUp('Noor');
  const administrator = await site.signUp('Ada Mina');
  await site.makeAdministrator(administrator);

  const begin = async () => {
    setClock(site, NOW);
    const id = await startRelease(site, owner);
    const [story] = await db.select().from(stories).where(eq(stories.id, id));
    const first = await readyEpisode(site, owner, id, 'First');
    await mustDo(site, owner, first, 'publish', {});
    return { id, first, slug: story?.slug ?? '' };
  };
  const plan = (id: string, at = FRIDAY, isAnnounced = true) =>
    mustDo(site, owner, id, 'schedule', { ...dialogAt(at), is_announced: isAnnounced });
  const planned = async (storyId: string, at?: Date, isAnnounced?: boolean) => {
    const id = await readyEpisode(site, owner, storyId, 'A Secret Title');
    await plan(id, at, isAnnounced);
    return id;
  };
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const reply = await site.app.inject({ url, headers });
    return { status: reply.statusCode, body: reply.body };
  };
  type Release = { episode_number: number; publish_at: string } | null;
  const ofApi = async (story: { id: string }, as?: Account) => {
    const reply = await site.call(`GET /stories/${story.id}`, as && { as });
    return reply.json<{ story: { next_release: Release } }>().story.next_release;
  };
  const doors = ({ slug }: { slug: string }) => [
    `/stories/${slug}`,
    `/stories/${slug}/1`,
    `/de/stories/${slug}`,
    `/de/stories/${slug}/1`,
  ];
  const momentsOf = async (story: { slug: string }) => {
    const all = await Promise.all(doors(story).map((url) => get(url)));
    return all.map(({ body }) => [...body.matchAll(/<time dateTime="([^"]+)"/g)].map(([, at]) => at).join());
  };
  const nowhere = ['', '', '', ''];
  const everywhere = (at: Date) => nowhere.map(() => at.toISOString().replace(':00.000', ''));

  await t.test('EPI-24 STP-08 RDR-01 a plan is told only when its team says so', async (t) => {
    const story = await begin();
    const id = await planned(story.id, FRIDAY, false);
    t.match(await viewOf(site, owner, id), { status: 'scheduled', is_announced: false });
    t.same([await ofApi(story), await momentsOf(story)], [null, nowhere]);
    const before = await Promise.all(doors(story).map((url) => get(url)));

    t.match(await plan(id), { is_announced: true });
    t.same(await ofApi(story), { episode_number: 2, publish_at: FRIDAY.toISOString() });
    t.same(await momentsOf(story), everywhere(FRIDAY), 'pages that were kept are made anew');
    const [page, reader, german] = await Promise.all(doors(story).map((url) => get(url)));
    const words = (body = '') => body.replaceAll(/<[^>]+>/g, '');
    t.match(words(page?.body), 'Episode 2: Fri 11/27/2026 18:00 UTC');
    t.match(
      words(reader?.body),
      'everything there is so far. Episode 2 comes out on Fri 11/27/2026 18:00 UTC.',
    );
    t.match(words(german?.body), 'Folge 2: Fr 11/27/2026 18:00 UTC');
    for (const { body } of [page, reader, german].filter((each) => each !== undefined))
      t.notMatch(body, 'A Secret Title');
    for (const [at, after] of [page, reader].entries()) {
      const grown = (after?.body ?? '').length - (before[at]?.body ?? '').length;
      t.ok(grown > 0 && grown < MAX_BYTES, `${grown} bytes more`);
    }
    const { entries } = (await site.call('GET /creator/schedule', { as: owner })).json<{
      entries: { episode_id: string; is_announced: boolean }[];
    }>();
    t.equal(entries.find(({ episode_id: of }) => of === id)?.is_announced, true);
    const cookie = `auth_token=${owner.token}`;
    for (const url of ['/creator/schedule?month=2026-11', `/creator/stories/${story.id}`])
      t.match((await get(url, { cookie })).body, /11\/27\/2026 18:00 · announced|>announced</, url);
  });

  await t.test('EPI-24 EPI-41 a stale version and what is no yes or no change nothing', async (t) => {
    const story = await begin();
    const id = await planned(story.id);
    const before = await viewOf(site, owner, id);
    const stale = { ...dialogAt(SATURDAY), lock_version: before.lock_version - 1 };
    t.equal((await deed(site, owner, id, 'schedule', stale)).statusCode, 409);
    const odd = { ...dialogAt(SATURDAY), is_announced: 'perhaps' };
    t.equal((await deed(site, owner, id, 'schedule', odd)).statusCode, 422);
    t.same(await viewOf(site, owner, id), before);
    t.same(await momentsOf(story), everywhere(FRIDAY));
  });

  await t.test(
    'EPI-27 EPI-28 EPI-23 EPI-38 EPI-36 EPI-40 it goes with the plan, and does not come back with another',
    async (t) => {
      const ways: Record<string, (id: string, storyId: string) => Promise<unknown>> = {
        'taken back': (id) => plan(id, FRIDAY, false),
        'planned anew by a call that does not know of it': (id) =>
          mustDo(site, owner, id, 'schedule', dialogAt(FRIDAY)),
        unscheduled: (id) => mustDo(site, owner, id, 'unschedule'),
        published: (id) => mustDo(site, owner, id, 'publish', {}),
        blocked: (id) => mustDo(site, administrator, id, 'block', { reason: 'A stolen page' }),
        deleted: (id) => site.call(`DELETE /creator/episodes/${id}`, { as: owner }),
        'due, but not ready': async (id) => {
          const reply = await site.call(`GET /creator/pages?episode_id=${id}`, { as: owner });
          for (const page of reply.json<{ pages: { id: string }[] }>().pages)
            await site.call(`DELETE /creator/pages/${page.id}`, { as: owner });
          setClock(site, FRIDAY);
          await publishAllDue(deps);
        },
      };
      for (const [name, go] of Object.entries(ways)) {
        const story = await begin();
        const id = await planned(story.id);
        t.same(await momentsOf(story), everywhere(FRIDAY), `${name}: before`);
        await go(id, story.id);
        t.same([await ofApi(story), await momentsOf(story)], [null, nowhere], name);
        const [row] = await db.select().from(episodes).where(eq(episodes.id, id));
        t.equal(row?.isAnnounced, false, name);
      }
    },
  );

  await t.test('EPI-40 it goes with the account of who owns the story', async (t) => {
    const story = await begin();
    const id = await planned(story.id);
    await inTransaction(deps, (tx) => withdrawEpisodes(tx, owner.id));
    const [row] = await db.select().from(episodes).where(eq(episodes.id, id));
    t.match(row, { status: 'in_progress', isAnnounced: false, publishAt: null });
    t.equal((await get(`/stories/${story.slug}`)).status, 404);
  });

  await t.test('EPI-31 a moment that has come is told no more, whoever is late', async (t) => {
    const story = await begin();
    const [soon, later] = [await planned(story.id, FRIDAY), await planned(story.id, SATURDAY)];
    t.same(await momentsOf(story), everywhere(FRIDAY), 'the first that comes');
    setClock(site, new Date(FRIDAY.getTime() - HOUR_MS));
    for (const url of doors(story))
      t.same((await site.pages.renderPublic({ url, country: null })).validUntil, FRIDAY, 'kept until then');
    // Purges by hand: no worker runs, and the cache follows the real clock.
    setClock(site, FRIDAY);
    site.caches.purge(['all']);
    t.same(await momentsOf(story), everywhere(SATURDAY), 'the one behind it');
    t.same(await ofApi(story), { episode_number: 3, publish_at: SATURDAY.toISOString() });
    await publishAllDue(deps);
    t.equal((await viewOf(site, owner, soon)).status, 'published');
    t.same(await momentsOf(story), everywhere(SATURDAY));
    await mustDo(site, owner, later, 'unschedule');
    t.same(await momentsOf(story), nowhere);
  });

  await t.test('STO-11 its number follows the order of the story', async (t) => {
    const story = await begin();
    await readyEpisode(site, owner, story.id, 'A draft');
    const id = await planned(story.id);
    t.match(await ofApi(story), { episode_number: 3 });
    t.match((await get(`/stories/${story.slug}/1`)).body, 'Episode 3 comes out on');
    const moved = await site.call(`PUT /creator/episodes/${id}/number`, { as: owner, body: { number: 2 } });
    t.equal(moved.statusCode, 204);
    t.match(await ofApi(story), { episode_number: 2 });
    t.match((await get(`/stories/${story.slug}/1`)).body, 'Episode 2 comes out on');
  });

  await t.test(
    'GEO-08 EPI-43 nothing is told where the story cannot be read, or before it is public',
    async (t) => {
      const story = await begin();
      await planned(story.id);
      const filter = { type: 'deny', countries: ['DE'] };
      await site.call(`PUT /creator/story_geofiltering_strategies/${story.id}`, { as: owner, body: filter });
      const time = FRIDAY.toISOString().slice(0, 13);
      for (const url of [...doors(story), `/api/stories/${story.id}`]) {
        const closed = await get(url, { 'x-country': 'DE' });
        t.same([closed.status, closed.body.includes(time)], [451, false], url);
        t.match((await get(url, { 'x-country': 'JP' })).body, time, url);
      }
      await mustDo(site, owner, story.first, 'unpublish');
      t.equal((await get(`/stories/${story.slug}`, { 'x-country': 'JP' })).status, 404);
      t.equal(await ofApi(story, owner), null, 'its team sees the story, and no announcement');
    },
  );

  await t.test('STP-08 it costs no query, and no more among a thousand plans', async (t) => {
    const story = await begin();
    const load = {
      story: () => findStoryPage(deps, story.slug, { country: null }),
      reader: () => findReaderPage(deps, story.slug, 1, { country: null }),
    };
    const before = [await countQueries(deps, load.story), await countQueries(deps, load.reader)];
    const at = (index: number) => new Date(FRIDAY.getTime() + index * HOUR_MS);
    await db.insert(episodes).values(
      Array.from({ length: 1000 }, (_, index) => ({
        id: newId(),
        storyId: story.id,
        position: index + 2,
        title: 'Planned',
        status: 'scheduled' as const,
        publishAt: at(index),
        isAnnounced: index % 2 === 1,
      })),
    );
    t.same([await countQueries(deps, load.story), await countQueries(deps, load.reader)], before);
    // Without this, the planner would learn of the new rows only later and read them in another order.
    await db.execute(sql`analyze`);
    for (const [name, work] of Object.entries(load)) {
      const page = await work();
      t.match(page, { nextRelease: { number: 3, publishAt: at(1) } }, name);
      const rows = await rowsRead(deps, work);
      t.ok((rows.episodes ?? 0) < 20, `${name}: ${rows.episodes} of episodes`);
    }
  });
});
