/** An administrator without a second factor is an ordinary user everywhere. With one, writes need a fresh sign-in. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { chapters, comments, sessions, storyMembers, tsukkomiComments } from '#db/schema/index.ts';
import { readSession } from '#server/domains/accounts/sessions/service.ts';
import { findReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { newId } from '#server/lib/ids.ts';
import { isAdministrator } from '#server/lib/viewer.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('the flag gives rights together with the factor only', async (t) => {
  for (const administrator of [true, false])
    for (const secondFactor of [true, false])
      t.equal(isAdministrator({ administrator, secondFactor }), administrator && secondFactor);
});

t.test('ROL-11 an administrator at the doors of readers', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const shelf = openShelf(deps);
  const author = await shelf.addAuthor();
  const [reader, bare, whole] = [
    await app.signUp('Reader'),
    await app.signUp('Bare'),
    await app.signUp('Whole'),
  ];
  await app.makeAdministrator(bare, { factor: false });
  await app.makeAdministrator(whole);

  type Strategies = Parameters<typeof shelf.addStory>[2];
  type Values = Parameters<typeof shelf.addEpisode>[2];
  const add = async (values: Values, strategies: Strategies = {}) => {
    const story = await shelf.addStory(author, { publicationType: 'novel' }, strategies);
    const chapters = ['<p>Nine lamps along the street.</p>'];
    const { id } = await shelf.addEpisode(story, 1, values, { pages: 0, chapters });
    return { id, slug: story.slug, storyId: story.id };
  };
  const soon = new Date(Date.now() + 86_400_000);
  const kinds = {
    draft: await add({ status: 'in_progress', publishedAt: null }),
    scheduled: await add({
      status: 'scheduled',
      publishAt: soon,
      publishWallTime: '2030-01-01T06:00',
      publishZone: 'Etc/UTC',
      publishedAt: null,
    }),
    blocked: await add({
      status: 'blocked',
      blockedAt: new Date(),
      blockedFrom: 'published',
      blockedReason: 'spam',
    }),
    premium: await add({}, { pricing: { type: 'all_premium', priceCoins: 30 } }),
    closed: await add({}, { geofilter: { type: 'allow', countries: ['JP'] } }),
  };

  const viewerOf = async ({ token }: Account) => {
    const { viewer } = await readSession(deps, token);
    if (viewer === null) throw new Error('nobody');
    return viewer;
  };
  const doors = (episode: { id: string; storyId: string }) => [
    `GET /episodes/${episode.id}`,
    `GET /episodes/epub/${episode.id}`,
    `GET /episodes/${episode.id}/search?q=lamps`,
    `GET /episodes/${episode.id}/ad_slots`,
    `GET /comments?episode_id=${episode.id}`,
    `GET /tsukkomi_comments?episode_id=${episode.id}`,
    `GET /pop_reactions?episode_id=${episode.id}`,
    `GET /stories/${episode.storyId}/mine`,
    `GET /creator/episodes/${episode.id}`,
    `GET /creator/episodes/epub/${episode.id}`,
  ];
  const statusesOf = async (as: Account, routes: string[]) => {
    const found: [string, number][] = [];
    for (const route of routes) found.push([route, (await app.call(route, { as })).statusCode]);
    return found;
  };
  const pageOf = async (as: Account, { slug }: { slug: string }) => {
    try {
      const found = await findReaderPage(deps, slug, 1, { country: null, reader: await viewerOf(as) });
      return JSON.stringify(found).includes('Nine lamps') ? 'pages' : 'closed';
    } catch (error) {
      return (error as { code?: string }).code ?? 'closed';
    }
  };

  for (const [kind, episode] of Object.entries(kinds)) {
    await t.test(`${kind}: without a factor every door answers as to any reader`, async (t) => {
      const plain = await statusesOf(reader, doors(episode));
      t.same(await statusesOf(bare, doors(episode)), plain);
      t.same(await pageOf(bare, episode), await pageOf(reader, episode));
      t.not(plain[0]?.[1], 200, 'a reader does not get it');
      t.equal((await app.call(`GET /episodes/${episode.id}`, { as: whole })).statusCode, 200);
    });
  }

  const open = await add({});
  const comment = await app.call('POST /comments', {
    as: reader,
    body: { episode_id: open.id, body: 'The ninth lamp.' },
  });
  const id: string = comment.json().comment.id;
  const noteId = newId();
  const [chapter] = await deps.db
    .select({ id: chapters.id })
    .from(chapters)
    .where(eq(chapters.episodeId, open.id));
  await deps.db.insert(tsukkomiComments).values({
    id: noteId,
    episodeId: open.id,
    chapterId: chapter?.id,
    offset: 1,
    authorId: reader.id,
    body: 'ha',
  });
  const actions = [
    `POST /comments/${id}/show`,
    `PUT /comments/${id}/pin`,
    `PUT /episodes/${open.id}/comments_lock`,
    `DELETE /episodes/${open.id}/comments_lock`,
    `POST /tsukkomi_comments/${noteId}/show`,
  ];
  const hidings = [`POST /comments/${id}/hide`, `POST /tsukkomi_comments/${noteId}/hide`];
  const refusalsOf = async (as: Account, routes = actions) => {
    const codes = new Set<string>();
    for (const route of routes) {
      const reply = await app.call(route, { as, body: {} });
      codes.add(reply.statusCode < 300 ? 'done' : `${reply.statusCode} ${reply.json().code}`);
    }
    return [...codes];
  };
  const prove = (who: Account, provenAt: Date | null) =>
    deps.db.update(sessions).set({ provenAt }).where(eq(sessions.userId, who.id));

  await t.test('without a factor nothing is hidden, locked or pinned', async (t) => {
    t.same(await refusalsOf(bare), ['404 not_found']);
    t.same(await refusalsOf(bare, hidings), ['404 not_found']);
    const [row] = await deps.db.select().from(comments).where(eq(comments.id, id));
    t.equal(row?.state, 'shown');
  });

  await t.test('with one it wants a proof of the last 15 minutes', async (t) => {
    await prove(whole, new Date(Date.now() - 16 * 60_000));
    t.same(await refusalsOf(whole), ['409 prove_again']);
    await prove(whole, new Date());
    t.same(await refusalsOf(whole), ['done']);
    t.same(await refusalsOf(whole, hidings), ['409 reasons_needed'], 'hiding wants reasons');
  });

  await t.test('as a member of the team an administrator moderates as everybody of it does', async (t) => {
    for (const who of [bare, whole]) {
      await deps.db.insert(storyMembers).values({ storyId: open.storyId, userId: who.id, role: 'editor' });
      await prove(who, null);
      t.same(await refusalsOf(who), ['done']);
    }
  });
});
