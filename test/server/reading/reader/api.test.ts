import t from 'tap';
import { storySlugs } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('stories and episodes for readers', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const author = await addAuthor('Mirko Haas', { founder: true });
  const creator = await app.signUp('Creator');
  const stranger = await app.signUp('Stranger');
  const get = (path: string, as?: typeof creator) => app.call(`GET ${path}`, { as });

  await t.test('STP-08, API-29 a story is found by its id, its slug and its old slugs', async (t) => {
    const story = await addStory(author, {
      slug: 'ash-street',
      tags: ['noir'],
      ratingsSum: 14,
      ratingsCount: 3,
      subscribersCount: 18_402,
    });
    const { id } = await addEpisode(story, 1);
    await app.deps.db.insert(storySlugs).values({ slug: 'ashes', storyId: story.id });
    const replies = await Promise.all(
      [story.id, 'ash-street', 'ashes'].map((name) => get(`/stories/${name}`)),
    );
    t.same(
      replies.map((reply) => reply.statusCode),
      [200, 200, 200],
    );
    t.same(replies[1]?.json(), replies[0]?.json());
    t.same(replies[2]?.json(), replies[0]?.json());
    const { story: reply } = replies[0]?.json() ?? {};
    t.match(reply, {
      id: story.id,
      slug: 'ash-street',
      title: 'Ash Street',
      publication_type: 'comics',
      format: 'page_ltr',
      rating: 'all',
      genre: 'crime',
      language: 'en',
      tags: ['noir'],
      author: { display_name: 'Mirko Haas', founder: true, mini_thumbnail_url: null },
      subscribers_count: 18_402,
      rating_average: 4.67,
      ratings_count: 3,
      published: true,
      episodes: [{ id, number: 1, title: 'Part 1', price: 0, likes_count: 0, comments_count: 0 }],
    });
    t.match(reply.cover_url, /^\/media\/.+-640\.(jpg|webp)$/);
    t.match(reply.episodes[0].thumbnail_url, /^\/media\//);
  });

  await t.test('STP-10, EPI-43 what is not published is not there for others', async (t) => {
    const draft = await addStory(creator.id, { published: false });
    t.equal((await get(`/stories/${draft.id}`)).statusCode, 404);
    t.equal((await get(`/stories/${draft.slug}`, stranger)).statusCode, 404);
    t.equal((await get(`/stories/${draft.id}`, creator)).statusCode, 200, 'its team sees it');
    const story = await addStory(creator.id);
    await addEpisode(story, 1);
    for (const [index, status] of (['in_progress', 'scheduled', 'blocked'] as const).entries()) {
      const { id } = await addEpisode(story, index + 2, { status });
      for (const reader of [undefined, stranger]) {
        const reply = await get(`/episodes/${id}`, reader);
        t.equal(reply.statusCode, 404, status);
        t.notMatch(reply.body, /Part/);
      }
      const own = await get(`/episodes/${id}`, creator);
      t.equal(own.statusCode, 200, `${status} for the team`);
      t.match(own.json().episode.pages[0].url, /signature=/, 'by signed addresses');
    }
    const gone = await addEpisode(story, 9, {});
    const listed = (await get(`/stories/${story.id}`)).json().story.episodes;
    t.same(
      listed.map((episode: { number: number }) => episode.number),
      [1, 9],
    );
    t.equal((await get(`/episodes/${gone.id}`)).statusCode, 200);
    const deleted = await addStory(creator.id, { deletedAt: new Date() });
    const lost = await addEpisode(deleted, 1);
    t.equal((await get(`/stories/${deleted.id}`, creator)).statusCode, 404);
    t.equal((await get(`/episodes/${lost.id}`, creator)).statusCode, 404);
    for (const path of [
      '/stories/nobody-knows-it',
      `/stories/${newId()}`,
      `/episodes/${newId()}`,
      '/episodes/x',
    ])
      t.equal((await get(path)).statusCode, 404, path);
  });

  await t.test('API-24 an episode comes with its pages, and with those before and after it', async (t) => {
    const story = await addStory(author, { format: 'strip' });
    const first = await addEpisode(story, 1);
    const second = await addEpisode(story, 3, { readMode: 'continuous' }, { pages: 2, pieces: 3 });
    await addEpisode(story, 4, { status: 'in_progress' });
    const last = await addEpisode(story, 7);
    const { episode } = (await get(`/episodes/${second.id}`)).json();
    t.match(episode, {
      number: 3,
      status: 'published',
      read_mode: 'continuous',
      page_orientation: 'vertical',
      price: 0,
      unlocked: false,
      story: { id: story.id, format: 'strip' },
      previous: { id: first.id, number: 1 },
      next: { id: last.id, number: 7 },
    });
    t.same(
      episode.pages.map((page: { number: number; pieces: unknown[] }) => [page.number, page.pieces.length]),
      [
        [1, 3],
        [2, 3],
      ],
    );
    const [page] = episode.pages;
    t.same(
      page.sources.map((source: { type: string }) => source.type),
      ['image/avif', 'image/webp'],
    );
    t.match(page.sources[0].srcset, /0-360\.avif 360w, .*0-1440\.avif 1440w$/);
    t.notOk('chapters' in episode);
    t.equal((await get(`/episodes/${first.id}`)).json().episode.previous, null);
    t.equal((await get(`/episodes/${last.id}`)).json().episode.next, null);
  });

  await t.test('API-24 an episode of a novel comes with its chapters', async (t) => {
    const story = await addStory(author, { publicationType: 'novel' });
    const chapters = ['<p>One.</p>', '<p>Two.</p>'];
    const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters });
    const { episode } = (await get(`/episodes/${id}`)).json();
    t.match(episode.chapters, [
      { number: 1, title: 'Chapter title 1', html: '<p>One.</p>' },
      { number: 2, html: '<p>Two.</p>' },
    ]);
    t.notOk('pages' in episode);
  });

  await t.test(
    'PRI-13, PRI-14, PRI-28, PRI-29 what is premium is listed with its price and not delivered',
    async (t) => {
      const pricing = { type: 'first_free', freeCount: 1, priceCoins: 30 } as const;
      const story = await addStory(author, {}, { pricing });
      const free = await addEpisode(story, 1);
      const locked = await addEpisode(story, 2);
      const { story: listed } = (await get(`/stories/${story.id}`)).json();
      t.equal(listed.pricing_strategy.type, 'first_free');
      t.same(
        listed.episodes.map((episode: { price: number }) => episode.price),
        [0, 30],
      );
      t.equal((await get(`/episodes/${free.id}`)).json().episode.next.price, 30);
      for (const reader of [undefined, stranger]) {
        const refusal = await get(`/episodes/${locked.id}`, reader);
        t.equal(refusal.statusCode, 402);
        t.match(refusal.json(), {
          code: 'episode_locked',
          episode: { id: locked.id, number: 2, price: 30, unlocked: false },
        });
        for (const picture of locked.pictures) t.notMatch(refusal.body, picture);
        t.notOk('pages' in refusal.json().episode);
      }
      const novel = await addStory(
        author,
        { publicationType: 'novel' },
        { pricing: { type: 'all_premium', priceCoins: 5 } },
      );
      const chapter = await addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>Secret.</p>'] });
      const refusal = await get(`/episodes/${chapter.id}`);
      t.equal(refusal.statusCode, 402);
      t.notMatch(refusal.body, /Secret/);
      const gratis = await addStory(author, {}, { pricing: { type: 'custom' } });
      const zero = await addEpisode(gratis, 1, { customPriceCoins: 0 });
      t.equal((await get(`/episodes/${zero.id}`)).statusCode, 200, 'a price of 0');
      const open = await addStory(author, {}, { pricing: { type: 'all_free', priceCoins: 30 } });
      t.equal((await get(`/episodes/${(await addEpisode(open, 1)).id}`)).statusCode, 200, 'all free');
    },
  );

  await t.test('API-24 RDN-05 chapters of a long novel come 200 at a time, from any number on', async (t) => {
    const novel = await addStory(author, { publicationType: 'novel' });
    const texts = Array.from({ length: 450 }, (_, index) => `<p>Text ${index + 1}.</p>`);
    const { id } = await addEpisode(novel, 1, {}, { pages: 0, chapters: texts });
    type Part = {
      chapters_total: number;
      chapters: { number: number; html: string }[];
      chapters_next: number | null;
    };
    const numbers: number[] = [];
    for (let from: number | null = 1; from !== null; ) {
      const { episode }: { episode: Part } = (await get(`/episodes/${id}?chapters_from=${from}`)).json();
      t.equal(episode.chapters_total, 450);
      t.ok(episode.chapters.length <= 200);
      for (const { number, html } of episode.chapters) {
        t.equal(html, `<p>Text ${number}.</p>`);
        numbers.push(number);
      }
      from = episode.chapters_next;
    }
    t.same(
      numbers,
      texts.map((_, index) => index + 1),
    );
    t.equal((await get(`/episodes/${id}`)).json().episode.chapters_next, 201);
    const beyond = (await get(`/episodes/${id}?chapters_from=451`)).json().episode;
    t.match(beyond, { chapters: [], chapters_next: null });
    t.equal((await get(`/episodes/${id}?chapters_from=0`)).statusCode, 422);
  });

  await t.test('GEO-08 what is not offered in a country is 451 there', async (t) => {
    const story = await addStory(author, {}, { geofilter: { type: 'allow', countries: ['DE'] } });
    const { id } = await addEpisode(story, 1);
    for (const path of [`/stories/${story.id}`, `/episodes/${id}`]) {
      const reply = await get(path);
      t.equal(reply.statusCode, 451);
      t.match(reply.json(), { code: 'story_not_available', message: 'Story not available' });
    }
  });
});
