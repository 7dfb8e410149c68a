/** Short notes are reported like comments, by readers who have reached them. */
import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, users } from '#db/schema/index.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('reports of short notes', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addEpisode, addStory } = openShelf(deps);
  const owner = await app.signUp('Mirko Haas');
  const [ada, rin, sol] = [await app.signUp('Ada'), await app.signUp('Rin'), await app.signUp('Sol')];
  await app.makeAdministrator(ada);
  await deps.db.update(users).set({ createdAt: new Date(0) });
  const send = (as: typeof rin, id: string) =>
    app.call('POST /violation', { as, body: { subject_type: 'tsukkomi', subject_id: id, category: 'spam' } });

  await t.test('REP-06, SOC-21 a short note is reported by who has reached it, and hidden', async (t) => {
    const story = await addStory(owner.id);
    const episode = await addEpisode(story, 1, { pages: 3 } as never);
    const pages = await deps.db
      .select()
      .from(episodePages)
      .where(eq(episodePages.episodeId, episode.id))
      .orderBy(asc(episodePages.position));
    const [first, last] = [pages[0]?.id ?? '', pages.at(-1)?.id ?? ''];
    const leave = async (page_id: string) => {
      const body = { episode_id: episode.id, page_id, x: 0.5, y: 0.5, body: 'Look behind you' };
      return (await app.call('POST /tsukkomi_comments', { as: sol, body })).json().tsukkomi_comment.id;
    };
    const near = await leave(first);
    t.equal((await send(rin, near)).statusCode, 201);
    t.not(last, first);
    t.equal((await send(rin, await leave(last))).statusCode, 404, 'never before one is there');
    t.same((await send(sol, near)).json().fields, [{ subject_id: ['is your own note'] }]);
    const { things } = (
      await app.call('GET /admin/violation_queue?subject_type=tsukkomi', { as: ada })
    ).json();
    const [thing] = things;
    t.match(thing, { reports: [{ snapshot: 'Look behind you' }], person: { id: sol.id } });
    const reply = await app.call(`PATCH /admin/violations/${thing.reports[0].id}`, {
      as: ada,
      body: { state: 'actioned', note: 'Why', hide: true },
    });
    const seen = async () =>
      (await app.call(`GET /tsukkomi_comments?episode_id=${episode.id}&page_id=${first}`, { as: rin })).json()
        .tsukkomi_comments.length;
    t.equal(await seen(), 0);
    const show = (as: Account) => app.call(`POST /tsukkomi_comments/${near}/show`, { as });
    const refused = await show(owner);
    t.equal(refused.statusCode, 409, 'its team does not bring it back');
    t.equal(refused.json().code, 'hidden_by_administrator');
    t.equal(
      (await app.call(`POST /tsukkomi_comments/${near}/hide`, { as: owner })).statusCode,
      200,
      'hiding what is hidden changes nothing',
    );
    t.equal((await show(owner)).statusCode, 409);
    t.equal(await seen(), 0);
    await app.call(`DELETE /admin/violation_decisions/${reply.json().decision.id}`, { as: ada });
    t.equal(await seen(), 1);
    t.equal((await app.call(`POST /tsukkomi_comments/${near}/hide`, { as: owner })).statusCode, 200);
    t.equal((await show(owner)).statusCode, 200, 'what the team hid itself it shows again');
    t.equal(await seen(), 1);
    const { things: later } = (
      await app.call('GET /admin/violation_queue?subject_type=tsukkomi', { as: ada })
    ).json();
    const again = await app.call(`PATCH /admin/violations/${later[0].reports[0].id}`, {
      as: ada,
      body: { state: 'actioned', note: 'Why', hide: true },
    });
    t.equal(again.statusCode, 200);
    t.equal((await show(ada)).statusCode, 409, 'a statement of reasons holds it');
    t.equal((await app.call(`POST /admin/contents/tsukkomi/${near}/show`, { as: ada })).statusCode, 200);
    t.equal(await seen(), 1);
  });
});
