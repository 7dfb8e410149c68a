/** Hostile texts as names, descriptions and reasons of collections, and a collection of the largest allowed size. */
import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { collectionStories, collections, usedAmounts, users } from '#db/schema/index.ts';
import {
  COLLECTION_ABOUT_MAX_LENGTH,
  COLLECTION_STORIES_MAX_COUNT,
  COLLECTION_TITLE_MAX_LENGTH,
  WHY_MAX_LENGTH,
} from '#server/domains/reading/library/rules.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { newId } from '#server/lib/ids.ts';
import { cleanTitle } from '#server/lib/names.ts';
import { isStorable } from '#server/lib/text.ts';
import { faultOf, fieldNames } from '../support/bad-input.ts';
import { overflowOf } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { hostileTexts, optional, required } from './texts.ts';

const A_PAGE = 24;

/** Elements that reach beyond the page, when it scrolls sideways. */
const wideIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('main *')]
      .filter(
        (each) => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > clientWidth,
      )
      .map((each) => `${each.tagName}.${each.className} ${each.textContent?.slice(0, 60)}`)
      .slice(-4);
  });

t.test('hostile texts as collections', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const stories: { id: string; slug: string }[] = [];
  for (let n = 0; n < A_PAGE; n += 1) stories.push(await addStory(author, { title: `Story ${n + 1}` }));
  for (const story of stories) await addEpisode({ ...story, ownerId: author }, 1, {}, { pages: 0 });
  const [first] = stories as [(typeof stories)[0]];
  const [mika, noor] = [await site.signUp('Mika'), await site.signUp('Noor')];
  await deps.db.update(users).set({ createdAt: new Date(Date.now() - 90 * DAY_MS) });
  const { texts, all } = await hostileTexts();
  t.ok(all.length > 1800, 'the corpus is there');
  /** Resets the limits, which are not under test. */
  const refill = async () => {
    await deps.db.delete(usedAmounts);
    await deps.db.execute(sql`delete from sign_in_failures`);
  };
  const make = async (body: object) => site.call('POST /collections', { as: mika, body });

  const isRightForAll = (text: string) =>
    required(text, COLLECTION_TITLE_MAX_LENGTH) === 'kept' && optional(text, WHY_MAX_LENGTH) === 'kept';

  await t.test('SOC-07 each is kept as it was sent, or refused by its field', async (t) => {
    const faults: string[] = [];
    const made = (await make({ title: 'All', shared: true })).json().collection.id as string;
    await site.call(`PUT /collections/${made}/stories/${first.id}`, { as: mika, body: {} });
    const fields = [
      {
        name: 'title',
        call: `PATCH /collections/${made}`,
        most: COLLECTION_TITLE_MAX_LENGTH,
        rule: required,
      },
      {
        name: 'about',
        call: `PATCH /collections/${made}`,
        most: COLLECTION_ABOUT_MAX_LENGTH,
        rule: optional,
      },
      {
        name: 'why',
        call: `PUT /collections/${made}/stories/${first.id}`,
        most: WHY_MAX_LENGTH,
        rule: optional,
      },
    ];
    for (const [index, text] of all.entries()) {
      if (index % 30 === 0) await refill();
      // The fields take turns. Every tenth text goes through all of them.
      const those = index % 10 === 0 ? fields : fields.slice(index % fields.length).slice(0, 1);
      for (const { name, call, most, rule } of those) {
        const reply = await site.call(call, { as: mika, body: { [name]: text } });
        const fault = faultOf(reply);
        const isRight =
          rule(name === 'title' && isStorable(text) ? cleanTitle(text) : text, most) === 'kept'
            ? reply.statusCode === 200
            : reply.statusCode === 422 && fieldNames(reply).join() === name;
        if (fault !== null || !isRight)
          faults.push(
            `${name} ${JSON.stringify(text.slice(0, 60))}: ${reply.statusCode} ${reply.body.slice(0, 160)}`,
          );
      }
      if (index % 100 !== 0) continue;
      const shown = (await site.call(`GET /collections/${made}`)).json().collection;
      if (isRightForAll(text))
        t.match(shown, {
          title: cleanTitle(text).trim(),
          about: text.trim(),
          stories: [{ why: text.trim() }],
        });
    }
    t.same(faults, []);
  });

  await t.test('SOC-07 SOC-06 in a browser nothing runs, and nothing widens a page', async (t) => {
    const odd = [
      `Z${'\u0351\u0317\u0325'.repeat(39)}`,
      `a${'\u0301'.repeat(119)}`,
      '\u202egnitirw desrever\u202c',
      '\u2067\u2067\u2067'.repeat(20),
      'W'.repeat(120),
      '﷽'.repeat(120),
      '<img src=x onerror=alert(1)>',
      '"><script>window.hit=1</script>',
      'javascript:alert(1)//',
    ];
    const others = texts.filter(isRightForAll).filter((_, at) => at % 8 === 0);
    const chosen = [...odd, ...others].filter(isStorable).slice(0, 5 * A_PAGE);
    await deps.db.delete(collections);
    for (let start = 0; start < chosen.length; start += A_PAGE) {
      const some = chosen.slice(start, start + A_PAGE);
      await look(some, start % (2 * A_PAGE) === 0 ? phone : wide);
    }

    async function look(some: readonly string[], size: typeof phone | typeof wide): Promise<void> {
      const ids = some.map(() => newId());
      await deps.db.delete(collections);
      await deps.db.insert(collections).values(
        some.map((title, at) => ({
          id: ids[at] ?? '',
          ownerId: mika.id,
          title,
          about: title,
          shared: true,
          storiesCount: at === 0 ? some.length : 0,
        })),
      );
      await deps.db.insert(collectionStories).values(
        some.map((why, at) => ({
          collectionId: ids[0] ?? '',
          storyId: stories[at]?.id ?? '',
          position: at + 1,
          why,
          addedAt: new Date(),
        })),
      );
      const { slug } = (await site.call('GET /user/account', { as: mika })).json().user;
      const path = `/collections/${ids[0]}`;
      for (const [as, address] of [
        [mika, '/library?shelf=collections'],
        [mika, `/library?shelf=collections&keep=${first.id}`],
        [mika, `${path}?edit=1`],
        [noor, path],
        [noor, `/profile/${slug}`],
      ] as const) {
        const { page, faults, context, goto } = await site.open({ as, ...size });
        page.on('dialog', (dialog) => {
          faults.push(dialog.message());
          void dialog.dismiss();
        });
        t.equal(await goto(address), 200, address);
        t.same(await wideIn(page), [], `${address} at ${size.viewport.width} px`);
        t.equal(await page.evaluate(() => 'hit' in window), false);
        t.same(
          faults.filter((fault) => !/\/media\/|\b404\b/.test(fault)),
          [],
        );
        await context.close();
      }
    }
  });
});

