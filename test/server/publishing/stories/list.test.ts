import { eq } from 'drizzle-orm';
import t from 'tap';
import { chapters, episodePages, episodes, media, stories, storyCounters } from '#db/schema/index.ts';
import { nextStep, type StepFacts } from '#server/domains/publishing/stories/rules.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import {
  createEpisode,
  createStory,
  publishStory,
  uploadCover,
  uploadPages,
} from '../../../support/console.ts';

type Listed = {
  id: string;
  title: string;
  next_step: { kind: string; episode_number: number | null; count: number } | null;
  next_release: { episode_number: number; publish_at: string } | null;
};

t.test('what a story needs next', async (t) => {
  const open = { id: 'e', number: 4, inProgress: true, pages: 3, failed: 0, waiting: 0, chapters: 0 };
  const facts: StepFacts = {
    role: 'owner',
    publicationType: 'comics',
    cover: 'ready',
    episodes: { count: 4, scheduled: 0 },
    open,
  };
  const rows: [string, Partial<StepFacts>, string | null][] = [
    ['nothing but a title', { cover: 'none', episodes: { count: 0, scheduled: 0 }, open: null }, 'add_cover'],
    ['a cover that failed', { cover: 'failed' }, 'mend_cover'],
    ['no episode', { episodes: { count: 0, scheduled: 0 }, open: null }, 'add_first_episode'],
    ['an episode without pages', { open: { ...open, pages: 0 } }, 'upload_pages'],
    ['a novel without a chapter', { publicationType: 'novel', open: { ...open, pages: 0 } }, 'write_chapter'],
    ['failed pages', { open: { ...open, failed: 2 } }, 'mend_pages'],
    [
      'failed pages of a scheduled episode',
      { open: { ...open, failed: 1, inProgress: false } },
      'mend_pages',
    ],
    ['pages on their way', { open: { ...open, waiting: 1 } }, 'await_pictures'],
    ['a cover on its way', { cover: 'processing' }, 'await_pictures'],
    ['an episode that is ready', {}, 'release'],
    ['the same for an editor', { role: 'editor' }, 'await_release'],
    ['the same for who only looks', { role: 'viewer' }, null],
    ['all scheduled', { open: { ...open, inProgress: false } }, 'add_next_episode'],
    ['all published', { open: null }, 'add_next_episode'],
  ];
  for (const [name, change, kind] of rows)
    t.equal(nextStep({ ...facts, ...change })?.kind ?? null, kind, name);
  t.match(nextStep({ ...facts, open: { ...open, failed: 2 } }), {
    episode_number: 4,
    episode_id: 'e',
    count: 2,
  });
});

