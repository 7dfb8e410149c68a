import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, users } from '#db/schema/index.ts';
import { lookAtOldNames } from '#server/domains/accounts/accounts/name-checks.ts';
import { isEmail, mayBeEmail } from '#server/domains/accounts/accounts/rules.ts';
import { looksLikeStaff } from '#server/domains/accounts/accounts/staff-names.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('names of staff are refused in both languages and in every disguise', async (t) => {
  for (const name of [
    'Tsuzuki Support',
    'TsuzukiSupport',
    'T s u z u k i',
    'The Official Tsuzuki Team',
    'Administrator',
    'Administratorin',
    'Аdmіn',
    'Ádmin',
    '4dmin 1',
    '𝐀𝐝𝐦𝐢𝐧',
    'Mei (Moderator)',
    'Moderatorin Mei',
    'Support',
    'Verwaltung',
    'つづき 公式',
  ])
    t.ok(looksLikeStaff(name), name);
  for (const name of [
    'Kazuya Tsuzuki',
    'Team Rocket',
    'Modesty Blaise',
    'Mira Holm',
    'Support Your Local Bard',
    'Stafford',
    'Adminton',
  ])
    t.notOk(looksLikeStaff(name), name);
});

t.test('an address has a domain that mail reaches', async (t) => {
  for (const text of ['a@b', 'a@localhost', 'a@1.2.3.4', 'a@b.']) t.notOk(isEmail(text), text);
  for (const text of ['a@b.co', 'a.b@mail.example.org', 'a@xn--4ca.xn--p1ai']) t.ok(isEmail(text), text);
  t.ok(mayBeEmail('a@b'), 'an account from before still signs in');
});

t.test('names and addresses of accounts', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addStory } = openShelf(deps);
  let turn = 0;
  const signUp = (body: object) =>
    app.call('POST /users', {
      body: {
        ...{ email: `reader-${++turn}@example.org`, password: PASSWORD, display_name: 'Reader' },
        date_of_birth: '1990-01-31',
        ...body,
      },
    });
  const problemOf = async (display_name: string) =>
    (await signUp({ display_name })).json().fields?.[0]?.display_name ?? [];

  await t.test('ACC-13 a name is cleaned of what nobody sees, or refused by a plain word', async (t) => {
    const made = await signUp({ display_name: '\u202eNo\u200bor\u2069', email: '  noor@example.org \u00a0' });
    t.equal(made.statusCode, 201);
    const [noor] = await deps.db.select().from(users).where(eq(users.email, 'noor@example.org'));
    t.equal(noor?.displayName, 'Noor');
    t.same(await problemOf('\u200b\u3164'), ["can't be blank"]);
    t.same(await problemOf('...'), ['needs a letter or a number']);
    t.same(await problemOf('Tsuzuki Support'), ['looks like the name of a staff member']);
    t.same(await problemOf('Pаul'), ['mixes letters of two alphabets in one word']);
    t.same(await problemOf('Z\u0301\u0302\u0303\u0304\u0305'), ['stacks too many marks on one letter']);
    t.same((await signUp({ email: 'a@b' })).json().fields, [{ email: ['is invalid'] }]);
  });

  await t.test('a name that looks like that of a creator is refused, that of a reader is not', async (t) => {
    const mira = await app.signUp('Mira Holm');
    t.same(await problemOf('Mira Holm'), [], 'readers have namesakes');
    const story = await addStory(mira.id);
    await deps.db.update(stories).set({ published: true }).where(eq(stories.id, story.id));
    const taken = ['looks like the name of a creator here; please add something to it'];
    for (const name of ['Mira Holm', 'Mi\u200bra Holm', 'MIRA HOLM', 'M1ra.Ho1m', '𝐌𝐢𝐫𝐚 𝐇𝐨𝐥𝐦'])
      t.same(await problemOf(name), taken, name);
    t.same(await problemOf('Mira Holm 2'), []);
    const other = await app.signUp('Other');
    const put = (as: typeof mira, display_name: string) =>
      app.call('PUT /user/profile', { as, body: { display_name } });
    t.same((await put(other, 'Mira-Holm')).json().fields, [{ display_name: taken }]);
    t.equal((await put(mira, 'MIRA HOLM')).statusCode, 200, 'her own');
  });

  await t.test('a name from before these rules stays, and its look is read by a sweep', async (t) => {
    const old = await app.signUp('Old');
    const own = eq(users.id, old.id);
    await deps.db
      .update(users)
      .set({ displayName: 'Administrator', look: null, administrator: true })
      .where(own);
    await lookAtOldNames(deps);
    const [row] = await deps.db.select().from(users).where(own);
    t.not(row?.look, null);
    const reply = await app.call('PUT /user/profile', {
      as: old,
      body: { display_name: 'Administrator', name: 'Ada' },
    });
    t.equal(reply.statusCode, 200);
  });

  await t.test('ACC-18 blanks around an address are trimmed at every door', async (t) => {
    const email = ' \tnoor@example.org\u00a0';
    const signedIn = await app.call('POST /auth/mail', { body: { email, password: PASSWORD } });
    t.equal(signedIn.statusCode, 200);
    t.equal((await app.call('POST /forgotten_passwords', { body: { email } })).statusCode, 202);
    const owner = await app.signUp('Owner of it');
    await deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, owner.id));
    const story = await addStory(owner.id);
    const invited = await app.call(`POST /creator/stories/${story.id}/collaborators`, {
      as: owner,
      body: { email: ' guest@example.org ', role: 'viewer' },
    });
    t.match(invited.json(), { invitation: { email: 'guest@example.org' } });
  });

  await t.test('titles of stories and collections are cleaned as names are', async (t) => {
    const creator = await app.signUp('Teo Sandoval');
    const story = await app.call('POST /creator/stories', {
      as: creator,
      body: {
        title: '\u202eAsh\u200b Street\u2069',
        language: 'en',
        publication_type: 'comics',
        genre: 'comedy',
      },
    });
    t.match(story.json(), { story: { title: 'Ash Street' } });
    const list = await app.call('POST /collections', { as: creator, body: { title: 'My\u200b\u00ad list' } });
    t.match(list.json(), { collection: { title: 'My list' } });
    t.equal(
      (await app.call('POST /collections', { as: creator, body: { title: '\u3164' } })).statusCode,
      422,
    );
  });
});
