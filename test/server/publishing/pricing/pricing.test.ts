import { eq } from 'drizzle-orm';
import t from 'tap';
import { storyMembers, type TeamRole } from '#db/schema/index.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { createEpisode, publishStory } from '../../../support/console.ts';

type Strategy = {
  story_id: string;
  type: string;
  price: number;
  free_count: number;
  prices: Record<string, number>;
  version: string;
};
type Prices = {
  pricing_strategy: Strategy;
  episodes: {
    id: string;
    number: number;
    title: string;
    status: string;
    price: number;
    custom_price: number;
  }[];
};
const REFUSED = 'Settings not changed. Please add price between 0-1000';

t.test('prices of a story', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Mirko Haas');
  const { story, episode, pages } = await publishStory(app, creator);
  const draft = await createEpisode(app, creator, story.id, 'Two');
  const address = `/creator/pricing_strategies/${story.id}`;
  const put = (body: object, as: Account | undefined = creator, headers: Record<string, string> = {}) =>
    app.call(`PUT ${address}`, { as, body, headers });
  const read = async () =>
    (await app.call(`GET /creator/stories/${story.id}/episodes_prices`, { as: creator })).json<Prices>();
  const inForce = async () => (await read()).episodes.map(({ price }) => price);
  const reading = () => app.call(`GET /episodes/${episode.id}`);
  const picture = async () => {
    const reply = await app.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator });
    const { pages: own } = reply.json<{ pages: { pieces: { url: string }[] }[] }>();
    return (own[0]?.pieces[0]?.url ?? '').split('?')[0] ?? '';
  };
  const shown = async (url: string) => (await app.app.inject({ url })).statusCode;

  await t.test('STO-22 PRI-12 PRI-13 a new story has a strategy, and it is free', async (t) => {
    const reply = await app.call(`GET ${address}`, { as: creator });
    t.equal(reply.statusCode, 200);
    const strategy = reply.json<Strategy>();
    t.match(strategy, { story_id: story.id, type: 'all_free', prices: { [episode.id]: 0, [draft.id]: 0 } });
    const seen = (await app.call(`GET /stories/${story.id}`)).json();
    t.equal(seen.story.pricing_strategy.type, 'all_free');
    t.equal(seen.story.episodes[0].price, 0);
  });

  await t.test('API-33 the prices of all episodes in order, those of drafts too', async (t) => {
    const { episodes, pricing_strategy } = await read();
    t.match(episodes, [
      { id: episode.id, number: 1, title: 'One', status: 'published', price: 0, custom_price: 0 },
      { id: draft.id, number: 2, title: 'Two', status: 'in_progress', price: 0, custom_price: 0 },
    ]);
    t.equal(pricing_strategy.type, 'all_free');
  });

  await t.test('API-34 PRI-14 every type is kept as it was set, also while published', async (t) => {
    const premium = await put({ type: 'all_premium', price: 30 });
    t.equal(premium.statusCode, 200);
    t.match(premium.json(), { type: 'all_premium', price: 30 });
    t.same(await inForce(), [30, 30]);
    t.equal((await app.call(`GET /stories/${story.id}`)).json().story.pricing_strategy.type, 'all_premium');
    t.match((await put({ type: 'first_free', free_count: 1, price: 12 })).json(), {
      type: 'first_free',
      free_count: 1,
      price: 12,
    });
    t.same(await inForce(), [0, 12]);
    t.equal((await put({ type: 'custom', prices: { [episode.id]: 7, [draft.id]: 9 } })).statusCode, 200);
    t.same(await inForce(), [7, 9]);
    await put({ type: 'custom', prices: { [draft.id]: 0 } });
    t.same(await inForce(), [7, 0], 'what is not named keeps its price');
    const free = (await put({ type: 'all_free' })).json<Strategy>();
    t.same(await inForce(), [0, 0]);
    t.match(free, { price: 12, free_count: 1, prices: { [episode.id]: 7 } }, 'what was set before is kept');
  });

  for (const [code, price] of [
    ['PRI-04', 0],
    ['PRI-05', 1000],
  ] as const)
    await t.test(`${code} a price of ${price} is accepted`, async (t) => {
      t.equal((await put({ type: 'first_free', free_count: 0, price })).statusCode, 200);
      t.same(await inForce(), [price, price]);
      t.equal((await put({ type: 'custom', prices: { [episode.id]: price } })).statusCode, 200);
    });

  await t.test('PRI-14 all premium for 0 coins is refused in the words of a price', async (t) => {
    const before = await read();
    const reply = await put({ type: 'all_premium', price: 0 });
    t.equal(reply.statusCode, 422);
    t.match(reply.json(), {
      code: 'premium_for_nothing',
      message: 'Settings not changed. Please add price between 1-1000, or make all episodes free',
      fields: [{ price: ['must be at least 1, or all episodes are free'] }],
    });
    t.same(await read(), before);
    t.equal((await put({ type: 'all_premium', price: 1 })).statusCode, 200);
  });

  for (const [code, what, wrong] of [
    ['PRI-06', 'below 0', [-1, -1000]],
    ['PRI-07', 'above 1000', [1001, 1e9, 1e300]],
    [
      'PRI-08',
      'that is not a whole number',
      [1.5, 999.999, '30', 'thirty', '', null, true, [30], {}, undefined],
    ],
  ] as const)
    await t.test(`${code} PRI-10 a price ${what} is refused and changes nothing`, async (t) => {
      await put({ type: 'first_free', free_count: 1, price: 5 });
      const before = await read();
      for (const price of wrong) {
        for (const body of [
          { type: 'all_premium', price },
          { type: 'first_free', free_count: 1, price },
          { type: 'custom', prices: { [draft.id]: 3, [episode.id]: price ?? null } },
        ]) {
          const reply = await put(body);
          t.equal(reply.statusCode, 422, JSON.stringify(body));
          t.match(reply.json(), { code: 'price_out_of_range', message: REFUSED });
          const [field] = Object.keys(reply.json().fields[0]);
          t.equal(field, body.type === 'custom' ? `prices.${episode.id}` : 'price');
        }
      }
      t.same(await read(), before);
    });

  await t.test('PRI-09 ERR-36 the refusal is told in the language of the request', async (t) => {
    t.equal((await put({ type: 'all_premium', price: 1200 })).json().message, REFUSED);
    const german = await put({ type: 'all_premium', price: 1200 }, creator, { 'accept-language': 'de' });
    t.match(german.json().message, /^Einstellungen nicht geändert\. .*0 bis 1000/);
  });

  await t.test('what else does not fit is refused too', async (t) => {
    const before = await read();
    for (const [body, field] of [
      [{ type: 'first_free', price: 5 }, 'free_count'],
      [{ type: 'first_free', price: 5, free_count: -1 }, 'free_count'],
      [{ type: 'first_free', price: 5, free_count: 5001 }, 'free_count'],
      [{ type: 'first_free', price: 5, free_count: 1.5 }, 'free_count'],
      [{ type: 'custom' }, 'prices'],
      [{ type: 'custom', prices: { [story.id]: 3 } }, 'prices'],
      [{ type: 'custom', prices: { [draft.id]: 3, nonsense: 3 } }, 'prices'],
      [{ type: 'custom', prices: [3] }, 'prices'],
      [{ type: 'rented', price: 5 }, 'type'],
      [{}, 'type'],
    ] as const) {
      const reply = await put(body);
      t.equal(reply.statusCode, 422, JSON.stringify(body));
      t.same(Object.keys(reply.json().fields[0]), [field], JSON.stringify(body));
    }
    t.same(await read(), before);
  });

  await t.test('what somebody else changed meanwhile is not overwritten', async (t) => {
    const { version } = (await read()).pricing_strategy;
    t.equal((await put({ type: 'all_premium', price: 8, version })).statusCode, 200);
    const stale = await put({ type: 'all_free', version });
    t.equal(stale.statusCode, 409);
    t.equal(stale.json().code, 'stale_version');
    t.same(await inForce(), [8, 8]);
    const both = await Promise.all(
      [1, 2, 3, 4].map(async (price) => {
        const seen = (await read()).pricing_strategy.version;
        return (await put({ type: 'all_premium', price, version: seen })).statusCode;
      }),
    );
    t.ok(both.includes(200));
    t.ok(both.every((status) => status === 200 || status === 409));
  });

  await t.test(
    'PRI-03 owner and publisher may, editor and viewer may look, nobody else may know',
    async (t) => {
      const role = async (name: TeamRole) => {
        const member = await app.signUp(name);
        await app.deps.db.insert(storyMembers).values({ storyId: story.id, userId: member.id, role: name });
        return member;
      };
      const body = { type: 'all_free' };
      t.equal((await put(body, await role('publisher'))).statusCode, 200);
      for (const name of ['editor', 'viewer'] as const) {
        const member = await role(name);
        t.equal((await put(body, member)).statusCode, 403, name);
        t.equal((await app.call(`GET ${address}`, { as: member })).statusCode, 200, name);
      }
      const stranger = await app.signUp('Stranger');
      t.equal((await put(body, stranger)).statusCode, 404);
      t.equal((await app.call(`GET ${address}`, { as: stranger })).statusCode, 404);
      t.equal(
        (await app.call(`GET /creator/stories/${story.id}/episodes_prices`, { as: stranger })).statusCode,
        404,
      );
      t.equal((await app.call(`PUT ${address}`, { body })).statusCode, 401);
      const other = await publishStory(app, stranger);
      const foreign = await put({ type: 'custom', prices: { [other.episode.id]: 3 } });
      t.equal(foreign.statusCode, 422, "another story's episode is none of ours");
      await app.deps.db.delete(storyMembers).where(eq(storyMembers.role, 'viewer'));
    },
  );

  await t.test('PRI-28 an episode that costs nothing is read without unlocking', async (t) => {
    for (const body of [
      { type: 'all_free' },
      { type: 'first_free', free_count: 1, price: 30 },
      { type: 'custom', prices: { [episode.id]: 0 } },
    ]) {
      t.equal((await put(body)).statusCode, 200);
      const reply = await reading();
      t.equal(reply.statusCode, 200, body.type);
      t.equal(reply.json().episode.pages.length, pages.length);
      t.equal(await shown(await picture()), 200);
    }
  });

  await t.test(
    'PRI-29 the pages of a locked episode reach nobody, from the moment of the change',
    async (t) => {
      await put({ type: 'all_free' });
      const url = await picture();
      t.equal(await shown(url), 200);
      t.equal(await shown(url), 200, 'from memory now');
      await put({ type: 'all_premium', price: 30 });
      t.equal(await shown(url), 404, 'gone at once');
      for (const as of [undefined, await app.signUp('Reader')]) {
        const reply = await app.call(`GET /episodes/${episode.id}`, { as });
        t.equal(reply.statusCode, 402);
        t.equal(reply.json().code, 'episode_locked');
        t.equal(reply.json().episode.price, 30);
        t.equal(reply.json().episode.pages, undefined);
        t.notMatch(reply.body, pages[0]?.id ?? 'none', 'no id, no address of a page');
      }
      const own = await app.call(`GET /episodes/${episode.id}`, { as: creator });
      t.equal(own.statusCode, 200, 'the team reads its own');
      t.match(own.json().episode.pages[0].url, /signature=/);
      await put({ type: 'all_free' });
      t.equal(await shown(url), 200, 'and back at once');
      t.equal((await reading()).statusCode, 200);
    },
  );

  await t.test('a form without a script sends text, and comes back to its page', async (t) => {
    const send = (fields: Record<string, string>) =>
      app.app.inject({
        method: 'POST',
        url: `/api${address}?_method=PUT`,
        headers: {
          cookie: `auth_token=${creator.token}`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams(fields).toString(),
      });
    const room = `/creator/stories/${story.id}/prices`;
    const fields = { free_count: '1', 'price_of.first_free': '25', 'price_of.all_premium': '' };
    const saved = await send({ type: 'first_free', ...fields });
    t.equal(saved.statusCode, 303);
    t.equal(saved.headers.location, `${room}?success_notice=Settings+changed`);
    t.same(await inForce(), [0, 25]);
    const german = await send({ type: 'all_premium', _locale: 'de', ...fields });
    t.match(german.headers.location, new RegExp(`^/de${room}\\?error_notice=Einstellungen\\+nicht`));
    t.same(await inForce(), [0, 25]);
    const custom = { type: 'custom', [`prices.${episode.id}`]: '4', [`prices.${draft.id}`]: '' };
    const blank = await send(custom);
    t.match(blank.headers.location, /error_notice=Settings\+not\+changed/);
    await send({ ...custom, [`prices.${draft.id}`]: '6' });
    t.same(await inForce(), [4, 6]);
  });
});
