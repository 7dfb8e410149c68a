/** Refused forms of the built pages without script: the page returns with its input (ERR-11). */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { blockStatements, sessions } from '../../../db/schema/index.ts';
import { createPages } from '../../../server/rendering/plugin.ts';
import { startTestApp } from '../../support/app.ts';
import { createStory } from '../../support/console.ts';

process.env.NODE_ENV = 'production';

t.test('refused forms', async (t) => {
  const app = await startTestApp({
    app: async (deps) => ({ pages: await createPages(deps, { mode: 'production' }) }),
  });
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const story = await createStory(app, creator);
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.app.inject({
      method: 'POST',
      url,
      headers: {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      payload: new URLSearchParams({ _locale: 'en', ...fields }).toString(),
    });

  await t.test('ERR-11 sign-up names all that is wrong and keeps what was typed', async (t) => {
    const reply = await post('/api/users', {
      email: 'no address',
      password: 'a very secret word',
      display_name: 'Mira & Co',
      'date_of_birth.year': '2',
      'date_of_birth.month': '13',
      'date_of_birth.day': '40',
    });
    t.equal(reply.statusCode, 422);
    t.match(reply.headers['content-type'], 'text/html');
    t.equal(reply.headers['cache-control'], 'no-store');
    t.match(reply.body, '<link rel="stylesheet"', 'with the file of all styles');
    t.match(reply.body, 'E-mail is invalid');
    t.match(reply.body, 'Date of birth is invalid');
    t.match(reply.body, '<p>2 fields need another look</p>');
    t.match(reply.body, /<a href="#([^"]+)">E-mail<\/a>.*<a href="#[^"]+">Date of birth<\/a>.* id="\1"/s);
    t.match(reply.body, 'value="no address"');
    t.match(reply.body, 'value="Mira &amp; Co"');
    t.match(reply.body, 'value="13"');
    t.notMatch(reply.body, 'a very secret word');
    t.match(reply.body, 'data-address="/sign_up?error_notice=');
  });

  await t.test('ERR-11 a wrong password leaves the address of whoever signs in', async (t) => {
    const reply = await post('/api/auth/mail', { email: creator.email, password: 'wrong words here' });
    t.equal(reply.statusCode, 401);
    t.match(reply.body, `value="${creator.email}"`);
    t.notMatch(reply.body, 'wrong words here');
    t.match(reply.body, 'The e-mail or the password is wrong.');
  });

  await t.test('ERR-11 in German, in the console, and the description as long as it is', async (t) => {
    const description = 'Zeile eins.\n'.repeat(300);
    const reply = await post(
      `/api/creator/stories/${story.id}?_method=PATCH`,
      {
        _locale: 'de',
        title: '',
        description,
      },
      creator.headers,
    );
    t.equal(reply.statusCode, 422);
    t.match(reply.body, /class="refused"[^>]*><li>Titel/);
    t.match(reply.body, description.trim().slice(0, 2000));
    t.match(reply.body, '<html lang="de"');
    t.match(reply.body, `data-address="/de/creator/stories/${story.id}/details?error_notice=`);
  });

  await t.test('a form may name the page that it stands on, but no other site and no call', async (t) => {
    for (const [_page, shown] of [
      [`/creator/stories/${story.id}`, `/creator/stories/${story.id}`],
      ['//evil.example/x', `/creator/stories/${story.id}/details`],
      ['/api/auth/session', `/creator/stories/${story.id}/details`],
    ] as const) {
      const reply = await post(
        `/api/creator/stories/${story.id}?_method=PATCH`,
        { _page, title: '' },
        creator.headers,
      );
      const place = `${shown}?error_notice=`;
      t.ok(`${reply.headers.location}${reply.body}`.includes(place), `${_page}: ${reply.headers.location}`);
    }
  });

  await t.test('REP-07 the letter of a block is shown in the form, which stays as it was', async (t) => {
    const administrator = await app.signUp('Mei Tan');
    await app.makeAdministrator(administrator);
    const url = `/api/admin/stories/${story.id}`;
    const fields = { category: 'spam', rule: '4.2', reason: 'Everything <here> was copied.' };
    const isKept = (body: string) => {
      t.match(body, /<option value="spam" selected=""/);
      t.match(body, 'value="4.2"');
      t.match(body, 'Everything &lt;here&gt; was copied.</textarea>');
    };
    const letter = await post(`${url}/letter`, fields, administrator.headers);
    t.equal(letter.statusCode, 200);
    t.equal(letter.headers['cache-control'], 'no-store');
    t.match(letter.body, 'What Creator gets, by e-mail and in the console');
    t.match(letter.body, `data-address="/admin/stories/${story.id}"`);
    isKept(letter.body);
    const refused = await post(`${url}/letter`, { ...fields, reason: '' }, administrator.headers);
    t.equal(refused.statusCode, 422);
    t.match(refused.body, 'value="4.2"');

    await app.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, administrator.id));
    const stale = await post(`${url}/block`, fields, administrator.headers);
    t.equal(stale.statusCode, 403);
    t.match(stale.body, /<a href="\/fresh_sign_in\?back=[^"]+" target="_blank"/);
    isKept(stale.body);
    const nothing = await post(`${url}/block`, { ...fields, reason: '' }, administrator.headers);
    t.equal(nothing.statusCode, 303, 'where little was typed it is proven first');
    t.match(nothing.headers.location, /^\/fresh_sign_in\?back=/);
    t.equal(await app.deps.db.$count(blockStatements), 0);
  });

  await t.test('what has no page of its own is led on as before', async (t) => {
    const reply = await post('/api/user/confirm_email', { token: 'nothing' });
    t.ok([303, 422].includes(reply.statusCode), String(reply.statusCode));
  });
});