t.test(
  'SOC-07 SOC-06 a collection of its largest size is kept in order and shared by its link',
  async (t) => {
    const site = await startSite();
    t.teardown(() => site.close());
    const { deps } = site;
    const { addAuthor, addEpisode, addStory } = openShelf(deps);
    const author = await addAuthor();
    const mika = await site.signUp('Mika');
    await deps.db
      .update(users)
      .set({ createdAt: new Date(Date.now() - 90 * DAY_MS) })
      .where(eq(users.id, mika.id));
    const ids: string[] = [];
    for (let n = 1; n <= COLLECTION_STORIES_MAX_COUNT + 1; n += 1)
      ids.push((await addStory(author, { title: `Story ${n}` })).id);
    await addEpisode({ id: ids[0] ?? '', ownerId: author }, 1, {}, { pages: 0 });
    const held = ids.slice(0, -1);
    const made = await site.call('POST /collections', {
      as: mika,
      body: { title: 'All of it', shared: true },
    });
    const id = made.json().collection.id as string;
    await deps.db
      .insert(collectionStories)
      .values(
        held.map((storyId, at) => ({ collectionId: id, storyId, position: at + 1, addedAt: new Date() })),
      );
    await deps.db.update(collections).set({ storiesCount: held.length }).where(eq(collections.id, id));

    const full = await site.call(`PUT /collections/${id}/stories/${ids.at(-1)}`, { as: mika, body: {} });
    t.equal(full.statusCode, 422);
    t.same(fieldNames(full), ['story_id'], 'one more is refused');
    const order = held.toReversed();
    t.equal(
      (await site.call(`PUT /collections/${id}/order`, { as: mika, body: { story_ids: order } })).statusCode,
      204,
    );
    const last = held[0] as string;
    await site.call(`PUT /collections/${id}/stories/${last}`, { as: mika, body: { position: 1 } });
    const listed: { story_id: string; number: number }[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const reply = await site.call(`GET /collections/${id}?per_page=100&page=${page}`);
      listed.push(...reply.json().collection.stories);
    }
    t.same(
      listed.map(({ story_id: each }) => each),
      [last, ...order.filter((each) => each !== last)],
    );
    t.same(
      listed.map(({ number }) => number),
      listed.map((_, at) => at + 1),
      'places have no gaps',
    );
    const visitor = await site.open(phone);
    t.equal(await visitor.goto(`/collections/${id}?page=21`), 200);
    await visitor.page.getByRole('link', { name: 'Story 2', exact: true }).waitFor();
    t.equal(await overflowOf(visitor.page), 0);
    const owner = await site.open({ as: mika, ...wide });
    await owner.goto(`/collections/${id}?edit=1&page=21`);
    await owner.page.getByRole('button', { name: 'Move “Story 2” up' }).waitFor();
  },
);
