import t from 'tap';
import { users } from '#db/schema/index.ts';
import { sendDigests } from '#server/domains/notifications/notifications/digests.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { startMailServer } from '../../../support/mail.ts';
import { openShelf } from '../../../support/shelf.ts';

const HOUR_MS = 3_600_000;

t.test('mails about stories', async (t) => {
  const server = await startMailServer();
  const app = await startTestApp({ environment: { MAILBOX: 'off', SMTP_URL: server.url } });
  t.teardown(async () => {
    await app.close();
    await server.stop();
  });
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addEpisode, addStory } = openShelf(deps);
  const [owner, mika] = [await app.signUp('Owner'), await app.signUp('Mika')];
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 100 * HOUR_MS) });
  const wantMails = (as: Account, wanted: boolean) =>
    app.call('PUT /user/settings', { as, body: { notifications: { subscribe_to_emails: wanted } } });
  const story = await addStory(owner.id);
  const { id: episodeId } = await addEpisode(story, 1);
  let turn = 0;
  const write = async () => {
    turn += 1;
    await app.call('POST /comments', { as: mika, body: { episode_id: episodeId, body: `No. ${turn}` } });
    await app.runJobs();
  };
  const pass = async (ms: number) => {
    nowMs += ms;
    await sendDigests(deps);
    await app.runJobs();
    return server.received.filter(
      (one) => one.to.includes(owner.email) && !/Confirm/.test(one.mail.subject ?? ''),
    );
  };

  await t.test('NOT-07 who wants no mails gets none', async (t) => {
    await wantMails(owner, false);
    await write();
    t.same(await pass(2 * HOUR_MS), []);
    await app.call('DELETE /user/notifications', { as: owner, body: {} });
  });

  await t.test('NOT-07 OPS-07 a worker sends one mail for a story and hour', async (t) => {
    await wantMails(owner, true);
    await write();
    t.equal((await pass(60_000)).length, 0, 'it waits for what comes with it');
    await write();
    const [first, ...others] = await pass(6 * 60_000);
    t.same(others, []);
    t.match(first?.mail.text, /Mika commented on Ash Street 1/);
    await write();
    t.equal((await pass(30 * 60_000)).length, 1, 'the next one comes after an hour');
    t.equal((await pass(40 * 60_000)).length, 2);
  });

  await t.test('NOT-07 what was read meanwhile is not mailed', async (t) => {
    await write();
    await app.call('PUT /user/notifications/read', { as: owner, body: {} });
    t.equal((await pass(2 * HOUR_MS)).length, 2);
  });

  await t.test('NOT-07 one press ends them (RFC 8058)', async (t) => {
    const [mail] = server.received.filter((one) => /Ash Street/.test(one.mail.subject ?? ''));
    const headerOf = (key: string) => mail?.mail.headers.find((header) => header.key === key)?.value ?? '';
    t.equal(headerOf('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    const url = new URL(headerOf('list-unsubscribe').slice(1, -1));
    const press = (path: string) =>
      app.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
        payload: 'List-Unsubscribe=One-Click',
      });
    // Two bits of the last base64url character are unused.
    const same = (text: string) => Buffer.from(text.split('.')[1] ?? '', 'base64url').toString('hex');
    const twins = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((end) => url.pathname.replace(/.$/, end))
      .filter((path) => path !== url.pathname && same(path) === same(url.pathname));
    t.equal(twins.length, 3);
    const forged = url.pathname.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`);
    for (const path of [forged, ...twins]) t.equal((await press(path)).statusCode, 404);
    for (const _ of [1, 2]) t.equal((await press(url.pathname)).statusCode, 200);
    const account = (await app.call('GET /user/account', { as: owner })).json();
    t.equal(account.user_settings.notifications.subscribe_to_emails, false);
    await write();
    t.equal((await pass(2 * HOUR_MS)).length, 2);
  });
});
