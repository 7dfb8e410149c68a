import { sql } from 'drizzle-orm';
import t from 'tap';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/deps.ts';
import { requireStory } from '#server/domains/publishing/stories/team.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory } from '../../../support/console.ts';
import { eventually } from '../../../support/eventually.ts';
import { findTeam, joinTeam } from '../../../support/team.ts';

t.test('members of a team', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Owner');
  const publisher = await app.signUp('Publisher');
  const editor = await app.signUp('Editor');
  const viewer = await app.signUp('Viewer');
  const stranger = await app.signUp('Stranger');
  const story = await createStory(app, owner);
  await joinTeam(app, owner, story.id, viewer, 'viewer');
  await joinTeam(app, owner, story.id, editor, 'editor');
  await joinTeam(app, owner, story.id, publisher, 'publisher');
  const path = `/creator/stories/${story.id}/collaborators`;
  const setRole = (as: Account, userId: string, role: string) =>
    app.call(`PATCH ${path}/${userId}`, { as, body: { role } });
  const remove = (as: Account, userId: string) => app.call(`DELETE ${path}/${userId}`, { as });

  await t.test(
    'STO-32 everybody of the team sees it, by what they may do; invitations only the owner',
    async (t) => {
      await app.call(`POST ${path}`, { as: owner, body: { email: 'asked@example.org', role: 'viewer' } });
      for (const as of [owner, publisher, editor, viewer]) {
        const team = await findTeam(app, as, story.id);
        t.same(
          team.collaborators.map(({ display_name, role }) => [display_name, role]),
          [
            ['Owner', 'owner'],
            ['Publisher', 'publisher'],
            ['Editor', 'editor'],
            ['Viewer', 'viewer'],
          ],
        );
        t.equal(team.invitations.length, as === owner ? 1 : 0);
        t.equal(team.collaborators.find(({ own }) => own)?.user_id, as.id);
        t.notOk(JSON.stringify(team.collaborators).includes('@'), 'nobody reads an address of a member');
      }
    },
  );

  await t.test('the owner changes roles, and the new one counts at once', async (t) => {
    t.equal(
      (await app.call('POST /creator/episodes', { as: viewer, body: { story_id: story.id, title: 'X' } }))
        .statusCode,
      403,
    );
    const reply = await setRole(owner, viewer.id, 'editor');
    t.equal(reply.statusCode, 200);
    t.match(reply.json(), { collaborator: { user_id: viewer.id, role: 'editor' } });
    await createEpisode(app, viewer, story.id, 'By an editor now');
    await setRole(owner, viewer.id, 'viewer');
    t.equal(
      (await app.call('POST /creator/episodes', { as: viewer, body: { story_id: story.id, title: 'X' } }))
        .statusCode,
      403,
    );
    for (const role of ['owner', 'king']) t.equal((await setRole(owner, viewer.id, role)).statusCode, 422);
    t.equal((await setRole(publisher, viewer.id, 'editor')).statusCode, 403);
    t.equal((await setRole(stranger, viewer.id, 'editor')).statusCode, 404);
    t.equal((await setRole(owner, stranger.id, 'editor')).statusCode, 404);
  });

  await t.test('the owner is neither demoted nor removed, and cannot leave', async (t) => {
    for (const reply of [
      await setRole(owner, owner.id, 'viewer'),
      await remove(owner, owner.id),
      await app.call(`DELETE ${path}/me`, { as: owner }),
    ]) {
      t.equal(reply.statusCode, 409);
      t.equal(reply.json().code, 'owner_stays');
    }
    t.equal((await remove(publisher, owner.id)).statusCode, 403);
  });

  await t.test('ROL-04, ROL-05 who is removed or leaves loses story and episodes at once', async (t) => {
    const episode = await createEpisode(app, owner, story.id, 'Two');
    t.equal((await remove(editor, viewer.id)).statusCode, 403, 'others are the business of the owner');
    t.equal((await remove(stranger, viewer.id)).statusCode, 404);
    t.equal((await remove(owner, viewer.id)).statusCode, 204);
    t.equal((await app.call(`DELETE ${path}/me`, { as: editor })).statusCode, 204);
    t.equal((await remove(publisher, publisher.id)).statusCode, 204);
    for (const gone of [viewer, editor, publisher]) {
      for (const request of [
        `GET /creator/stories/${story.id}`,
        `GET ${path}`,
        `GET /creator/episodes/${episode.id}`,
        `GET /creator/pages?episode_id=${episode.id}`,
      ]) {
        t.equal((await app.call(request, { as: gone })).statusCode, 404, request);
      }
      t.same((await app.call('GET /creator/stories', { as: gone })).json().stories, []);
    }
    t.equal((await remove(owner, viewer.id)).statusCode, 404, 'twice');
    t.equal((await findTeam(app, owner, story.id)).collaborators.length, 1);
  });

  await t.test(
    'a deed that waits for the story is refused when its doer was removed meanwhile',
    async (t) => {
      await joinTeam(app, owner, story.id, editor, 'editor');
      const holding = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const asOwner = { id: owner.id } as Viewer;
      const holder = inTransaction(app.deps, async (tx) => {
        await requireStory(tx, asOwner, story.id, 'manage_team', { forUpdate: true });
        held.resolve();
        await holding.promise;
      });
      await held.promise;
      const removal = remove(owner, editor.id);
      await waiting(app.deps, 1);
      const edit = app.call(`PATCH /creator/stories/${story.id}`, {
        as: editor,
        body: { description: 'Mine' },
      });
      await waiting(app.deps, 2);
      holding.resolve();
      await holder;
      t.equal((await removal).statusCode, 204);
      t.equal((await edit).statusCode, 404);
    },
  );

  t.end();
});

const waiting = (deps: Deps, least: number) =>
  eventually(`${least} wait for a lock`, async () => {
    const { rows } = await deps.db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return (rows[0]?.count ?? 0) >= least;
  });
