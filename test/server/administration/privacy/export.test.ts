import { eq } from 'drizzle-orm';
import t from 'tap';
import { accountExports, chapters, identities, media } from '#db/schema/index.ts';
import { deleteExpiredExports, makeExport } from '#server/domains/administration/privacy/export.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, publishStory, uploadCover } from '../../../support/console.ts';
import { linkIn, mailsTo } from '../../../support/mail.ts';
import { readZip } from '../../../support/zip.ts';

const DAY_MS = 24 * 3_600_000;

t.test('a copy of the own data', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const account = await app.signUp('Ada');
  const { story, episode, pages } = await publishStory(app, account, { title: 'My own story' });
  const stranger = await app.signUp('Stranger');
  // A deleted story can still be restored, so the export contains it.
  const dropped = await createStory(app, account, { title: 'Given up' });
  await createEpisode(app, account, dropped.id, 'Half an idea');
  await app.call(`DELETE /creator/stories/${dropped.id}`, { as: account, body: { title: 'Given up' } });
  const theirs = await createStory(app, stranger, { title: 'Not mine' });
  // More than one read returns.
  const written = Array.from({ length: 45 }, (_, index) => ({
    id: newId(),
    episodeId: episode.id,
    position: index + 1,
    title: `Chapter ${index + 1}`,
    html: `<p>It was the ${index + 1}th day.</p>`,
  }));
  const { id: episodeId } = await createEpisode(app, stranger, theirs.id);
  const notMine = { id: newId(), episodeId, position: 1, title: 'Not mine', html: '<p>Not mine.</p>' };
  await deps.db.insert(chapters).values([...written, notMine]);
  await deps.db.insert(identities).values({
    id: newId(),
    userId: account.id,
    provider: 'google',
    subject: 'g-1',
    email: 'ada@gmail.example',
  });

  const ask = (as: Account) => app.call('POST /user/export', { as });
  const listOf = async (as: Account) => (await app.call('GET /user/exports', { as })).json().exports;
  const download = (url: string, as?: Account) => app.app.inject({ url, ...(as && { headers: as.headers }) });

  await t.test('a job packs it and a mail brings the link', async (t) => {
    const reply = await ask(account);
    t.equal(reply.statusCode, 202);
    t.match(reply.json().message, /link by e-mail/);
    t.match(await listOf(account), [{ state: 'preparing', url: null }]);
    t.equal((await ask(account)).statusCode, 202, 'asked twice, packed once');
    const mail = (await mailsTo(app, account.email)).find(
      ({ subject }) => subject === 'Your data export is ready',
    );
    const link = linkIn(mail ?? { text: '' });
    t.match(link.pathname, /^\/api\/user\/exports\/[\w-]{36}$/);
    t.equal((await listOf(account)).length, 1);
    t.match(await listOf(account), [
      { state: 'ready', url: link.pathname, expires_at: new Date(nowMs + 7 * DAY_MS).toISOString() },
    ]);
    t.same(await listOf(stranger), []);
  });

  await t.test(
    'STO-30 it holds all own rows and own pictures, deleted stories too, and nothing secret or of others',
    async (t) => {
      const [{ url, bytes }] = await listOf(account);
      const reply = await download(url, account);
      t.equal(reply.statusCode, 200);
      t.equal(reply.headers['content-type'], 'application/zip');
      t.match(
        reply.headers['content-disposition'],
        /^attachment; filename="tsuzuki-\d{4}-\d\d-\d\d\.zip"; filename\*=UTF-8''tsuzuki-/,
      );
      t.equal(reply.headers['cache-control'], 'private, no-store');
      t.equal(reply.rawPayload.length, bytes);
      const files = await readZip(reply.rawPayload);
      const json = (name: string) => JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null');
      t.match(json('account'), {
        id: account.id,
        email: account.email,
        displayName: 'Ada',
        hasPassword: true,
      });
      t.match(json('stories'), [
        { id: story.id, title: 'My own story', deletedAt: null },
        { id: dropped.id, title: 'Given up', deletedAt: /^\d{4}-/ },
      ]);
      t.same(
        json('episodes').map(({ title }: { title: string }) => title),
        ['One', 'Half an idea'],
      );
      t.equal(json('pages').length, pages.length);
      t.match(json('chapters'), written, 'all of them, in their order');
      t.equal(json('chapters').length, written.length, 'and no more');
      t.match(json('connected_apps'), [{ provider: 'google', subject: 'g-1' }]);
      t.ok(json('sessions').length > 0 && json('mails').length > 0 && json('teams').length === 2);
      const own = await deps.db.select().from(media).where(eq(media.ownerId, account.id));
      t.equal(own.length, 4);
      for (const { id, bytes: size } of own) t.equal(files.get(`pictures/${id}.jpg`)?.length, size);
      const text = [...files]
        .filter(([name]) => name.endsWith('.json'))
        .map(([, data]) => data.toString())
        .join('\n');
      t.notMatch(text, /argon2|token_?hash/i);
      t.notOk(text.includes(account.token) || text.includes('Not mine') || text.includes(stranger.email));
    },
  );

  await t.test('only its owner gets it: signed in, or by the mailed token', async (t) => {
    const mail = (await mailsTo(app, account.email)).find(
      ({ subject }) => subject === 'Your data export is ready',
    );
    const link = linkIn(mail ?? { text: '' });
    const path = link.pathname;
    t.equal((await download(path)).statusCode, 404);
    t.equal((await download(path, stranger)).statusCode, 404);
    t.equal((await download(`${path}?token=${'x'.repeat(43)}`)).statusCode, 404);
    t.equal((await download(`${path}?token=${stranger.token}`, stranger)).statusCode, 404);
    t.equal((await download(`${path}${link.search}`)).statusCode, 200);
    t.equal((await download(`${path}${link.search}`, stranger)).statusCode, 200, 'whoever holds the link');
    t.equal((await download(`${path}${link.search}`)).statusCode, 200, 'a download may be begun again');
    t.equal((await download(`/api/user/exports/${newId()}${link.search}`)).statusCode, 404);
  });

  await t.test('a copy of two is not opened by the token of the other’s', async (t) => {
    await ask(stranger);
    const theirs = (await mailsTo(app, stranger.email)).find(
      ({ subject }) => subject === 'Your data export is ready',
    );
    const [{ url }] = await listOf(account);
    t.equal((await download(`${url}${linkIn(theirs ?? { text: '' }).search}`)).statusCode, 404);
  });

  await t.test('a job that runs twice packs and mails once', async (t) => {
    const [row] = await deps.db.select().from(accountExports).where(eq(accountExports.userId, account.id));
    await makeExport(deps, row?.id ?? '');
    await makeExport(deps, newId());
    const subjects = (await mailsTo(app, account.email)).map(({ subject }) => subject);
    t.equal(subjects.filter((subject) => subject === 'Your data export is ready').length, 1);
  });

  await t.test(
    'a picture that is gone makes the job fail, to be tried again, instead of hanging',
    async (t) => {
      const person = await app.signUp();
      const id = await uploadCover(app, person);
      await app.runJobs();
      for await (const { key: stored } of deps.storage.list('media/')) {
        if (stored.includes(id)) await deps.storage.delete(stored);
      }
      await ask(person);
      await t.rejects(app.runJobs());
      t.match(await listOf(person), [{ state: 'preparing' }]);
      await deps.db.delete(media).where(eq(media.id, id));
      await app.runJobs();
      t.match(await listOf(person), [{ state: 'ready' }]);
    },
  );

  await t.test('after 7 days it is gone', async (t) => {
    const [{ url, id }] = await listOf(account);
    nowMs += 7 * DAY_MS;
    t.equal((await download(url, account)).statusCode, 404);
    await deleteExpiredExports(deps);
    nowMs += 1000;
    await deleteExpiredExports(deps);
    t.equal(await deps.storage.stat(`exports/${id}.zip`), null);
    t.same(await deps.db.select().from(accountExports).where(eq(accountExports.id, id)), []);
  });

  await t.test('it can be asked for three times an hour', async (t) => {
    const person = await app.signUp();
    for (let count = 0; count < 3; count += 1) t.equal((await ask(person)).statusCode, 202);
    t.equal((await ask(person)).statusCode, 429);
    t.equal((await app.call('POST /user/export')).statusCode, 401);
  });
});
