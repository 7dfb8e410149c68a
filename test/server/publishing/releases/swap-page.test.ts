/** Replacing a picture of a published episode: atomic, visible to readers at once, and without a new notification. */
import { and, eq, sql } from 'drizzle-orm';
import t from 'tap';
import { episodePages, episodes, media, outbox, stories, users } from '#db/schema/index.ts';
import { deleteUnusedPictures } from '#server/domains/media/leftovers.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { createEpisode, jpegPart, type PageReply, upload, uploadPages } from '../../../support/console.ts';
import { episodeIn, HOUR_MS, mustDo, receiptsOf, startRelease, viewOf } from '../../../support/releases.ts';
import { joinTeam } from '../../../support/team.ts';

type ListedPage = PageReply['pages'][number] & { media_id: string };

t.test('swapping a page', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { db } = app.deps;
  const owner = await app.signUp('Noor');
  const administrator = await app.signUp('Ada Mina');
  await app.makeAdministrator(administrator);
  const storyId = await startRelease(app, owner);

  const published = async (names = ['1.jpg', '2.jpg']): Promise<string> => {
    const { id } = await createEpisode(app, owner, storyId);
    await uploadPages(app, owner, id, names);
    await app.runJobs();
    await mustDo(app, owner, id, 'publish', {});
    return id;
  };
  const pagesOf = async (id: string): Promise<ListedPage[]> =>
    (await app.call(`GET /creator/pages?episode_id=${id}`, { as: owner })).json().pages;
  const secondOf = async (id: string): Promise<ListedPage> => {
    const [, page] = await pagesOf(id);
    if (page === undefined) throw new Error('it has a second page');
    return page;
  };
  const send = async (as: Account, { purpose = 'page', name = 'new.jpg' } = {}): Promise<string> => {
    const reply = await upload(app, as, 'POST /media', [
      { name: 'purpose', value: purpose },
      await jpegPart('file', name, { width: 320, height: 400 }),
    ]);
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json().media.id;
  };
  const processed = async (as: Account, options?: { purpose?: string; name?: string }): Promise<string> => {
    const id = await send(as, options);
    await app.runJobs();
    return id;
  };
  const swap = (pageId: string, mediaId: string, more: object = {}, as = owner) =>
    app.call(`POST /creator/pages/${pageId}/swap`, { as, body: { media_id: mediaId, ...more } });
  const toldOf = async (id: string) =>
    (
      await db
        .select()
        .from(outbox)
        .where(and(sql`${outbox.name} like 'episode.%'`, sql`${outbox.payload} ->> 'episodeId' = ${id}`))
    ).map(({ name }) => name);
  /** Everything that a refusal must leave unchanged. */
  const snapshot = async (id: string) =>
    JSON.stringify([
      await db.select().from(episodes).where(eq(episodes.id, id)),
      await db.select().from(episodePages).where(eq(episodePages.episodeId, id)).orderBy(episodePages.id),
      await receiptsOf(app, owner, id),
    ]);

  await t.test(
    'EPI-33 EPI-35 PAG-06 the page shows the other picture at once; dates, ids and silence are kept',
    async (t) => {
      const id = await published();
      const before = await viewOf(app, owner, id);
      const [story] = await db.select().from(stories).where(eq(stories.id, storyId));
      const page = await secondOf(id);
      const read = async () => (await app.call(`GET /episodes/${id}`)).body;
      t.match(await read(), page.media_id, 'readers have the old one');
      const mediaId = await processed(owner);

      const reply = await swap(page.id, mediaId, { lock_version: before.lock_version });
      t.equal(reply.statusCode, 200, reply.body);
      t.match(reply.json(), { lock_version: before.lock_version + 1 });
      t.match(await secondOf(id), { id: page.id, media_id: mediaId, name: 'new.jpg', state: 'ready' });
      const after = await viewOf(app, owner, id);
      t.match(after, { status: 'published', published_at: before.published_at });
      const [later] = await db.select().from(stories).where(eq(stories.id, storyId));
      t.same(later?.lastUpdate, story?.lastUpdate);
      const shown = await read();
      t.match(shown, mediaId);
      t.notMatch(shown, page.media_id);
      t.same(await toldOf(id), ['episode.published'], 'from the first time, and none since');
      t.match((await receiptsOf(app, owner, id)).at(-1), {
        event: 'swap_page',
        from_status: 'published',
        to_status: 'published',
        page_number: 2,
        actor: { display_name: 'Noor' },
      });
      t.same(await db.select().from(media).where(eq(media.id, page.media_id)), [], 'the old one goes');
    },
  );

  await t.test('PAG-06 sent twice, one after the other or at once, it is done once', async (t) => {
    const id = await published();
    const page = await secondOf(id);
    const mediaId = await processed(owner);
    const { lock_version } = await viewOf(app, owner, id);
    const replies = await Promise.all([1, 2, 3].map(() => swap(page.id, mediaId, { lock_version })));
    replies.push(await swap(page.id, mediaId, { lock_version }));
    t.same(
      replies.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    );
    t.equal((await viewOf(app, owner, id)).lock_version, lock_version + 1);
    const swaps = (await receiptsOf(app, owner, id)).filter(({ event }) => event === 'swap_page');
    t.equal(swaps.length, 1);
  });

  await t.test('PAG-06 two pages that want one picture: one gets it', async (t) => {
    const id = await published();
    const pages = await pagesOf(id);
    const mediaId = await processed(owner);
    const replies = await Promise.all(pages.map((page) => swap(page.id, mediaId)));
    t.same(replies.map(({ statusCode }) => statusCode).toSorted(), [200, 422]);
    t.match(replies.find(({ statusCode }) => statusCode === 422)?.json(), {
      fields: [{ media_id: ['has already been taken'] }],
    });
  });

  for (const [status, code] of [
    ['in_progress', 'invalid_state'],
    ['scheduled', 'invalid_state'],
    ['blocked', 'episode_blocked'],
  ] as const) {
    await t.test(`EPI-41 PAG-07 ${status}: refused, and nothing changes`, async (t) => {
      const id = await episodeIn(app, { owner, administrator }, { storyId, status });
      const [page] = await pagesOf(id);
      const mediaId = await processed(owner);
      const before = await snapshot(id);
      const reply = await swap(page?.id ?? '', mediaId);
      t.equal(reply.statusCode, 409);
      t.equal(reply.json().code, code);
      t.equal(await snapshot(id), before);
    });
  }

  await t.test(
    'EPI-40 on a stale version, or with a picture that is no page of theirs, it is refused',
    async (t) => {
      const id = await published();
      const page = await secondOf(id);
      const { lock_version } = await viewOf(app, owner, id);
      const before = await snapshot(id);
      const refused = async (mediaId: string, status: number, code: string, more: object = {}) => {
        const reply = await swap(page.id, mediaId, more);
        t.equal(reply.statusCode, status, reply.body);
        t.match(JSON.stringify(reply.json()), code);
      };
      const fresh = await send(owner);
      await refused(fresh, 409, 'media_not_ready');
      await app.runJobs();
      await refused(fresh, 409, 'episode_changed', { lock_version: lock_version + 1 });
      await refused(
        await processed(await app.signUp('Other')),
        422,
        'refers to a picture that you cannot use here',
      );
      await refused(
        await processed(owner, { purpose: 'strip' }),
        422,
        'refers to a picture that you cannot use here',
      );
      await refused(
        await processed(owner, { purpose: 'cover' }),
        422,
        'refers to a picture that you cannot use here',
      );
      const [first] = await pagesOf(id);
      await refused(first?.media_id ?? '', 422, 'has already been taken');
      const failed = await send(owner);
      await db.update(media).set({ failedAt: new Date(), error: 'broken' }).where(eq(media.id, failed));
      await refused(failed, 422, 'refers to a picture that you cannot use here');
      await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, owner.id));
      await refused(fresh, 409, 'email_unconfirmed');
      await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, owner.id));
      t.equal(await snapshot(id), before, 'none of them has changed anything');
      t.equal((await swap(page.id, fresh, { lock_version })).statusCode, 200, 'and it can still be done');
    },
  );

  await t.test('ROL-05 ROL-13 owner and publisher swap; editor and viewer 403; others 404', async (t) => {
    const id = await published();
    const page = await secondOf(id);
    for (const [role, status] of [
      ['publisher', 200],
      ['editor', 403],
      ['viewer', 403],
      ['nobody', 404],
    ] as const) {
      const person = await app.signUp(role);
      if (role !== 'nobody') await joinTeam(app, owner, storyId, person, role);
      t.equal((await swap(page.id, await processed(person), {}, person)).statusCode, status, role);
    }
  });

  await t.test('OPS-09 a picture whose sender left before it was used goes by itself', async (t) => {
    const id = await published();
    const before = await snapshot(id);
    const mediaId = await processed(owner);
    const { now } = app.deps.clock;
    app.deps.clock.now = () => new Date(Date.now() + 49 * HOUR_MS);
    await deleteUnusedPictures(app.deps);
    app.deps.clock.now = now;
    t.same(await db.select().from(media).where(eq(media.id, mediaId)), []);
    t.equal(await snapshot(id), before);
  });
});