t.test('the list of created stories', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { db } = app.deps;
  const owner = await app.signUp('List Owner');
  const list = async (query = '', as: Account = owner) =>
    (await app.call(`GET /creator/stories${query}`, { as })).json();
  const titles = async (query: string) => (await list(query)).stories.map(({ title }: Listed) => title);
  const stepOf = async (id: string) => {
    const found = (await list()).stories.find((story: Listed) => story.id === id) as Listed;
    t.same(
      (await app.call(`GET /creator/stories/${id}`, { as: owner })).json().story.next_step,
      found.next_step,
    );
    return found.next_step;
  };
  const out = await publishStory(app, owner, { title: 'Über den Dächern' });
  const draft = await createStory(app, owner, { title: 'The 100% Truth' });
  const novel = await createStory(app, owner, {
    title: 'Paper',
    publication_type: 'novel',
    genre: 'poetry',
    cover_media_id: await uploadCover(app, owner),
  });
  await app.runJobs();

  await t.test(
    'API-30 STO-38 stories are searched by title, whatever the case and the accents',
    async (t) => {
      t.same(await titles('?q=uber'), ['Über den Dächern']);
      t.same(await titles('?q=D%C3%84CH'), ['Über den Dächern']);
      t.same(await titles('?q=100%25'), ['The 100% Truth'], 'signs of patterns are letters');
      t.same(await titles('?q=_'), []);
      t.same(await titles('?q=%20%20'), await titles(''));
      t.equal((await app.call(`GET /creator/stories?q=${'x'.repeat(121)}`, { as: owner })).statusCode, 422);
    },
  );

  await t.test('API-30 STO-03 STO-04 STO-05 each filter is counted within the search', async (t) => {
    t.match(await list('?filter=published'), {
      total: 1,
      counts: { all: 3, published: 1, work_in_progress: 2 },
    });
    t.match(await list('?filter=work_in_progress&q=paper'), {
      total: 1,
      counts: { all: 1, published: 0, work_in_progress: 1 },
    });
    t.match(await list('', await app.signUp('Nobody Yet')), { stories: [], total: 0, counts: { all: 0 } });
  });

  await t.test('API-30 STO-18 STO-19 STO-20 the list is sorted', async (t) => {
    const set = async (
      storyId: string,
      { lastUpdate, ...figures }: { lastUpdate: Date; viewsCount: number; subscribersCount: number },
    ) => {
      await db.update(stories).set({ lastUpdate }).where(eq(stories.id, storyId));
      await db.insert(storyCounters).values({ storyId, ...figures });
    };
    await set(out.story.id, { viewsCount: 5, subscribersCount: 1, lastUpdate: new Date('2026-01-01') });
    await set(draft.id, { viewsCount: 7, subscribersCount: 0, lastUpdate: new Date('2026-03-01') });
    await set(novel.id, { viewsCount: 1, subscribersCount: 9, lastUpdate: new Date('2026-02-01') });
    const [roofs, truth, paper] = ['Über den Dächern', 'The 100% Truth', 'Paper'];
    t.same(await titles(''), [truth, paper, roofs]);
    t.same(await titles('?sort=last_update'), [truth, paper, roofs]);
    t.same(await titles('?sort=title'), [paper, truth, roofs]);
    t.same(await titles('?sort=views'), [truth, roofs, paper]);
    t.same(await titles('?sort=subscribers'), [paper, roofs, truth]);
    t.same(await titles('?sort=views&per_page=1&page=2'), [roofs]);
    t.equal((await app.call('GET /creator/stories?sort=fame', { as: owner })).statusCode, 422);
    t.match((await list('?sort=views')).stories[0], { views_count: 7, subscribers_count: 0 });
  });

  await t.test(
    'STO-11 each story tells its episodes by state, its next release and its next step',
    async (t) => {
      t.match(await stepOf(draft.id), { kind: 'add_cover' });
      t.match(await stepOf(novel.id), { kind: 'add_first_episode' });
      t.match(await stepOf(out.story.id), { kind: 'add_next_episode' });
      const chapter = await createEpisode(app, owner, novel.id);
      t.match(await stepOf(novel.id), { kind: 'write_chapter', episode_id: chapter.id, episode_number: 1 });
      await db
        .insert(chapters)
        .values({ id: newId(), episodeId: chapter.id, position: 1, title: 'I', html: '<p>a</p>' });
      t.match(await stepOf(novel.id), { kind: 'release', episode_id: chapter.id });

      const [second, third] = [
        await createEpisode(app, owner, out.story.id, 'Two'),
        await createEpisode(app, owner, out.story.id, 'Three'),
      ];
      t.match(await stepOf(out.story.id), { kind: 'upload_pages', episode_number: 2 });
      await uploadPages(app, owner, second.id, ['1.jpg', '2.jpg']);
      t.match(await stepOf(out.story.id), { kind: 'await_pictures', count: 2 });
      await app.runJobs();
      t.match(await stepOf(out.story.id), { kind: 'release', episode_number: 2 });
      await uploadPages(app, owner, third.id, ['1.jpg']);
      const [page] = await db.select().from(episodePages).where(eq(episodePages.episodeId, third.id));
      await db
        .update(media)
        .set({ failedAt: new Date(), error: 'invalid' })
        .where(eq(media.id, page?.mediaId ?? ''));
      t.match(await stepOf(out.story.id), { kind: 'mend_pages', episode_number: 3, count: 1 }, 'comes first');

      const publishAt = new Date('2027-05-01T18:00:00Z');
      await db
        .update(episodes)
        .set({ status: 'scheduled', publishAt, publishWallTime: '2027-05-01T18:00', publishZone: 'UTC' })
        .where(eq(episodes.id, second.id));
      const [story] = (await list('?sort=next_release')).stories;
      t.match(story, {
        id: out.story.id,
        episodes_count: 3,
        published_count: 1,
        scheduled_count: 1,
        in_progress_count: 1,
        blocked_count: 0,
        next_release: { episode_number: 2, publish_at: publishAt.toISOString() },
      });
    },
  );

  await t.test('ROL-04 nobody is told of stories that are not theirs', async (t) => {
    const other = await app.signUp('Somebody Else');
    await createStory(app, other, { title: 'Paper Too' });
    t.same(await titles('?q=paper'), ['Paper']);
  });
});

