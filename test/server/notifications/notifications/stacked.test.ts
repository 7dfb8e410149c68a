/** One notification about several subjects, some of them deleted: list, badge, device and mail agree. */

import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { comments, episodes, notifications, users } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { sendDigests } from '#server/domains/notifications/notifications/digests.ts';
import { notify } from '#server/domains/notifications/notifications/notify.ts';
import { pushService } from '#server/domains/notifications/notifications/push-service.ts';
import { listForPage } from '#server/domains/notifications/notifications/queries.ts';
import { episodePublished } from '#server/domains/publishing/events.ts';
import { asReader } from '#server/lib/viewer.ts';
import { record } from '#server/outbox/record.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { startPushPeer } from '../../../support/push-service.ts';
import { openShelf } from '../../../support/shelf.ts';

const HOUR_MS = 3_600_000;

t.test('one notification of several things', async (t) => {
  const peer = await startPushPeer();
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(async () => {
    await app.close();
    await peer.close();
  });
  const { deps } = app;
  pushService.provide(deps, peer.sender());
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addEpisode, addStory } = openShelf(deps);
  const owner = await app.signUp('Owner');
  const [mika, noor, juri] = [await app.signUp('Mika'), await app.signUp('Noor'), await app.signUp('Juri')];
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 900 * HOUR_MS) });
  const list = async (as: Account, headers = {}) => {
    const reply = await app.call('GET /user/notifications', { as, headers });
    const { notifications: rows, unread_count } = reply.json<{
      notifications: { id: string; text: string; url: string; read: boolean }[];
      unread_count: number;
    }>();
    return { texts: rows.map(({ text }) => text), unread: unread_count, rows };
  };
  const badge = async (as: Account, headers = {}) =>
    (await app.call('GET /user/account', { as, headers })).json().user.notification_count;
  const publish = async (episodeId: string) => {
    await inTransaction(deps, (tx) => record(tx, episodePublished, { episodeId, first: true }));
    await app.runJobs();
  };
  const withdraw = (id: string) =>
    deps.db.update(episodes).set({ status: 'in_progress' }).where(eq(episodes.id, id));
  const begin = async () => {
    nowMs += 3 * HOUR_MS;
    const story = await addStory(owner.id, {}, { geofilter: { type: 'deny', countries: ['FR'] } });
    const first = await addEpisode(story, 1);
    await app.runJobs();
    await deps.db.delete(notifications);
    peer.received.length = 0;
    return { story, first };
  };
  const write = async (as: Account, body: object, call = 'POST /comments') => {
    const reply = await app.call(call, { as, body });
    t.equal(reply.statusCode, 201, reply.body);
    await app.runJobs();
    return (reply.json().comment ?? reply.json().reply).id as string;
  };

  await t.test(
    'NOT-04 episodes after one that was withdrawn are told, in list, badge and push',
    async (t) => {
      const { story, first } = await begin();
      await app.call(`PUT /stories/${story.id}/subscription`, { as: mika });
      await app.call('POST /user/push_subscriptions', { as: mika, body: peer.subscribe() });
      await publish(first.id);
      t.equal(peer.received.length, 1);
      await withdraw(first.id);
      t.same([await list(mika), await badge(mika)], [{ texts: [], unread: 0, rows: [] }, 0]);
      const second = await addEpisode(story, 2);
      await publish(second.id);
      const { texts, unread, rows } = await list(mika);
      t.same([texts, unread], [['Ash Street: episode 2, Part 2'], 1]);
      t.equal(rows[0]?.url, `/stories/${story.slug}/2`);
      t.match(peer.received.at(-1)?.message, { body: 'Ash Street: episode 2, Part 2', unread: 1 });
      for (const number of [3, 4]) await publish((await addEpisode(story, number)).id);
      t.same((await list(mika)).texts, ['Ash Street: 3 new episodes']);
      t.equal(peer.received.length, 4);
      await deps.db
        .update(episodes)
        .set({ status: 'in_progress', position: null, deletedAt: new Date(nowMs) })
        .where(eq(episodes.id, second.id));
      t.same((await list(mika)).texts, ['Ash Street: 2 new episodes'], 'the newest go on to be told');
    },
  );

  await t.test('NOT-04 the page names unread episodes, not those that were read', async (t) => {
    const { story, first } = await begin();
    await app.call(`PUT /stories/${story.id}/subscription`, { as: mika });
    await publish(first.id);
    await app.call('PUT /user/notifications/read', { as: mika, body: {} });
    for (const number of [2, 3]) await publish((await addEpisode(story, number)).id);
    const viewer = asReader(mika.id);
    const page = await listForPage(
      deps,
      { viewer, country: null, locale: 'en' },
      { which: 'all', page: 1, perPage: 24, removed: null },
    );
    t.same(
      page.rows[0]?.releases.map(({ number }) => number),
      [3, 2],
    );
  });

  await t.test('NOT-08 the badge counts what the list shows, wherever its reader is', async (t) => {
    const { story, first } = await begin();
    const said = await write(mika, { episode_id: first.id, body: 'Who lit it?' });
    const gone: [string, () => Promise<unknown>][] = [
      ['a comment that its author has deleted', () => app.call(`DELETE /comments/${answer}`, { as: noor })],
      ['an author who was blocked', () => app.call(`PUT /users/${noor.id}/block`, { as: mika })],
      ['an episode that was withdrawn', () => withdraw(first.id)],
    ];
    let answer = '';
    for (const [what, go] of gone) {
      answer = await write(noor, { comment_id: said, body: `Not me, ${what}` }, 'POST /comment_replies');
      t.same([(await list(mika)).unread, await badge(mika)], [1, 1]);
      t.same(
        [(await list(mika, { 'x-country': 'FR' })).unread, await badge(mika, { 'x-country': 'FR' })],
        [0, 0],
      );
      await go();
      t.same([await list(mika), await badge(mika)], [{ texts: [], unread: 0, rows: [] }, 0], what);
      await app.call(`DELETE /users/${noor.id}/block`, { as: mika });
      await deps.db.update(comments).set({ state: 'deleted' }).where(eq(comments.id, answer));
    }
    await deps.db.update(episodes).set({ status: 'published' }).where(eq(episodes.id, first.id));
    await app.call(`PUT /stories/${story.id}/subscription`, { as: noor });
    t.equal(await badge(mika), 0);
  });

  await t.test('NOT-03 NOT-06 "and others" counts people, not what they wrote', async (t) => {
    const { first } = await begin();
    for (const body of ['One', 'Two', 'Three']) await write(mika, { episode_id: first.id, body });
    t.same((await list(owner)).texts, ['Mika commented on Ash Street 1']);
    await write(noor, { episode_id: first.id, body: 'Four' });
    const last = await write(juri, { episode_id: first.id, body: 'Five' });
    t.same((await list(owner)).texts, ['Juri and 2 others commented on Ash Street 1']);
    await app.call(`DELETE /comments/${last}`, { as: juri });
    t.same((await list(owner)).texts, ['Noor and one other commented on Ash Street 1']);
    await deps.db.execute(sql`insert into comments (id, story_id, episode_id, author_id, body, state)
      select gen_random_uuid(), story_id, episode_id, ${juri.id}, 'n', 'shown'
      from comments cross join generate_series(1, 60) where id = ${last}`);
    const many = await deps.db
      .select({ id: comments.id })
      .from(comments)
      .where(eq(comments.authorId, juri.id));
    const [said] = await deps.db.select().from(comments).where(eq(comments.id, last));
    for (const { id: subjectId } of [...many.slice(2), ...many.slice(0, 2)])
      await inTransaction(deps, (tx) =>
        notify(tx, [owner.id], {
          ...{ kind: 'new_comment', key: `new_comment:${first.id}`, subjectId, actorId: juri.id },
          storyId: said?.storyId ?? '',
          episodeId: first.id,
        }),
      );
    for (const as of [mika, noor]) await write(as, { episode_id: first.id, body: 'Last' });
    t.same((await list(owner)).texts, ['Noor and at least 2 others commented on Ash Street 1']);
  });

  await t.test('NOT-07 a second mail does not tell what the first one told', async (t) => {
    const { first } = await begin();
    await app.call('PUT /user/settings', {
      as: owner,
      body: { notifications: { subscribe_to_emails: true } },
    });
    const said = await write(owner, { episode_id: first.id, body: 'What do you think?' });
    const mailed = async () => {
      nowMs += 2 * HOUR_MS;
      await sendDigests(deps);
      await app.runJobs();
      const mails = await mailsTo(app, owner.email);
      return mails
        .filter(({ text }) => /Ash Street 1/.test(text))
        .map(({ text }) => text)
        .reverse();
    };
    for (const as of [mika, noor]) await write(as, { episode_id: first.id, body: 'Good' });
    t.match(await mailed(), [/Noor and one other commented/]);
    await write(juri, { comment_id: said, body: 'Very' }, 'POST /comment_replies');
    const [, second, ...more] = await mailed();
    t.same(more, []);
    t.match(second, /Juri replied to you/);
    t.notMatch(second, /commented/);
    await write(juri, { episode_id: first.id, body: 'More' });
    const [, , third] = await mailed();
    t.match(third, /Juri commented on/);
    t.notMatch(third, /others?/);
    t.notMatch(third, /answered/);
    t.same((await list(owner)).texts[0], 'Juri and 2 others commented on Ash Street 1', 'the list tells all');
    t.equal((await mailed()).length, 3);
    await app.call('PUT /user/notifications/read', { as: owner, body: {} });
    await write(mika, { episode_id: first.id, body: 'Once more' });
    t.match((await mailed())[3], /Mika commented on/);
  });
});
