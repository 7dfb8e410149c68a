import { eq } from 'drizzle-orm';
import t from 'tap';
import { media, stories, users } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { createStory, jpegPart, publishStory, upload, uploadCover } from '../../../support/console.ts';
import type { Part } from '../../../support/multipart.ts';

t.test('stories of the console', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Mirko Haas');
  const stranger = await app.signUp('Stranger');
  const good = { title: 'Ash Street', publication_type: 'comics', genre: 'crime', language: 'en' };
  const create = (body: object) => app.call('POST /creator/stories', { as: creator, body });
  const fieldsOf = (reply: { json(): { fields?: object[] } }) =>
    Object.assign({}, ...(reply.json().fields ?? []));

  await t.test(
    'API-31 STO-15 STO-16 STO-18 STO-19 STO-20 STO-24 a story is created with all it may say',
    async (t) => {
      const reply = await create({
        ...good,
        description: 'Nine lamps.',
        tags: ['noir', ' Noir ', 'city'],
        rating: 'teen13',
      });
      t.equal(reply.statusCode, 201);
      const { story } = reply.json();
      t.match(story, {
        title: 'Ash Street',
        slug: 'ash-street',
        description: 'Nine lamps.',
        publication_type: 'comics',
        format: 'page_ltr',
        rating: 'teen13',
        tags: ['noir', 'city'],
        role: 'owner',
        subscribers_count: 0,
        views_count: 0,
        cover_url: null,
      });
      t.ok(Math.abs(Date.parse(story.last_update) - Date.now()) < 3_600_000);
      t.match(
        (await create(good)).json().story,
        { description: '', tags: [], rating: 'all' },
        'both may be missing',
      );
    },
  );

  await t.test('STO-21 a story is a work in progress until an episode of it is published', async (t) => {
    const draft = await createStory(app, creator, { title: 'Not Yet' });
    const { story } = await publishStory(app, creator, { title: 'Already' });
    const read = async (id: string) =>
      (await app.call(`GET /creator/stories/${id}`, { as: creator })).json().story;
    t.match(await read(draft.id), { published: false });
    t.match(await read(story.id), { published: true });
  });

  await t.test('STO-22 STO-23 a story begins free of charge and everywhere', async (t) => {
    const { id } = await createStory(app, creator, { title: 'Terms' });
    const ask = async (path: string) => (await app.call(`GET ${path}/${id}`, { as: creator })).body;
    t.match(await ask('/creator/pricing_strategies'), '"type":"all_free"');
    t.match(await ask('/creator/story_geofiltering_strategies'), '"type":"worldwide"');
  });

  await t.test('STO-17 STO-26 STO-27 STO-28 a cover is an own picture, cut to 640 by 640', async (t) => {
    const part = (file: Part) =>
      upload(app, creator, 'POST /media', [{ name: 'purpose', value: 'cover' }, file]);
    const gif = { name: 'file', filename: 'a.gif', type: 'image/gif', data: Buffer.from('GIF89a;') };
    t.equal((await part(gif)).statusCode, 415);
    const large = {
      name: 'file',
      filename: 'a.jpg',
      type: 'image/jpeg',
      data: Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(3 * 1024 * 1024)]),
    };
    t.equal((await part(large)).statusCode, 413);
    const picture = await part(await jpegPart('file', 'cover.jpg', { width: 900, height: 700 }));
    const { id } = picture.json().media;
    const crop = (width: number) =>
      app.call('POST /media/crop', {
        as: creator,
        body: { media_id: id, x: 10, y: 20, width, height: 650, purpose: 'cover' },
      });
    t.equal((await crop(649)).statusCode, 422, 'no square');
    const square = (await crop(650)).json().media;
    await app.runJobs();
    const { story } = (await create({ ...good, title: 'Covered', cover_media_id: square.id })).json();
    const bytes = await app.app.inject(story.cover_url);
    t.equal(bytes.statusCode, 200);
    const [stored] = await app.deps.db.select().from(media).where(eq(media.id, square.id));
    t.match(stored?.pieces, [{ width: 640, height: 640 }]);
    const theirs = await app.call('POST /creator/stories', {
      as: stranger,
      body: { ...good, cover_media_id: square.id },
    });
    t.ok(fieldsOf(theirs).cover_media_id);
  });

  await t.test('a published story keeps a cover', async (t) => {
    const { story } = await publishStory(app, creator, { title: 'Dressed' });
    const change = (body: object) => app.call(`PATCH /creator/stories/${story.id}`, { as: creator, body });
    t.match(fieldsOf(await change({ cover_media_id: null })), { cover_media_id: ["can't be blank"] });
    t.equal((await change({ cover_media_id: await uploadCover(app, creator) })).statusCode, 200);
    const draft = await createStory(app, creator, { cover_media_id: await uploadCover(app, creator) });
    const reply = await app.call(`PATCH /creator/stories/${draft.id}`, {
      as: creator,
      body: { cover_media_id: null },
    });
    t.match(reply.json().story, { cover_media_id: null, cover_url: null });
  });

  await t.test('STO-12 STO-13 STO-14 title, genre and language are required', async (t) => {
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

  await t.test('STO-09 STO-10 the type is comics, indie or novel; manga is a format of comics', async (t) => {
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
  });

  await t.test('STO-33 a publisher creates comics and novels, not indie', async (t) => {
    const publisher = await app.signUp('House');
    await app.deps.db.update(users).set({ publisher: true }).where(eq(users.id, publisher.id));
    const body = { ...good, publication_type: 'indie' };
    const reply = await app.call('POST /creator/stories', { as: publisher, body });
    t.match(fieldsOf(reply), { publication_type: ['is not offered to publishers'] });
    t.equal((await create({ ...body, title: 'Indie One' })).statusCode, 201);
  });

  await t.test('STO-25 slugs are unique', async (t) => {
    const first = await createStory(app, creator, { title: 'Über Läufer' });
    const second = await createStory(app, creator, { title: 'Über Läufer' });
    t.equal(first.slug, 'ueber-laeufer');
    t.equal(second.slug, 'ueber-laeufer-2');
    t.equal((await createStory(app, creator, { title: '夜の電車' })).slug, 'ye-no-dian-che');
    const many = await Promise.all([1, 2, 3, 4].map(() => createStory(app, creator, { title: 'At Once' })));
    t.equal(new Set(many.map((story) => story.slug)).size, 4, 'also when made at the same moment');
  });

  await t.test(
    'API-32 STO-40 a story is read and saved; a stale version is 409 and changes nothing',
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

  await t.test('API-30 STO-03 STO-04 STO-05 the list has filters and pages', async (t) => {
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

  await t.test('STO-29 STO-30 only a work in progress can be deleted, with its title typed', async (t) => {
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
