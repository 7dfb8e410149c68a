import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  blockStatements,
  episodes,
  stories,
  storyInvitations,
  users,
  violationReports,
} from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { publishAllDue } from '#server/domains/publishing/releases/due.ts';
import { appealDecided, reportDecided, statementIssued } from '#server/domains/safety/events.ts';
import { newId } from '#server/lib/ids.ts';
import { record } from '#server/outbox/record.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';
import { accept, inviteTo } from '../../../support/team.ts';

t.test('what the house tells', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addEpisode, addStory } = openShelf(deps);
  const [owner, mika] = [await app.signUp('Owner'), await app.signUp('Mika')];
  const silent = { new_episodes: false, new_comments: false, replies: false, new_subscriber: false };
  for (const as of [owner, mika])
    await app.call('PUT /user/settings', { as, body: { notifications: silent } });
  const start = async () => {
    nowMs += 120_000;
    const story = await addStory(owner.id);
    const { id } = await addEpisode(story, 1);
    await app.runJobs();
    for (const as of [owner, mika]) await app.call('DELETE /user/notifications', { as, body: {} });
    return { storyId: story.id, episodeId: id };
  };
  type One = { text: string; url: string; kind: string };
  const told = async (as: Account, locale = 'en'): Promise<One[]> => {
    await app.runJobs();
    const headers = { 'accept-language': locale };
    return (await app.call('GET /user/notifications', { as, headers })).json().notifications;
  };
  const texts = async (as: Account, locale?: string) => (await told(as, locale)).map(({ text }) => text);

  await t.test('NOT-10 a team: invited, joined, another role, removed', async (t) => {
    const { storyId } = await start();
    const invited = (await inviteTo(app, owner, storyId, mika.email, 'viewer')).json();
    const { id } = invited.invitation;
    const [first] = await told(mika);
    t.match(first, { text: 'Owner invites you to the team of Ash Street', url: `/invitation?id=${id}` });
    await accept(app, mika, id);
    t.same(await texts(mika), [], 'what was answered asks nobody any more');
    t.same(await texts(owner), ['Mika has joined the team of Ash Street']);
    const member = `/creator/stories/${storyId}/collaborators/${mika.id}`;
    for (const role of ['publisher', 'editor'])
      await app.call(`PATCH ${member}`, { as: owner, body: { role } });
    t.same(await texts(mika), ['Your role on Ash Street has changed: you can edit drafts']);
    await app.call(`DELETE ${member}`, { as: owner });
    t.match(await texts(mika), ['You no longer belong to the team of Ash Street']);
    t.match(await texts(mika, 'de'), ['Du gehörst nicht mehr zum Team von Ash Street']);
  });

  await t.test('NOT-10 an invitation that has run out is not shown', async (t) => {
    const { storyId } = await start();
    await inviteTo(app, owner, storyId, mika.email, 'viewer');
    t.equal((await texts(mika)).length, 1);
    await deps.db.update(storyInvitations).set({ expiresAt: new Date(nowMs - 1) });
    t.same(await texts(mika), []);
  });

  await t.test('NOT-10 a release that was called off says what is missing', async (t) => {
    const { storyId, episodeId } = await start();
    const publishAt = new Date(nowMs - 1000);
    await deps.db
      .update(episodes)
      .set({
        status: 'scheduled',
        publishAt,
        publishWallTime: '2026-01-01T10:00',
        publishZone: 'UTC',
        title: '',
      })
      .where(eq(episodes.id, episodeId));
    await publishAllDue(deps);
    const [first] = await told(owner);
    t.match(first, {
      kind: 'called_off',
      text: /^Ash Street 1 was not published as planned: .*it has no title.* It is a draft again\.$/,
      url: `/creator/stories/${storyId}/episodes/${episodeId}`,
    });
    t.match(await texts(owner, 'de'), [/konnte nicht wie geplant erscheinen/]);
  });

  await t.test('NOT-10 who reported hears the outcome, and nothing of what is hidden', async (t) => {
    const { storyId } = await start();
    for (const [state, text] of [
      ['actioned', /^We agreed with your report no\. \d+ and took action\.$/],
      ['rejected', /^We reviewed your report no\. \d+ and found no violation\.$/],
    ] as const) {
      const id = newId();
      await deps.db.insert(violationReports).values({
        id,
        reporterId: mika.id,
        subjectType: 'story' as const,
        subjectId: storyId,
        storyId,
        category: 'spam',
        state,
        decidedAt: deps.clock.now(),
      });
      nowMs += 1000;
      await inTransaction(deps, (tx) => record(tx, reportDecided, { reportId: id }));
      await deps.db.update(stories).set({ deletedAt: new Date() }).where(eq(stories.id, storyId));
      t.match((await texts(mika))[0], text);
    }
    t.equal((await texts(mika)).length, 2);
  });

  await t.test('NOT-10 a block and what became of an objection', async (t) => {
    const { storyId, episodeId } = await start();
    const id = newId();
    await deps.db.insert(blockStatements).values({
      id,
      subjectType: 'episode' as const,
      subjectId: episodeId,
      storyId,
      ownerId: owner.id,
      category: 'spam',
      ground: 'guidelines' as const,
      facts: 'Page 2',
      blockedBy: mika.id,
    });
    const tell = (event: typeof statementIssued | typeof appealDecided) =>
      inTransaction(deps, (tx) => record(tx, event, { statementId: id }));
    for (const _ of [1, 2]) await tell(statementIssued);
    t.match(await told(owner), [
      { kind: 'blocked', text: /^Ash Street 1 was blocked/, url: `/creator/statements/${id}` },
    ]);
    const now = deps.clock.now();
    const decided = { decision: 'granted' as const, decisionNote: 'x', decidedAt: now, decidedBy: mika.id };
    await deps.db
      .update(blockStatements)
      .set({ ...decided, appealText: 'No', appealedAt: now, appealedBy: owner.id, endedAt: now })
      .where(eq(blockStatements.id, id));
    nowMs += 1000;
    await tell(appealDecided);
    t.equal((await texts(owner))[0], 'Your appeal about Ash Street 1 was decided: you were right');
  });

  await t.test('NOT-10 a block that is lifted without an objection', async (t) => {
    const { episodeId } = await start();
    const administrator = await app.signUp('Ada Ministra');
    await app.makeAdministrator(administrator);
    const decide = (deed: string, body: object) =>
      app.call(`POST /admin/episodes/${episodeId}/${deed}`, { as: administrator, body });
    t.equal((await decide('block', { reason: 'Page 2' })).statusCode, 200);
    await app.runJobs();
    nowMs += 1000;
    t.equal((await decide('unblock', {})).statusCode, 200);
    t.equal((await texts(owner))[0], 'Ash Street 1 is no longer blocked');
    t.equal((await texts(owner)).length, 2, 'told once');
  });

  await t.test('NOT-10 whoever is locked is told nothing', async (t) => {
    const { storyId } = await start();
    await deps.db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, mika.id));
    await inviteTo(app, owner, storyId, mika.email, 'viewer');
    await app.runJobs();
    await deps.db.update(users).set({ lockedAt: null }).where(eq(users.id, mika.id));
    t.same(await texts(mika), []);
  });
});
