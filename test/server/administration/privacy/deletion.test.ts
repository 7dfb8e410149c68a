import { and, eq } from 'drizzle-orm';
import t from 'tap';
import {
  commentMentions,
  episodes,
  identities,
  keptOut,
  media,
  notificationCounters,
  notificationDigests,
  notifications,
  pushSubscriptions,
  sessions,
  shutOuts,
  socialCodes,
  socialFlows,
  stories,
  storyInvitations,
  users,
} from '#db/schema/index.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { allParts } from '#server/domains/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, PASSWORD, startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { fillFactors } from '../../../support/factor.ts';
import { linkIn, mailsTo } from '../../../support/mail.ts';
import { followShelf, leaveTraces } from '../../../support/traces.ts';

/** Columns that their domains declare as erased. */
const ERASED = allParts.flatMap(({ personal }) =>
  Object.entries(personal?.columns ?? {}).flatMap(([column, fate]) => (fate === 'erased' ? [column] : [])),
);
const DAY_MS = 24 * 3_600_000;
const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

t.test('deleting the account', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const countOf = async (column: string, userId: string): Promise<number> => {
    const [table, name] = column.split('.');
    const { rows } = await deps.pool.query(`select count(*)::int as count from ${table} where ${name} = $1`, [
      userId,
    ]);
    return rows[0].count;
  };
  const remove = (as: Account, password?: string) => app.call('DELETE /user', { as, body: { password } });
  const signIn = (email: string) => app.call('POST /auth/mail', { body: { email, password: PASSWORD } });
  const isPublic = async (slug: string) => (await app.call(`GET /stories/${slug}`)).statusCode === 200;

  await t.test('it takes the password, ends all sessions and names the way back', async (t) => {
    const account = await app.signUp();
    const second = (await signIn(account.email)).json().auth_token;
    for (const [password, message] of [
      ['not the password', 'is wrong'],
      [undefined, "can't be blank"],
    ] as const) {
      const reply = await remove(account, password);
      t.equal(reply.statusCode, 422);
      t.same(reply.json().fields, [{ password: [message] }]);
    }
    const reply = await remove(account, PASSWORD);
    t.equal(reply.statusCode, 202);
    t.match([reply.headers['set-cookie']].flat().join(), /auth_token=;/);
    t.equal((await app.call('GET /user/account', { as: account })).statusCode, 401);
    t.equal(
      (await app.call('GET /user/account', { headers: { authorization: `Bearer ${second}` } })).statusCode,
      401,
    );
    const mail = (await mailsTo(app, account.email)).find(({ subject }) =>
      /deleted in 30 days/.test(subject),
    );
    t.equal(linkIn(mail ?? { text: '' }).pathname, '/sign_in');
    t.equal((await app.call('DELETE /user', { body: {} })).statusCode, 401);
  });

  await t.test(
    'published stories vanish at once, and come back as they were when the owner stays',
    async (t) => {
      const account = await app.signUp('Author');
      const { story, episode, pages } = await publishStory(app, account);
      const [before] = await deps.db.select().from(episodes).where(eq(episodes.id, episode.id));
      const [page] = pages;
      t.ok(page);
      t.equal(await isPublic(story.slug), true);
      const tags: string[] = [];
      deps.cache = { purge: (some) => void tags.push(...some) };
      await remove(account, PASSWORD);
      t.ok(
        tags.includes(`story:${story.id}`) &&
          tags.includes(`episode:${episode.id}`) &&
          tags.includes('landing'),
      );
      t.equal(await isPublic(story.slug), false);
      t.equal((await app.call(`GET /episodes/${episode.id}`)).statusCode, 404);
      nowMs += DAY_MS;
      const back = await signIn(account.email);
      t.equal(back.statusCode, 200);
      t.match(back.json().message, /^Welcome back\. Your account stays/);
      t.equal(await isPublic(story.slug), false, 'by a job');
      await app.runJobs();
      t.equal(await isPublic(story.slug), true);
      const [after] = await deps.db.select().from(episodes).where(eq(episodes.id, episode.id));
      t.same(after, before, 'nothing tells that it was gone');
      t.equal((await signIn(account.email)).json().message, undefined, 'said once');
    },
  );

  await t.test('what was taken back or only planned does not come back published', async (t) => {
    const account = await app.signUp();
    const { story, episode } = await publishStory(app, account);
    await app.call(`POST /creator/episodes/${episode.id}/unpublish`, { as: account, body: {} });
    await remove(account, PASSWORD);
    await signIn(account.email);
    await app.runJobs();
    t.equal(await isPublic(story.slug), false);
  });

  await t.test('who leaves again before the job has run stays withdrawn', async (t) => {
    const account = await app.signUp();
    const { story } = await publishStory(app, account);
    await remove(account, PASSWORD);
    const { auth_token: token } = (await signIn(account.email)).json();
    const again = { ...account, headers: { authorization: `Bearer ${token}` } };
    t.equal((await remove(again, PASSWORD)).statusCode, 202);
    await app.runJobs();
    t.equal(await isPublic(story.slug), false);
    await signIn(account.email);
    await app.runJobs();
    t.equal(await isPublic(story.slug), true);
  });

  await t.test('without a password a sign-in of the last ten minutes is asked for', async (t) => {
    const account = await app.signUp();
    await deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, account.id));
    nowMs += 11 * 60_000;
    const late = await remove(account);
    t.equal(late.statusCode, 409);
    t.equal(late.json().code, 'sign_in_again');
    await deps.db
      .update(sessions)
      .set({ createdAt: new Date(nowMs) })
      .where(eq(sessions.userId, account.id));
    t.equal((await remove(account)).statusCode, 202);
  });

  await t.test('after 30 days everything is erased but an empty row', async (t) => {
    const account = await app.signUp('Gone Soon');
    const other = await app.signUp('Keeper');
    const { story } = await publishStory(app, account);
    const kept = await publishStory(app, other);
    await app.call('POST /user/export', { as: account });
    await app.runJobs();
    await deps.db
      .insert(identities)
      .values({ id: newId(), userId: account.id, provider: 'fb', subject: 'f-1' });
    const moments = { createdAt: new Date(nowMs), expiresAt: new Date(nowMs + 365 * DAY_MS) };
    const hash = (text: string) => Buffer.from(`${text} ${account.id}`);
    const started = { provider: 'fb' as const, browserHash: hash('browser'), userId: account.id, ...moments };
    await deps.db.insert(socialFlows).values({
      ...started,
      id: newId(),
      stateHash: hash('state'),
      action: 'connecting',
      codeVerifier: 'v',
      nonce: 'n',
      locale: 'en',
    });
    await deps.db
      .insert(socialCodes)
      .values({ ...started, id: newId(), codeHash: hash('code'), subject: 'f-1' });
    await deps.db.insert(storyInvitations).values({
      ...moments,
      id: newId(),
      storyId: kept.story.id,
      email: 'asked@example.org',
      role: 'viewer',
      tokenHash: hash('invitation'),
      invitedBy: account.id,
    });
    await leaveTraces(app, account, { storyId: kept.story.id, episodeId: kept.episode.id, by: other });
    const said = await app.call('POST /comments', {
      as: other,
      body: { story_id: kept.story.id, body: 'To whom it may concern' },
    });
    await deps.db.insert(commentMentions).values({ commentId: said.json().comment.id, userId: account.id });
    await deps.db.insert(notifications).values({
      id: newId(),
      userId: account.id,
      kind: 'reply' as const,
      key: 'reply:a',
      storyId: kept.story.id,
      subjectIds: [newId()],
    });
    await deps.db.insert(notificationCounters).values({ userId: account.id, unreadCount: 1 });
    await deps.db.insert(notificationDigests).values({ userId: account.id, storyId: kept.story.id });
    const [session] = await deps.db.select().from(sessions).where(eq(sessions.userId, account.id));
    await deps.db.insert(pushSubscriptions).values({
      id: newId(),
      userId: account.id,
      sessionId: session?.id ?? '',
      endpoint: 'https://push.example/1',
      endpointHash: hash('push'),
      p256dh: 'key',
      auth: 'secret',
    });
    await deps.db.insert(keptOut).values({ storyId: kept.story.id, userId: account.id });
    await deps.db.insert(shutOuts).values([
      { readerId: account.id, personId: other.id, kind: 'muted' },
      { readerId: other.id, personId: account.id, kind: 'blocked' },
    ]);
    await Promise.all([fillFactors(app, account.id), followShelf(app, account, other)]);
    for (const column of ERASED) t.ok((await countOf(column, account.id)) > 0, `${column} names the account`);
    const own = await deps.db.select({ id: media.id }).from(media).where(eq(media.ownerId, account.id));
    t.equal(own.length, 4);
    // A page that the leaving user drew for another's story stays.
    const [shared] = await deps.db
      .select({ id: media.id })
      .from(media)
      .where(and(eq(media.ownerId, other.id), eq(media.purpose, 'page')))
      .limit(1);
    await deps.db
      .update(media)
      .set({ ownerId: account.id })
      .where(eq(media.id, shared?.id ?? ''));
    await remove(account, PASSWORD);
    await app.runJobs();

    nowMs += 30 * DAY_MS - 1000;
    await eraseDueAccounts(deps);
    t.equal((await deps.db.select().from(stories).where(eq(stories.id, story.id))).length, 1);
    nowMs += 2000;
    await eraseDueAccounts(deps);
    await eraseDueAccounts(deps);
    await app.runJobs();

    const [row] = await deps.db.select().from(users).where(eq(users.id, account.id));
    t.notMatch(JSON.stringify(row), /Gone|person\d|1990|argon2/);
    t.match(row, { displayName: '', passwordHash: null, pictureMediaId: null });
    for (const column of ERASED) t.equal(await countOf(column, account.id), 0, column);
    t.same(await deps.db.select().from(stories).where(eq(stories.id, story.id)), []);
    t.same(await deps.db.select({ id: media.id }).from(media).where(eq(media.ownerId, account.id)), [
      { id: shared?.id },
    ]);
    const keys: string[] = [];
    for await (const { key } of deps.storage.list('')) keys.push(key);
    for (const { id } of own) t.notOk(keys.some((key) => key.includes(id)));
    t.notOk(keys.some((key) => key.startsWith('exports/')));
    t.equal(await isPublic(kept.story.slug), true, 'others lose nothing');
    t.equal((await signIn(account.email)).statusCode, 401);
    const fresh = await app.call('POST /users', {
      body: { email: account.email, password: PASSWORD, display_name: 'New', date_of_birth: '1990-01-31' },
    });
    t.equal(fresh.statusCode, 201, 'the address is free again');
  });

  await t.test('STO-30 a deleted story goes with its account, and no later', async (t) => {
    const account = await app.signUp('Leaver');
    const { story, episode } = await publishStory(app, account);
    await app.call(`POST /creator/episodes/${episode.id}/unpublish`, { as: account, body: {} });
    const body = { title: 'Night Train' };
    t.equal((await app.call(`DELETE /creator/stories/${story.id}`, { as: account, body })).statusCode, 204);
    const own = await deps.db.select({ id: media.id }).from(media).where(eq(media.ownerId, account.id));
    t.equal(own.length, 4);
    await remove(account, PASSWORD);
    nowMs += 30 * DAY_MS + 1000;
    await eraseDueAccounts(deps);
    await app.runJobs();
    t.same(await deps.db.select().from(stories).where(eq(stories.id, story.id)), []);
    t.same(await deps.db.select().from(episodes).where(eq(episodes.id, episode.id)), []);
    t.same(await deps.db.select().from(media).where(eq(media.ownerId, account.id)), []);
    for await (const { key } of deps.storage.list(''))
      if (own.some(({ id }) => key.includes(id))) t.fail(key);
  });

  await t.test('who signs in on the last day stays', async (t) => {
    const account = await app.signUp();
    await remove(account, PASSWORD);
    nowMs += 30 * DAY_MS - 60_000;
    t.equal((await signIn(account.email)).statusCode, 200);
    nowMs += 2 * DAY_MS;
    await eraseDueAccounts(deps);
    t.equal((await signIn(account.email)).statusCode, 200);
  });

  await t.test('by a form without JavaScript, there and back', async (t) => {
    const account = await app.signUp();
    const post = (path: string, body: Record<string, string>, cookie = '') =>
      app.call(`POST ${path}`, {
        body: new URLSearchParams(body).toString(),
        headers: { ...form, ...(cookie && { cookie }) },
      });
    const cookie = `auth_token=${account.token}`;
    const wrong = await post('/user?_method=DELETE', { password: 'no' }, cookie);
    t.equal(wrong.headers.location, '/settings?error_notice=Password+is+wrong');
    const gone = await post('/user?_method=DELETE', { password: PASSWORD, _locale: 'de' }, cookie);
    t.match(gone.headers.location, /^\/de\/?\?success_notice=Dein\+Konto\+wird\+in\+30\+Tagen/);
    const back = await post('/auth/mail', { email: account.email, password: PASSWORD });
    t.match(back.headers.location, /^\/creator\/stories\?success_notice=Welcome\+back/);
  });
});
