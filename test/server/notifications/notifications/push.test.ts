import type { LookupFunction } from 'node:net';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { comments, pushMessages, pushSubscriptions, users } from '#db/schema/index.ts';
import { notifySubscribers } from '#server/domains/notifications/notifications/fan-out.ts';
import {
  createPushService,
  makePushKeys,
  pushService,
} from '#server/domains/notifications/notifications/push-service.ts';
import { sendPushes } from '#server/domains/notifications/notifications/pushes.ts';
import { deleteOld } from '#server/domains/notifications/notifications/service.ts';
import { NotPublic } from '#server/lib/public-address.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { startPushPeer } from '../../../support/push-service.ts';
import { openShelf } from '../../../support/shelf.ts';

const DAY_MS = 24 * 3_600_000;

t.test('push', async (t) => {
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
  const [owner, mika] = [await app.signUp('Owner'), await app.signUp('Mika')];
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 30 * DAY_MS) });
  const story = await addStory(owner.id, {}, { geofilter: { type: 'deny', countries: ['DE'] } });
  const { id: episodeId } = await addEpisode(story, 1);
  const call = 'POST /user/push_subscriptions';
  const yes = async (as: Account, device = peer.subscribe(), headers = {}) => {
    nowMs += 60_000;
    const reply = await app.call(call, { as, body: device, headers });
    t.equal(reply.statusCode, 201, reply.body);
    return device;
  };
  let turn = 0;
  const write = async (text = '') => {
    turn += 1;
    const body = { episode_id: episodeId, body: `${text} No. ${turn}` };
    const reply = await app.call('POST /comments', { as: mika, body });
    await app.runJobs();
    return reply.json().comment.id as string;
  };
  const start = async () => {
    nowMs += 120_000;
    await deps.db.delete(pushSubscriptions);
    await app.call('DELETE /user/notifications', { as: owner, body: {} });
    peer.received.length = 0;
    peer.asked = 0;
    peer.mood = { status: 201, headers: {}, isAway: false };
  };
  const devices = async () => (await deps.db.select().from(pushSubscriptions)).length;
  const waiting = async () => (await deps.db.select().from(pushMessages)).length;

  await t.test('NOT-03 a device shows what its reader is told, encrypted for it alone', async (t) => {
    await start();
    const device = await yes(owner);
    await write();
    t.same(peer.faults, []);
    const [first] = peer.received;
    t.equal(peer.received.length, 1);
    t.equal(first?.device.endpoint, device.endpoint);
    const list = (await app.call('GET /user/notifications', { as: owner })).json();
    const id = list.notifications[0].id;
    t.match(first?.message, {
      id,
      title: 'Ash Street',
      body: 'Mika commented on Ash Street 1',
      ...{ url: `/notifications?open=${id}`, unread: 1, lang: 'en' },
    });
    t.match(first, { ttl: '86400', urgency: 'low' });
    t.match(first?.topic, /^[\w-]{22}$/);
    await write();
    t.match(peer.received[1]?.message, { id, body: 'Mika commented on Ash Street 1' });
    t.equal(peer.received[1]?.topic, first?.topic, 'it takes the place of the first');
    t.equal(await waiting(), 0);
  });

  await t.test('NOT-10 nothing is sent of what was read, hidden or closed meanwhile', async (t) => {
    await start();
    await yes(owner);
    peer.mood.status = 503;
    await write();
    t.equal(peer.asked, 1);
    peer.mood.status = 201;
    const later = async () => {
      nowMs += 3_600_000;
      await sendPushes(deps);
      return peer.received.length;
    };
    await app.call('PUT /user/notifications/read', { as: owner, body: {} });
    t.equal(await later(), 0);
    t.equal(await waiting(), 0);
    peer.mood.status = 503;
    const id = await write();
    peer.mood.status = 201;
    await deps.db.update(comments).set({ state: 'hidden' }).where(eq(comments.id, id));
    t.equal(await later(), 0);
    await app.call(`PUT /stories/${story.id}/subscription`, { as: mika });
    await app.runJobs();
    t.equal(await later(), 1, 'the owner hears of who follows');
    await start();
    await yes(mika, peer.subscribe(), { 'x-country': 'DE' });
    const second = await addEpisode(story, 2);
    await deps.pool.query('delete from notification_rounds');
    await notifySubscribers(deps, second.id);
    await app.runJobs();
    t.equal(await later(), 0, 'not where the device is');
    await yes(mika);
    const third = await addEpisode(story, 3);
    await notifySubscribers(deps, third.id);
    await app.runJobs();
    t.equal(await later(), 1);
  });

  await t.test(
    'NOT-03 a service that wants patience is asked later, a device that is gone is forgotten',
    async (t) => {
      await start();
      await yes(owner);
      peer.mood = { status: 429, headers: { 'retry-after': '600' }, isAway: false };
      await write();
      peer.mood.status = 201;
      nowMs += 599_000;
      await sendPushes(deps);
      t.equal(peer.received.length, 0, 'as long as it said');
      nowMs += 2000;
      await sendPushes(deps);
      t.equal(peer.received.length, 1);
      peer.mood.isAway = true;
      await write();
      t.equal(await waiting(), 1);
      for (let round = 0; round < 8; round += 1) {
        nowMs += 12 * 3_600_000;
        await sendPushes(deps);
      }
      t.equal(await waiting(), 0, 'it is given up at last');
      t.equal(await devices(), 1);
      for (const status of [404, 410, 403]) {
        await start();
        await yes(owner);
        peer.mood.status = status;
        await write();
        t.same([await devices(), await waiting()], [0, 0], String(status));
      }
      await start();
      await yes(owner);
      peer.mood.status = 413;
      await write();
      t.same([await devices(), await waiting()], [1, 0], 'a message that is not taken is dropped');
      t.same(peer.faults, []);
      await start();
      await yes(owner);
      pushService.provide(deps, peer.sender(makePushKeys()));
      await write();
      pushService.provide(deps, peer.sender());
      t.match(peer.faults.splice(0), [/bound to another key/], 'the service knows who sends');
    },
  );

  await t.test('NOT-03 what waits for a device goes with what it tells of', async (t) => {
    await start();
    await yes(owner);
    peer.mood = { status: 429, headers: { 'retry-after': '86400' }, isAway: false };
    await write();
    t.equal(await waiting(), 1);
    await app.call('DELETE /user/notifications', { as: owner, body: {} });
    await deleteOld(deps);
    t.equal(await waiting(), 1, 'while it may be brought back');
    nowMs += 3_600_000;
    await deleteOld(deps);
    t.equal(await waiting(), 0);
  });

  await t.test('NOT-03 it ends with the session, and belongs to who said yes last', async (t) => {
    await start();
    const device = await yes(owner);
    await yes(owner, device);
    t.equal(await devices(), 1);
    await yes(mika, device);
    const list = async (as: Account) =>
      (await app.call('GET /user/push_subscriptions', { as })).json().devices as { current: boolean }[];
    t.same([(await list(owner)).length, (await list(mika)).length], [0, 1]);
    t.match(await list(mika), [{ service: 'push.test', current: true }]);
    t.notMatch(JSON.stringify(await list(mika)), /send/, 'the address is a secret');
    await app.call('DELETE /user/push_subscriptions', { as: owner, body: {} });
    t.equal(await devices(), 1, 'nobody ends that of others');
    await app.call('DELETE /user/push_subscriptions', { as: mika, body: {} });
    t.equal(await devices(), 0);
    await yes(owner);
    await app.call('DELETE /auth/session', { as: owner });
    t.equal(await devices(), 0);
  });

  await t.test('NOT-03 addresses inside are refused, and so are keys that are none', async (t) => {
    const good = peer.subscribe();
    const refused = async (body: object) => (await app.call(call, { as: mika, body })).statusCode === 422;
    for (const endpoint of [
      'http://push.test/1',
      'https://127.0.0.1/1',
      'https://[::1]/1',
      'https://2130706433/1',
      'https://0x7f.1/1',
      'https://localhost/1',
      'https://db.internal/1',
      'https://printer.local/1',
      'https://push.test:5432/1',
      'https://user:word@push.test/1',
      'https://metadata/1',
      'file:///etc/passwd',
      'ftp://push.test/1',
      '',
      'x',
      `https://push.test/${'a'.repeat(1000)}`,
    ])
      t.ok(await refused({ ...good, endpoint }), endpoint.slice(0, 60));
    for (const keys of [
      { ...good.keys, p256dh: 'AAAA' },
      { ...good.keys, p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url') },
      { ...good.keys, auth: 'AAAA' },
      {},
    ])
      t.ok(await refused({ ...good, keys }), JSON.stringify(keys));
    t.equal((await app.call(call, { body: good })).statusCode, 401);
  });

  await t.test('NOT-03 a name that leads inwards is refused when it is stored', async (t) => {
    await start();
    const before = await devices();
    const kept = pushService.of(deps);
    const inside: LookupFunction = (name, _options, done) =>
      name === 'inside.example.org' ? done(new NotPublic(name), '') : done(new Error('not found'), '');
    pushService.provide(deps, createPushService(makePushKeys(), { lookup: inside }));
    const send = (host: string) =>
      app.call(call, { as: mika, body: { ...peer.subscribe(), endpoint: `https://${host}/1` } });
    const refusal = await send('inside.example.org');
    t.equal(refusal.statusCode, 422);
    t.match(refusal.json(), { fields: [{ endpoint: [/./] }] });
    t.equal(await devices(), before);
    t.ok((await send('not-found-yet.example.org')).statusCode < 300, 'what is not found may be one later');
    pushService.of(deps).close();
    pushService.provide(deps, kept);
  });

  await t.test('NOT-03 devices are bounded', async (t) => {
    await start();
    const sessions = await Promise.all(
      Array.from({ length: 11 }, async () => {
        const body = { email: mika.email, password: 'correct horse battery' };
        const { auth_token: token } = (await app.call('POST /auth/mail', { body })).json();
        return { ...mika, token, headers: { authorization: `Bearer ${token}` } };
      }),
    );
    for (const as of sessions) await yes(as);
    t.equal(await devices(), 10);
    nowMs += 3_600_000;
    let status = 201;
    for (let turn = 0; turn < 40 && status === 201; turn += 1)
      status = (await app.call(call, { as: mika, body: peer.subscribe() })).statusCode;
    t.equal(status, 429);
    t.equal(await devices(), 10, 'a browser has one address');
  });
});
