import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  episodes,
  notificationCounters,
  notificationRounds,
  notifications,
  users,
} from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { notifySubscribers } from '#server/domains/notifications/notifications/fan-out.ts';
import { notifyOfComment } from '#server/domains/notifications/notifications/listeners.ts';
import { deleteOld } from '#server/domains/notifications/notifications/service.ts';
import { episodePublished } from '#server/domains/publishing/events.ts';
import { record } from '#server/outbox/record.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

const DAY_MS = 24 * 3_600_000;

t.test('notifications', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addEpisode, addStory } = openShelf(deps);
  const owner = await app.signUp('Owner');
  const [mika, noor] = [await app.signUp('Mika'), await app.signUp('Noor')];
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 30 * DAY_MS) });
  const start = async (filter?: { type: 'deny'; countries: string[] }) => {
    nowMs += 120_000;
    const story = await addStory(owner.id, {}, filter && { geofilter: filter });
    const { id } = await addEpisode(story, 1);
    await app.runJobs();
    for (const as of [owner, mika, noor]) await app.call('DELETE /user/notifications', { as, body: {} });
    return { storyId: story.id, episodeId: id, slug: story.slug };
  };
  type List = {
    notifications: { id: string; kind: string; text: string; url: string; read: boolean; count: number }[];
    unread_count: number;
    total: number;
  };
  const list = async (as: Account, headers = {}) =>
    (await app.call('GET /user/notifications', { as, headers })).json<List>();
  const told = async (as: Account) =>
    (await list(as)).notifications.map(({ kind, text }) => `${kind}: ${text}`);
  const badge = async (as: Account) =>
    (await app.call('GET /user/account', { as })).json().user.notification_count;
  const write = async (as: Account, body: object, call = 'POST /comments') => {
    const reply = (await app.call(call, { as, body })).json();
    await app.runJobs();
    return (reply.comment ?? reply.reply).id as string;
  };
  const publish = async (episodeId: string) => {
    await inTransaction(deps, (tx) => record(tx, episodePublished, { episodeId, first: true }));
    await app.runJobs();
  };

  await t.test('NOT-04 NOT-08 subscribers hear of an episode once, its team never', async (t) => {
    const { storyId, episodeId, slug } = await start();
    for (const as of [mika, noor, owner]) await app.call(`PUT /stories/${storyId}/subscription`, { as });
    await app.runJobs();
    await publish(episodeId);
    await publish(episodeId);
    t.same(await told(mika), ['new_episode: Ash Street: episode 1, Part 1']);
    t.same((await list(mika)).notifications[0]?.url, `/stories/${slug}/1`);
    t.same([await badge(mika), await badge(noor)], [1, 1]);
    t.notOk((await told(owner)).some((line) => line.startsWith('new_episode')));
    const second = await addEpisode({ id: storyId, ownerId: owner.id }, 2);
    await publish(second.id);
    t.same(await told(mika), ['new_episode: Ash Street: 2 new episodes']);
    t.equal(await badge(mika), 1, 'what is alike is one');
    const german = await list(mika, { 'accept-language': 'de' });
    t.same(german.notifications[0]?.text, 'Ash Street: 2 neue Folgen');
  });

  await t.test('NOT-04 a round that was cut off goes on where it stood', async (t) => {
    const { storyId, episodeId } = await start();
    for (const as of [mika, noor]) await app.call(`PUT /stories/${storyId}/subscription`, { as });
    const [first, second] = [mika, noor].sort((a, b) => (a.id < b.id ? -1 : 1)) as [Account, Account];
    await deps.db.insert(notificationRounds).values({ episodeId, cursor: first.id });
    await notifySubscribers(deps, episodeId);
    t.same([(await told(first)).length, (await told(second)).length], [0, 1]);
    await notifySubscribers(deps, episodeId);
    t.equal((await told(second)).length, 1);
  });

  await t.test('NOT-03 NOT-06 the team hears of comments, who is answered of replies', async (t) => {
    const { storyId, episodeId } = await start();
    const id = await write(mika, { episode_id: episodeId, body: 'Who lit it?' });
    t.same(await told(owner), ['new_comment: Mika commented on Ash Street 1']);
    t.same(await told(mika), []);
    const reply = await write(noor, { comment_id: id, body: 'The moth' }, 'POST /comment_replies');
    t.same(await told(mika), ['reply: Noor replied to you on Ash Street 1']);
    t.equal((await list(mika)).notifications[0]?.url, `/comments/${reply}`);
    t.same(await told(owner), ['new_comment: Noor and one other commented on Ash Street 1']);
    await notifyOfComment(deps, reply);
    t.equal((await list(owner)).notifications[0]?.count, 2, 'the same event again tells nothing');
    await write(owner, { comment_id: id, body: 'No' }, 'POST /comment_replies');
    t.same(await told(mika), ['reply: Owner and one other replied to you on Ash Street 1']);
    const editor = await app.signUp('Editor');
    await joinTeam(app, storyId, editor, 'viewer');
    await write(noor, { episode_id: episodeId, body: 'More' });
    t.same(await told(editor), [], 'who may not moderate is told nothing');
  });

  await t.test('NOT-06 a mention is told once, and never by who is muted', async (t) => {
    const { episodeId } = await start();
    const [person] = await deps.db.select().from(users).where(eq(users.id, mika.id));
    await app.call(`PUT /users/${noor.id}/mute`, { as: mika });
    await write(noor, { episode_id: episodeId, body: `@${person?.slug} look` });
    t.same(await told(mika), []);
    await app.call(`DELETE /users/${noor.id}/mute`, { as: mika });
    await write(noor, { episode_id: episodeId, body: `@${person?.slug} look again` });
    t.same(await told(mika), ['mention: Noor mentioned you on Ash Street 1']);
    await app.call('DELETE /user/notifications', { as: mika, body: {} });
    const id = await write(noor, { episode_id: episodeId, body: 'Nobody yet' });
    for (const body of [`Now @${person?.slug}`, `Now @${person?.slug} again`]) {
      await app.call(`PATCH /comments/${id}`, { as: noor, body: { body } });
      await app.runJobs();
    }
    t.match(await list(mika), { notifications: [{ kind: 'mention', count: 1 }] });
  });

  await t.test('NOT-05 the owner hears of a new subscriber once', async (t) => {
    const { storyId } = await start();
    for (const method of ['PUT', 'DELETE', 'PUT'])
      await app.call(`${method} /stories/${storyId}/subscription`, { as: mika });
    await app.runJobs();
    t.same(await told(owner), ['new_subscriber: Mika subscribed to Ash Street']);
    await app.call(`PUT /stories/${storyId}/subscription`, { as: noor });
    await app.runJobs();
    t.same(await told(owner), ['new_subscriber: Noor and one other subscribed to Ash Street']);
  });

  await t.test('NOT-07 a kind that is switched off is not told', async (t) => {
    const { episodeId } = await start();
    await app.call('PUT /user/settings', { as: owner, body: { notifications: { new_comments: false } } });
    await write(mika, { episode_id: episodeId, body: 'Quiet' });
    t.same(await told(owner), []);
    await app.call('PUT /user/settings', { as: owner, body: { notifications: { new_comments: true } } });
  });

  await t.test('NOT-10 API-47 ERR-63 read, removed one by one or all', async (t) => {
    const { episodeId, storyId } = await start();
    await write(mika, { episode_id: episodeId, body: 'One' });
    await app.call(`PUT /stories/${storyId}/subscription`, { as: mika });
    await app.runJobs();
    const before = await list(owner);
    t.match(before, { unread_count: 2, total: 2 });
    const [first, second] = before.notifications;
    const send = (call: string, body?: object, as = owner) => app.call(call, { as, body });
    t.match((await send('PUT /user/notifications/read', { ids: [first?.id] })).json(), { unread_count: 1 });
    t.match(await list(owner), { notifications: [{ read: true }, { read: false }], unread_count: 1 });
    t.match((await send('PUT /user/notifications/read', { ids: [first?.id], read: false })).json(), {
      unread_count: 2,
    });
    t.match((await send('PUT /user/notifications/read', {})).json(), { unread_count: 0 });
    t.equal((await send(`DELETE /user/notifications/${second?.id}`, undefined, mika)).statusCode, 404);
    t.equal((await list(owner)).total, 2, 'nobody removes those of others');
    t.match((await send(`DELETE /user/notifications/${second?.id}`)).json(), {
      message: 'Notifications removed',
    });
    t.equal((await list(owner)).total, 1);
    await send('DELETE /user/notifications', { only_read: true });
    t.match(await list(owner), { total: 0, unread_count: 0 });
    t.equal((await app.call('GET /user/notifications')).statusCode, 401);
  });

  await t.test('NOT-10 what may not be seen any more is left out', async (t) => {
    const { episodeId, storyId } = await start({ type: 'deny', countries: ['DE'] });
    await app.call(`PUT /stories/${storyId}/subscription`, { as: mika });
    await app.runJobs();
    await publish(episodeId);
    t.equal((await list(mika)).notifications.length, 1);
    t.equal((await list(mika, { 'x-country': 'DE' })).notifications.length, 0);
    await deps.db.update(episodes).set({ status: 'in_progress' }).where(eq(episodes.id, episodeId));
    t.equal((await list(mika)).notifications.length, 0);
  });

  await t.test('NOT-10 after three months they are gone', async (t) => {
    const { episodeId } = await start();
    await write(mika, { episode_id: episodeId, body: 'Old' });
    nowMs += 91 * DAY_MS;
    await deleteOld(deps);
    const rows = await deps.db.select().from(notifications).where(eq(notifications.userId, owner.id));
    t.same(rows, []);
    const [counter] = await deps.db
      .select()
      .from(notificationCounters)
      .where(eq(notificationCounters.userId, owner.id));
    t.equal(counter?.unreadCount, 0);
  });
});
