import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, users } from '../../../db/schema/index.ts';
import { startTestApp } from '../../support/app.ts';
import { createStory, publishStory } from '../../support/console.ts';

t.test('stories of the console', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Mirko Haas');
  const stranger = await app.signUp('Stranger');
  const good = { title: 'Ash Street', publication_type: 'comics', genre: 'crime', language: 'en' };
  const create = (body: object) => app.call('POST /creator/stories', { as: creator, body });
  const fieldsOf = (reply: { json(): { fields?: object[] } }) =>
    Object.assign({}, ...(reply.json().fields ?? []));

  await t.test('API-31, STO-12…STO-24 a story is created as a work in progress', async (t) => {
    const reply = await create({
      ...good,
      description: 'Nine lamps.',
      tags: ['noir', ' Noir ', 'city'],
      rating: 'teen13',
    });
    t.equal(reply.statusCode, 201);
    t.match(reply.json().story, {
      title: 'Ash Street',
      slug: 'ash-street',
      publication_type: 'comics',
      format: 'page_ltr',
      tags: ['noir', 'city'],
      published: false,
      role: 'owner',
      subscribers_count: 0,
      views_count: 0,
    });
  });

  await t.test('STO-12, STO-13, STO-14 title, genre and language are required', async (t) => {
    const reply = await create({});
    t.equal(reply.statusCode, 422);
    t.match(fieldsOf(reply), {
      title: ["can't be blank"],
      genre: ["can't be blank"],
      language: ["can't be blank"],
    });
    t.match(fieldsOf(await create({ ...good, title: ' \u200b ' })), { title: ["can't be blank"] });
    t.match(fieldsOf(await create({ ...good, title: 'x'.repeat(121) })), { title: ['is too long'] });
    t.match(fieldsOf(await create({ ...good, language: 'xx' })), { language: ['is invalid'] });
  });

  await t.test(
    'STO-09, STO-10 the type is comics, indie or novel; manga is a format of comics',
    async (t) => {
      t.match(fieldsOf(await create({ ...good, publication_type: 'manga' })), {
        publication_type: ['is invalid'],
      });
      const manga = await create({ ...good, title: 'Right to Left', format: 'page_rtl' });
      t.match(manga.json().story, { publication_type: 'comics', format: 'page_rtl' });
      t.match(fieldsOf(await create({ ...good, publication_type: 'novel', format: 'strip' })), {
        format: ['is invalid'],
      });
      t.match((await create({ ...good, publication_type: 'novel' })).json().story, { format: null });
      t.match(
        fieldsOf(await create({ ...good, genre: 'poetry' })),
        { genre: ['is invalid'] },
        'a genre of novels only',
      );
    },
  );

  await t.test('STO-33 a publisher creates comics and novels, not indie', async (t) => {
    const publisher = await app.signUp('House');
    await app.deps.db.update(users).set({ publisher: true }).where(eq(users.id, publisher.id));
    const body = { ...good, publication_type: 'indie' };
    const reply = await app.call('POST /creator/stories', { as: publisher, body });
    t.match(fieldsOf(reply), { publication_type: ['is not offered to publishers'] });
    t.equal((await create({ ...body, title: 'Indie One' })).statusCode, 201);
  });

  await t.test('STO-25 slugs are unique; an old one still leads to its story', async (t) => {
    const first = await createStory(app, creator, { title: 'Über Läufer' });
    const second = await createStory(app, creator, { title: 'Über Läufer' });
    t.equal(first.slug, 'ueber-laeufer');
    t.equal(second.slug, 'ueber-laeufer-2');
    t.equal((await createStory(app, creator, { title: '夜の電車' })).slug, 'story');
    const many = await Promise.all([1, 2, 3, 4].map(() => createStory(app, creator, { title: 'At Once' })));
    t.equal(new Set(many.map((story) => story.slug)).size, 4, 'also when made at the same moment');
  });

  await t.test(
    'API-32, STO-40 a story is read and saved; a stale version is 409 and changes nothing',
    async (t) => {
      const story = await createStory(app, creator, { title: 'Saved' });
      const path = `/creator/stories/${story.id}`;
      const change = (body: object) => app.call(`PATCH ${path}`, { as: creator, body });
      t.match((await change({ description: 'New', lock_version: 0 })).json().story, {
        description: 'New',
        lock_version: 1,
      });
      const stale = await change({ description: 'Older tab', lock_version: 0 });
      t.equal(stale.statusCode, 409);
      t.equal(stale.json().code, 'stale_version');
      t.match((await app.call(`GET ${path}`, { as: creator })).json().story, { description: 'New' });
    },
  );

  await t.test("ROL-04 another user's story is unknown: 404", async (t) => {
    const story = await createStory(app, creator, { title: 'Mine' });
    for (const request of [
      `GET /creator/stories/${story.id}`,
      `PATCH /creator/stories/${story.id}`,
      `DELETE /creator/stories/${story.id}`,
    ]) {
      const body = request.startsWith('GET') ? undefined : { title: 'Mine' };
      t.equal((await app.call(request, { as: stranger, body })).statusCode, 404, request);
      t.equal((await app.call(request, { body })).statusCode, 401, `${request} signed out`);
    }
    t.equal((await app.call('GET /creator/stories/not-an-id', { as: creator })).statusCode, 404);
  });

  await t.test('API-30, STO-03, STO-04, STO-05 the list has filters and pages', async (t) => {
    const owner = await app.signUp('List Owner');
    await createStory(app, owner, { title: 'Draft' });
    await publishStory(app, owner, { title: 'Out' });
    const list = async (query: string) =>
      (await app.call(`GET /creator/stories${query}`, { as: owner })).json();
    const titles = async (query: string) =>
      (await list(query)).stories.map((story: { title: string }) => story.title);
    t.same(await titles(''), ['Out', 'Draft']);
    t.same(await titles('?filter=published'), ['Out']);
    t.same(await titles('?filter=work_in_progress'), ['Draft']);
    t.match(await list('?per_page=1&page=2'), {
      page: 2,
      per_page: 1,
      total: 2,
      stories: [{ title: 'Draft' }],
    });
    t.equal((await app.call('GET /creator/stories?page=0', { as: owner })).statusCode, 422);
    t.equal((await app.call('GET /creator/stories?per_page=101', { as: owner })).statusCode, 422);
  });

  await t.test('STO-29, STO-30 only a work in progress can be deleted, with its title typed', async (t) => {
    const draft = await createStory(app, creator, { title: 'Gone' });
    const remove = (id: string, title: string) =>
      app.call(`DELETE /creator/stories/${id}`, { as: creator, body: { title } });
    t.equal((await remove(draft.id, 'gone')).statusCode, 422);
    t.equal((await remove(draft.id, 'Gone')).statusCode, 204);
    t.equal((await app.call(`GET /creator/stories/${draft.id}`, { as: creator })).statusCode, 404);
    const { story } = await publishStory(app, creator, { title: 'Stays' });
    const refused = await remove(story.id, 'Stays');
    t.equal(refused.statusCode, 409);
    t.equal(refused.json().code, 'story_published');
    const [row] = await app.deps.db.select().from(stories).where(eq(stories.id, story.id));
    t.equal(row?.deletedAt, null);
  });

  t.end();
});