t.test('stories by forms without a script', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Mira');
  const post = (path: string, fields: Record<string, string>) =>
    app.call(`POST ${path}`, {
      as: creator,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const good = {
    title: 'By Hand',
    publication_type: 'comics',
    format: 'strip',
    genre: 'drama',
    language: 'de',
    rating: 'all',
    description: '',
    tags: 'ink, paper,, Ink ',
  };
  const find = async () => (await app.call('GET /creator/stories', { as: creator })).json().stories;

  await t.test('STO-39 ERR-52 a form creates a story and says so', async (t) => {
    const reply = await post('/creator/stories', good);
    t.equal(reply.statusCode, 303);
    const [story] = await find();
    t.match(story, { title: 'By Hand', format: 'strip', tags: ['ink', 'paper'] });
    t.match(reply.headers.location, `/creator/stories/${story.id}?success_notice=Story+saved`);
    const refused = await post('/creator/stories', { ...good, publication_type: 'novel', _locale: 'de' });
    t.match(refused.headers.location, /^\/de\/creator\/stories\/new\?type=novel&error_notice=/);
    const { title: _, ...untitled } = good;
    t.match(
      (await post('/creator/stories', untitled)).headers.location,
      /error_notice=Title\+can%27t\+be\+blank/,
    );
  });

  await t.test('STO-40 ERR-53 a form saves a story, and deletes it by its title', async (t) => {
    const [{ id }] = await find();
    const change = (fields: Record<string, string>) => post(`/creator/stories/${id}?_method=PATCH`, fields);
    const saved = await change({ title: 'By Hand', tags: '', description: 'New', lock_version: '0' });
    t.match(saved.headers.location, `/creator/stories/${id}/details?success_notice=`);
    t.match(await find(), [{ tags: [], description: 'New', lock_version: 1 }]);
    const stale = await change({ description: 'Older tab', lock_version: '0' });
    t.match(stale.headers.location, `/creator/stories/${id}/details?error_notice=`);
    t.match((await change({ title: ' ' })).headers.location, 'error_notice=Title');
    t.match(await find(), [{ title: 'By Hand', description: 'New' }]);
    const remove = (title: string) => post(`/creator/stories/${id}?_method=DELETE`, { title });
    t.match((await remove('by hand')).headers.location, `/creator/stories/${id}/details?error_notice=`);
    t.match((await remove('By Hand')).headers.location, '/creator/stories?success_notice=Story+deleted');
    t.same(await find(), []);
  });

  await t.test('tags are at most 10 of at most 30 characters', async (t) => {
    const tags = async (list: unknown) =>
      (
        await app.call('POST /creator/stories', {
          as: creator,
          body: { title: 'T', publication_type: 'comics', genre: 'drama', language: 'en', tags: list },
        })
      ).json();
    const some = Array.from({ length: 11 }, (_, at) => `tag ${at}`);
    t.match(await tags(some), { fields: [{ tags: [String] }] });
    t.match(await tags(['x'.repeat(31)]), { fields: [{ tags: ['is too long'] }] });
    t.match(await tags([...some.slice(1), 'TAG 1']), { story: { tags: some.slice(1) } });
    t.match(await tags(['😀'.repeat(30)]), { story: { tags: ['😀'.repeat(30)] } });
  });
});

t.test('categories', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const ask = async (query: string, language = 'en') =>
    (await app.call(`GET /categories${query}`, { headers: { 'accept-language': language } })).json();

  await t.test('API-46 STO-35 genres have an id and a name in the language of the request', async (t) => {
    const { categories } = await ask('?kind=genre');
    t.equal(categories.length, 23);
    t.match(categories[0], { id: 'action', label: 'Action' });
    t.match(categories.at(-1), { id: 'other', label: 'Other' });
    t.ok(
      (await ask('?kind=genre', 'de')).categories.some(({ label }: { label: string }) => label === 'Krimi'),
    );
    t.equal((await ask('?kind=genre&publication_type=comics')).categories.length, 18);
    t.equal((await ask('?kind=genre&publication_type=novel')).categories.length, 23);
  });

  await t.test('API-46, REP-09 reports have categories of their own', async (t) => {
    const { categories } = await ask('?kind=report');
    t.equal(categories.length, 10);
    t.match(categories[0], { id: 'copyright', label: 'Copyright' });
    t.match((await ask('?kind=report', 'de')).categories[0], { label: 'Urheberrecht' });
  });

  await t.test('API-46 another kind is refused', async (t) => {
    t.match(await ask('?kind=colour'), { code: 'record_invalid', fields: [{ kind: ['is invalid'] }] });
    t.match(await ask(''), { fields: [{ kind: ["can't be blank"] }] });
  });
});
