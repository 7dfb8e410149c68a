import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { mailsTo } from '../../../support/mail.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

t.test('profile and settings', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const account = await app.signUp('Ada');
  const put = (body: object, as = account) => app.call('PUT /user/profile', { as, body });
  const fieldsOf = (reply: { json(): { fields?: object[] } }) =>
    Object.assign({}, ...(reply.json().fields ?? []));

  await t.test(
    'API-38, API-39, PRO-08, PRO-14, PRO-15, PRO-16, PRO-17, PRO-19, PRO-20, PRO-21 every field',
    async (t) => {
      const expected = {
        id: account.id,
        slug: 'ada',
        email: account.email,
        email_confirmed: true,
        pending_email: null,
        has_password: true,
        display_name: 'Ada',
        name: null,
        website: null,
        bio: null,
        picture: null,
        thumbnail_url: null,
        mini_thumbnail_url: null,
        date_of_birth: '1990-01-31',
        timezone: 'UTC',
        language: 'en',
        preferred_languages: [],
        notification_count: 0,
        wallet_coins: 0,
        founder: false,
        publisher: false,
        administrator: false,
      };
      t.same((await app.call('GET /user/profile', { as: account })).json(), { user: expected });
      t.same((await app.call('GET /auth/my_profile', { as: account })).json(), { user: expected });
      t.equal((await app.call('GET /user/profile')).statusCode, 401);
      t.equal((await app.call('PUT /user/profile', { body: {} })).statusCode, 401);
    },
  );

  await t.test(
    'PRO-08, PRO-15, PRO-16, PRO-19, PRO-20, PRO-21 what is given is changed, the rest stays',
    async (t) => {
      const change = {
        display_name: ' Ada L. ',
        name: 'Ada Lovelace',
        website: 'https://ada.example/',
        date_of_birth: '1985-12-10',
        timezone: 'Europe/London',
        language: 'de',
      };
      const reply = await put(change);
      t.equal(reply.statusCode, 200);
      t.equal(reply.json().message, 'Profil gespeichert', 'in the language that was chosen');
      t.match(reply.json().user, { ...change, display_name: 'Ada L.', email: account.email });
      t.match((await put({ name: '', website: null })).json().user, {
        name: null,
        website: null,
        timezone: 'Europe/London',
      });
      t.equal((await put({})).json().message, 'Profile changes saved', 'ERR-61');
      t.match((await app.call('GET /user/profile', { as: account })).json().user, { display_name: 'Ada L.' });
    },
  );

  await t.test('PRO-38 every wrong field is named, and then nothing is changed', async (t) => {
    const other = await app.signUp();
    const reply = await put({
      display_name: 'Changed',
      website: 'javascript:alert(1)',
      timezone: 'Mars/Phobos',
      date_of_birth: '2026-02-30',
      email: other.email,
      current_password: PASSWORD,
      preferred_languages: ['en', 'xx'],
    });
    t.equal(reply.statusCode, 422);
    t.same(fieldsOf(reply), {
      website: ['must be an address that begins with http:// or https://'],
      timezone: ['is invalid'],
      date_of_birth: ['is invalid'],
      email: ['has already been taken'],
      preferred_languages: ['is invalid'],
    });
    t.match((await app.call('GET /user/profile', { as: account })).json().user, { display_name: 'Ada L.' });
    t.same(fieldsOf(await put({ display_name: ' ' })), { display_name: ["can't be blank"] });
    t.same(fieldsOf(await put({ display_name: 'x'.repeat(61) })), { display_name: ['is too long'] });
    t.same(fieldsOf(await put({ display_name: 'two\nlines' })), { display_name: ['is invalid'] });
    t.same(fieldsOf(await put({ email: 'nobody@', current_password: PASSWORD })), { email: ['is invalid'] });
    t.same(fieldsOf(await put({ language: 'fr' })), { language: ['is invalid'] });
    t.same(
      await mailsTo(app, other.email).then((mails) => mails.length),
      1,
      'no mail but that of the sign-up',
    );
  });

  await t.test('ERR-11, PRO-38 what the schema and what the rules refuse is told at once', async (t) => {
    const reply = await put({ display_name: ' ', website: 'x', timezone: 'Mars/Phobos', language: 'fr' });
    t.same(fieldsOf(reply), {
      display_name: ["can't be blank"],
      language: ['is invalid'],
      website: ['must be an address that begins with http:// or https://'],
      timezone: ['is invalid'],
    });
    const nested = Array.from({ length: 30 }).reduce((inner) => [inner], [] as unknown);
    t.same(
      fieldsOf(await put({ preferred_languages: nested, website: 5, email: { a: 1 }, name: 'two\nlines' })),
      { preferred_languages: ['is invalid'], name: ['is invalid'] },
      'what is of another kind is not asked about',
    );
  });

  await t.test('ACC-57, ACC-58, PRO-21 the date of birth follows the rules of the sign-up', async (t) => {
    const year = new Date().getUTCFullYear();
    const minor = await app.signUp('Minor');
    t.match(fieldsOf(await put({ date_of_birth: `${year - 12}-01-01` }, minor)).date_of_birth[0], /under 13/);
    t.match(fieldsOf(await put({ date_of_birth: `${year - 15}-01-01` }, minor)), {
      guardian_consent: [/under 18/],
    });
    t.equal(
      (await put({ date_of_birth: `${year - 15}-01-01`, guardian_consent: true }, minor)).statusCode,
      200,
    );
    const [row] = await deps.db.select().from(users).where(eq(users.id, minor.id));
    t.ok(row?.guardianConsentAt instanceof Date, 'ACC-59 the consent is kept with its time');
    t.equal((await put({ date_of_birth: `${year - 16}-01-01` }, minor)).statusCode, 200, 'once is enough');
  });

  await t.test('what nobody may set of themselves stays as it is', async (t) => {
    const reply = await put({
      founder: true,
      publisher: true,
      administrator: true,
      slug: 'x',
      id: 'x',
      email_confirmed: true,
    });
    t.equal(reply.statusCode, 200);
    t.match(reply.json().user, {
      founder: false,
      publisher: false,
      administrator: false,
      slug: 'ada',
      id: account.id,
    });
  });

  await t.test('API-59, PRO-22, PRO-23 preferred languages keep their order', async (t) => {
    const path = '/creator/content_languages/preferred';
    t.same((await app.call(`GET ${path}`, { as: account })).json(), { languages: [] });
    const set = (languages: unknown) => app.call(`PUT ${path}`, { as: account, body: { languages } });
    t.same((await set(['ja', 'de', 'en'])).json(), { languages: ['ja', 'de', 'en'] });
    t.same((await app.call(`GET ${path}`, { as: account })).json(), { languages: ['ja', 'de', 'en'] });
    t.same((await app.call('GET /user/profile', { as: account })).json().user.preferred_languages, [
      'ja',
      'de',
      'en',
    ]);
    for (const wrong of [['en', 'en'], ['english'], ['xx'], ['EN'], Array(21).fill('en'), 'en', [1]])
      t.match(fieldsOf(await set(wrong)), { languages: ['is invalid'] }, JSON.stringify(wrong));
    t.same((await set([])).json(), { languages: [] });
    const listed = await app.call(`PUT ${path}`, {
      as: account,
      body: 'languages=fr&languages=en',
      headers: { 'content-type': form['content-type'] },
    });
    t.match(listed.headers.location, /^\/profile_edit\?success_notice=/);
    t.same((await app.call(`GET ${path}`, { as: account })).json(), { languages: ['fr', 'en'] });
    await app.call(`PUT ${path}`, {
      as: account,
      body: 'languages=fr',
      headers: { 'content-type': form['content-type'] },
    });
    t.same((await app.call(`GET ${path}`, { as: account })).json(), { languages: ['fr'] }, 'a list of one');
  });

  await t.test('API-10, API-11 an answer with a message carries it as a notice', async (t) => {
    const body = { notifications: { replies: true } };
    const saved = (await app.call('PUT /user/settings', { as: account, body })).json();
    t.same(saved.notice, { is_success: true, message: saved.message });
    t.ok(saved.message.length > 5);
    const refused = (await put({ website: 'x' })).json();
    t.same(refused.notice, { is_success: false, message: refused.message });
    t.notOk('notice' in (await app.call('GET /user/account', { as: account })).json());
  });

  await t.test('API-58 the languages of stories, by their names', async (t) => {
    const english = (await app.call('GET /creator/content_languages')).json().languages;
    t.ok(english.some((one: object) => JSON.stringify(one) === '{"code":"de","label":"German"}'));
    const german = await app.call('GET /creator/content_languages', { headers: { 'accept-language': 'de' } });
    t.ok(
      german
        .json()
        .languages.some((one: object) => JSON.stringify(one) === '{"code":"de","label":"Deutsch"}'),
    );
  });

  await t.test('PRO-31, PRO-32, PRO-33 GET /timezones lists offset, label and zone name', async (t) => {
    const { timezones } = (await app.call('GET /timezones')).json();
    t.match(
      timezones.find((zone: { zone_name: string }) => zone.zone_name === 'Asia/Tokyo'),
      {
        offset: '+09:00',
        label: 'Tokyo · Japan Standard Time',
      },
    );
  });

  await t.test('API-41, PRO-24, PRO-30 settings are changed one by one', async (t) => {
    const set = (notifications: object) =>
      app.call('PUT /user/settings', { as: account, body: { notifications } });
    const reply = await set({ subscribe_to_emails: true });
    t.equal(reply.statusCode, 200);
    t.equal(reply.json().message, 'Settings changed', 'ERR-62');
    t.same(reply.json().user_settings.notifications, {
      subscribe_to_emails: true,
      new_comments: true,
      new_episodes: true,
      new_subscriber: true,
      replies: true,
    });
    const kinds = { new_comments: false, new_episodes: false, new_subscriber: false, replies: false };
    await set(kinds);
    const { user_settings } = (await app.call('GET /user/account', { as: account })).json();
    t.same(user_settings.notifications, { subscribe_to_emails: true, ...kinds });
    t.equal((await set({ replies: 'no' })).statusCode, 422);
    t.equal((await app.call('PUT /user/settings', { as: account, body: {} })).statusCode, 422);
    t.equal((await set({})).statusCode, 200);
  });

  await t.test('a form without JavaScript tells an unticked box from one that is not there', async (t) => {
    const cookie = `auth_token=${account.token}`;
    const send = (path: string, body: string) =>
      app.call(`POST ${path}?_method=PUT`, { body, headers: { ...form, cookie } });
    const boxes = 'notifications.replies=false&notifications.replies=on&notifications.new_comments=false';
    const reply = await send('/user/settings', boxes);
    t.equal(reply.headers.location, '/settings?success_notice=Settings+changed');
    const { notifications } = (await app.call('GET /user/account', { as: account })).json().user_settings;
    t.match(notifications, { replies: true, new_comments: false, subscribe_to_emails: true });
    await put({ website: 'https://ada.example/' });
    const saved = await send('/user/profile', 'display_name=Ada&website=&born=&_locale=de');
    t.match(saved.headers.location, /^\/de\/profile_edit\?success_notice=Profil\+gespeichert/);
    t.equal(
      (await app.call('GET /user/profile', { as: account })).json().user.website,
      null,
      'an emptied field is empty',
    );
    const wrong = await send('/user/profile', 'display_name=&website=x');
    t.match(wrong.headers.location, /^\/profile_edit\?error_notice=Display\+name\+can%27t\+be\+blank/);
  });

  await t.test('public pages that name an author are made anew', async (t) => {
    const author = await app.signUp('Old Name');
    const { story } = await publishStory(app, author);
    const tags: string[] = [];
    const { cache } = deps;
    deps.cache = { purge: (some) => void tags.push(...some) };
    await put({ display_name: 'New Name' }, author);
    t.ok(
      tags.includes(`story:${story.id}`) && tags.includes(`profile:${author.id}`) && tags.includes('landing'),
    );
    tags.length = 0;
    await put({ name: 'Not shown' }, author);
    t.same(tags, []);
    deps.cache = cache;
  });

  await t.test('ACC-60 one kind of account reads and creates', async (t) => {
    const reply = await app.call('POST /auth/mail', { body: { email: account.email, password: PASSWORD } });
    const headers = { authorization: `Bearer ${reply.json().auth_token}` };
    t.equal((await app.call('GET /creator/stories', { headers })).statusCode, 200);
  });
});
