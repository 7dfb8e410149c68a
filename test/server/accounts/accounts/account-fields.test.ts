import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { jpegPart, upload } from '../../../support/console.ts';

t.test('the fields of an account', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const grace = await app.signUp('Grace');
  const read = async (path: string) => (await app.call(`GET ${path}`, { as: grace })).json();
  const account = () => read('/user/account');
  const profile = async () => (await read('/user/profile')).user;
  const set = (values: Partial<typeof users.$inferInsert>) =>
    app.deps.db.update(users).set(values).where(eq(users.id, grace.id));

  await t.test('ACC-34 ACC-35 ACC-36 the account fetch answers user and user_settings', async (t) => {
    const reply = await app.call('GET /user/account', { as: grace });
    t.equal(reply.statusCode, 200);
    t.same(Object.keys(reply.json()).sort(), ['user', 'user_settings']);
    t.equal(reply.json().user.id, grace.id);
  });

  await t.test(
    'PRO-08 who takes the same name at the same moment gets an address of their own',
    async (t) => {
      const people = await Promise.all([1, 2, 3, 4].map(() => app.signUp('Ada Lovelace')));
      const rows = await app.deps.db.select().from(users).where(eq(users.displayName, 'Ada Lovelace'));
      t.equal(new Set(people.map(({ id }) => id)).size, 4);
      t.equal(new Set(rows.map(({ slug }) => slug)).size, 4);
      t.ok(rows.some(({ slug }) => slug === 'ada-lovelace'));
    },
  );

  await t.test('ACC-30 PRO-13 publisher is told as the flag stands', async (t) => {
    t.equal((await account()).user.publisher, false);
    await set({ publisher: true });
    t.equal((await account()).user.publisher, true);
    t.equal((await profile()).publisher, true);
    await set({ publisher: false });
  });

  await t.test('PRO-12 founder is told as the flag stands', async (t) => {
    t.equal((await profile()).founder, false);
    await set({ founder: true });
    t.equal((await profile()).founder, true);
    t.equal((await account()).user.founder, true);
  });

  await t.test('ACC-31 PRO-08 display_name is the one that was chosen', async (t) => {
    t.equal((await account()).user.display_name, 'Grace');
    await app.call('PUT /user/profile', { as: grace, body: { display_name: 'Grace H.' } });
    t.equal((await account()).user.display_name, 'Grace H.');
    t.equal((await profile()).display_name, 'Grace H.');
  });

  await t.test('ACC-32 PRO-09 PRO-10 the thumbnails lead to smaller pictures of the picture', async (t) => {
    const none = await profile();
    t.same([none.picture, none.thumbnail_url, none.mini_thumbnail_url], [null, null, null]);
    const sent = await upload(app, grace, 'POST /media', [
      { name: 'purpose', value: 'profile' },
      await jpegPart('file', 'me.jpg', { width: 800, height: 800 }),
    ]);
    const square = { x: 0, y: 0, width: 800, height: 800, purpose: 'profile' };
    const body = { media_id: sent.json().media.id, ...square };
    const made = await app.call('POST /media/crop', { as: grace, body });
    await app.runJobs();
    const chosen = { picture_media_id: made.json().media.id };
    t.equal((await app.call('PUT /user/profile', { as: grace, body: chosen })).statusCode, 200);
    const { picture, thumbnail_url, mini_thumbnail_url } = await profile();
    t.equal((await account()).user.mini_thumbnail_url, mini_thumbnail_url);
    const sizes: number[] = [];
    for (const url of [picture, thumbnail_url, mini_thumbnail_url]) {
      const shown = await app.app.inject({ url });
      t.equal(shown.statusCode, 200, url);
      sizes.push(shown.rawPayload.length);
    }
    t.same(
      sizes,
      [...sizes].sort((a, b) => b - a),
      'each smaller than the one before',
    );
  });

  await t.test('ACC-33 PRO-11 notification_count is a whole number, none at first', async (t) => {
    t.equal((await account()).user.notification_count, 0);
    t.equal((await profile()).notification_count, 0);
  });

  await t.test('PRO-18 no reply ever returns the password or its hash', async (t) => {
    const [row] = await app.deps.db.select().from(users).where(eq(users.id, grace.id));
    const signIn = { email: grace.email, password: PASSWORD };
    const replies = [
      await app.call('POST /auth/mail', { body: signIn }),
      await app.call('GET /user/account', { as: grace }),
      await app.call('GET /user/profile', { as: grace }),
      await app.call('GET /auth/my_profile', { as: grace }),
      await app.call('PUT /user/profile', { as: grace, body: { name: 'G', current_password: PASSWORD } }),
      await app.call('PUT /user/settings', { as: grace, body: { notifications: {} } }),
    ];
    for (const reply of replies) {
      t.equal(reply.statusCode, 200);
      t.notOk(reply.body.includes(PASSWORD) || reply.body.includes(row?.passwordHash ?? '$'));
      t.notMatch(reply.body, /argon2|password_hash/);
    }
  });

  const put = (notifications: object) =>
    app.call('PUT /user/settings', { as: grace, body: { notifications } });
  const stored = async () => (await account()).user_settings.notifications;

  await t.test('PRO-24 PRO-25 user_settings holds notifications with subscribe_to_emails', async (t) => {
    t.equal((await stored()).subscribe_to_emails, false);
    t.same((await put({ subscribe_to_emails: true })).json().user_settings.notifications, await stored());
    t.equal((await stored()).subscribe_to_emails, true);
  });

  const switchesAlone = async (kind: string) => {
    const before = await stored();
    const reply = await put({ [kind]: !before[kind] });
    return reply.statusCode === 200 && [{ ...before, [kind]: !before[kind] }, await stored()];
  };
  for (const [title, kind] of [
    ['PRO-26 new comments are switched by themselves', 'new_comments'],
    ['PRO-27 new episodes are switched by themselves', 'new_episodes'],
    ['PRO-28 new subscribers are switched by themselves', 'new_subscriber'],
    ['PRO-29 replies are switched by themselves', 'replies'],
  ] as const) {
    await t.test(title, async (t) => {
      const [expected, found] = (await switchesAlone(kind)) || [];
      t.ok(found);
      t.same(found, expected);
    });
  }
});
