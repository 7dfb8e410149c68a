import { eq } from 'drizzle-orm';
import t from 'tap';
import { sessions, users } from '../../../db/schema/index.ts';
import { mailedPath } from '../../support/mail.ts';
import { visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';
import { findUser } from '../../support/users.ts';

const FIRST = 'a long enough secret';
const SECOND = 'another quite long one';
const site = await startSite();
t.teardown(() => site.close());

await t.test('an account in English', async (t) => {
  const EMAIL = 'old@post.example';
  const visitor = visitPlainly(site.app);
  const own = () => findUser(site, eq(users.email, EMAIL));
  const signIn = async (password: string) => {
    visitor.fill(/^E-mail$/, EMAIL);
    visitor.fill(/^Password/, password);
    await visitor.press('Sign in');
  };

  await t.test('ACC-02 ACC-06 sign-up asks the young for their guardian’s consent', async (t) => {
    await visitor.goto('/sign_up?back=/creator/stories/new');
    const fill = () => {
      visitor.fill(/^Display name/, 'Old Browser');
      visitor.fill(/^E-mail$/, EMAIL);
      visitor.fill(/^Password/, FIRST);
      visitor.fill(/^Month/, '1');
      visitor.fill(/^Day/, '31');
      visitor.fill(/^Year/, '2012');
    };
    fill();
    await visitor.press('Create an account');
    t.match(visitor.text(), 'Guardian’s consent is needed');
    fill();
    visitor.choose(/guardian/);
    await visitor.press('Create an account');
    t.match(visitor.at(), '/creator/stories/new');
    t.match(visitor.text(), /Your account has been created/);
    t.match(visitor.text(), 'Choosing a cover needs JavaScript');
  });

  await t.test('ACC-13 the mailed link confirms by its button', async (t) => {
    await visitor.goto('/creator/stories');
    await visitor.press('Send it again');
    t.match(visitor.text(), /sent you a new confirmation link/);
    await visitor.goto(await mailedPath(site, EMAIL));
    await visitor.press('Confirm my address');
    t.match(visitor.text(), /address is confirmed/);
    t.not((await own()).emailConfirmedAt, null);
  });

  await t.test('ACC-08 ACC-09 ACC-10 ACC-16 ERR-37 forgotten, set anew, signed in', async (t) => {
    visitor.cookies.clear();
    await visitor.goto('/sign_in');
    await visitor.press('Forgotten your password?');
    visitor.fill(/^E-mail$/, EMAIL);
    await visitor.press('Send the link');
    t.match(visitor.text(), /we sent it a link/);
    await visitor.goto(await mailedPath(site, EMAIL));
    const set = async (repeated: string) => {
      visitor.fill(/^New password$/, SECOND);
      visitor.fill(/^Repeat the new password/, repeated);
      await visitor.press('Save the new password');
    };
    await set(FIRST);
    t.match(visitor.text(), /Passwords don't match/);
    await set(SECOND);
    t.match(visitor.text(), /password has been changed/);
    await signIn(FIRST);
    t.match(visitor.text(), /e-mail or the password is wrong/);
    await signIn(SECOND);
    t.equal(visitor.at(), '/creator/stories');
  });

  await t.test('ACC-07 ACC-53 whoever is signed in is sent on, never to another site', async (t) => {
    for (const path of ['/sign_in', '/sign_in?back=//evil.example/x']) {
      await visitor.goto(path);
      t.equal(visitor.at(), '/creator/stories');
    }
  });

  await t.test('PRO-01 PRO-23 the profile and its languages', async (t) => {
    await visitor.goto('/profile_edit');
    visitor.field(/^Display name/).removeAttribute('required');
    visitor.fill(/^Display name/, '');
    await visitor.press('Save');
    t.match(visitor.text(), /Display name can't be blank/);
    visitor.fill(/^Display name/, 'New Name');
    visitor.fill(/^Website/, 'https://old.example');
    await visitor.press('Save');
    t.match(visitor.text(), /Profile changes saved/);
    t.match(await own(), { displayName: 'New Name', website: 'https://old.example' });
    for (const name of ['German', 'English']) {
      visitor.select('Add a language', name);
      await visitor.press('Add');
    }
    t.same((await own()).preferredLanguages, ['de', 'en']);
    await visitor.press('Move English up');
    t.same((await own()).preferredLanguages, ['en', 'de'], 'PRO-23');
    await visitor.press('Remove German');
    await visitor.press('Remove English');
    t.same((await own()).preferredLanguages, [], 'the last one goes too');
  });

  await t.test(
    'PRO-14 PRO-20 another address takes the password; another language is that of the page',
    async (t) => {
      await visitor.goto('/profile_edit');
      t.ok(visitor.field(/^Current password/), 'it stands there and says what for');
      visitor.fill(/^E-mail$/, 'newer@post.example');
      await visitor.press('Save');
      t.match(visitor.text(), /Current password can't be blank/);
      visitor.fill(/^E-mail$/, 'newer@post.example');
      visitor.fill(/^Current password/, SECOND);
      await visitor.press('Save');
      t.match(visitor.text(), /Profile changes saved/);
      t.match(await own(), { pendingEmail: 'newer@post.example' });
      visitor.fill(/^E-mail$/, EMAIL);
      visitor.choose(/^Deutsch/);
      await visitor.press('Save');
      t.match(visitor.text(), /Profil gespeichert/);
      t.match(visitor.at(), '/de/profile_edit');
      t.match(await own(), { pendingEmail: null, language: 'de' });
      visitor.choose(/^English/);
      await visitor.press('Speichern');
      t.match(visitor.text(), /Profile changes saved/);
      t.match(visitor.at(), /^\/profile_edit/);
    },
  );

  await t.test('PRO-05 connected apps are a page of their own, among the settings', async (t) => {
    t.equal(await visitor.goto('/connected_apps'), 200);
    t.ok(visitor.get('heading', 'Connected apps'));
    const current = visitor.document().querySelector('nav [aria-current=page]');
    t.equal(current?.textContent, 'Settings');
  });

  await t.test('ACC-11 the password, the copy, the account itself', async (t) => {
    await visitor.goto('/change_password');
    visitor.fill(/^Current password/, SECOND);
    visitor.fill(/^New password$/, FIRST);
    visitor.fill(/^Repeat the new password/, FIRST);
    await visitor.press('Save the new password');
    t.match(visitor.text(), /password has been changed/);
    await visitor.press('Ask for a copy');
    t.match(visitor.text(), /packing your data/);
    const remove = async (password: string) => {
      const field = visitor.document().querySelector<HTMLInputElement>('#delete [type=password]');
      if (field) field.value = password;
      await visitor.press('Delete my account');
    };
    await remove('wrong');
    t.match(visitor.text(), /Password is wrong/);
    t.equal(visitor.document().querySelector('#delete')?.closest('details')?.open ?? true, true);
    await remove(FIRST);
    const { id } = await own();
    t.same(await site.deps.db.select().from(sessions).where(eq(sessions.userId, id)), []);
  });
});

await t.test('an account in German', async (t) => {
  const EMAIL = 'frieda@post.example';
  const visitor = visitPlainly(site.app);
  const own = () => findUser(site, eq(users.email, EMAIL));
  const signIn = async (password: string) => {
    await visitor.goto('/de/sign_in');
    visitor.fill(/^E-Mail$/, EMAIL);
    visitor.fill(/^Passwort/, password);
    await visitor.press('Anmelden');
    t.match(visitor.at(), /^\/de\/creator\/stories/);
  };
  const logOut = async () => {
    await visitor.goto('/de/settings');
    await visitor.press(visitor.all('button', 'Abmelden')[0] as HTMLElement);
    t.match(visitor.text(), /Du bist abgemeldet/);
  };
  const readable = () => [...visitor.cookies.keys()];

  await t.test('ACC-02 ERR-10 ERR-11 sign-up tells all that is missing or wrong at once', async (t) => {
    await visitor.goto('/de/sign_up');
    const form = visitor.get('button', 'Konto anlegen').closest('form');
    form?.setAttribute('novalidate', '');
    visitor.fill(/^E-Mail$/, 'frieda@');
    visitor.fill(/^Passwort/, 'kurz');
    visitor.fill(/^Monat/, '2');
    visitor.fill(/^Tag/, '30');
    visitor.fill(/^Jahr/, '1990');
    await visitor.press('Konto anlegen');
    t.equal(
      visitor.document().querySelectorAll('form [aria-invalid=true]').length,
      6,
      'name, address, password and the three parts of the date',
    );
    for (const text of [
      'Anzeigename darf nicht leer sein',
      'E-Mail ist ungültig',
      'Passwort ist zu kurz',
      'Geburtsdatum ist ungültig',
    ])
      t.match(visitor.text(), text);
  });

  await t.test('ACC-03 ACC-06 ACC-12 ACC-13 sign-up and the mailed link', async (t) => {
    visitor.fill(/^Anzeigename/, 'Frieda');
    visitor.fill(/^E-Mail$/, EMAIL);
    visitor.fill(/^Passwort/, FIRST);
    visitor.fill(/^Monat/, '2');
    visitor.fill(/^Tag/, '3');
    visitor.fill(/^Jahr/, '1990');
    await visitor.press('Konto anlegen');
    t.match(visitor.at(), /^\/de\/creator\/stories/);
    t.match(visitor.text(), /Dein Konto ist angelegt/);
    t.equal((await own()).language, 'de');
    const link = await mailedPath(site, EMAIL);
    t.match(link, /^\/de\/confirm_email\?token=/);
    await visitor.goto(link);
    await visitor.press('Adresse bestätigen');
    t.match(visitor.text(), /E-Mail-Adresse ist bestätigt/);
    await visitor.goto(link);
    await visitor.press('Adresse bestätigen');
    t.match(visitor.text(), 'abgelaufen', 'a link that no longer holds says what to do');
  });

  await t.test(
    'ACC-24 ACC-04 ACC-09 ACC-10 ACC-01 ERR-12 ERR-13 ERR-14 signed out, forgotten, set anew',
    async (t) => {
      await logOut();
      t.match(visitor.at(), /^\/de\?success_notice=/, 'the landing page tells it');
      await visitor.goto('/de/sign_in');
      await visitor.press('Passwort vergessen?');
      visitor.fill(/^E-Mail$/, EMAIL);
      await visitor.press('Link schicken');
      t.match(visitor.text(), /haben wir ihr einen Link/);
      const link = await mailedPath(site, EMAIL);
      t.match(link, /^\/de\/reset_password\?token=/);
      await visitor.goto(link);
      for (const [repeated, said] of [
        [FIRST, /Die Passwörter stimmen nicht überein/],
        [SECOND, /Dein Passwort ist geändert/],
      ] as const) {
        visitor.fill(/^Neues Passwort$/, SECOND);
        visitor.fill(/^Neues Passwort wiederholen/, repeated);
        await visitor.press('Neues Passwort speichern');
        t.match(visitor.text(), said);
      }
      await signIn(SECOND);
    },
  );

  await t.test(
    'ACC-22 ACC-23 ROL-10 a publisher carries is_publisher=1, until the session ends',
    async (t) => {
      t.notOk(visitor.cookies.has('is_publisher'), 'nobody else has it');
      await site.deps.db.update(users).set({ publisher: true }).where(eq(users.email, EMAIL));
      await logOut();
      await signIn(SECOND);
      t.equal(visitor.cookies.get('is_publisher'), '1');
      t.equal(visitor.cookies.get('signed_in'), '1');
      await logOut();
      t.notMatch(readable().join(), /is_publisher|signed_in|auth_token/);
      await site.deps.db.update(users).set({ publisher: false }).where(eq(users.email, EMAIL));
      await signIn(SECOND);
      t.notOk(visitor.cookies.has('is_publisher'));
    },
  );

  await t.test('PRO-01 PRO-03 PRO-07 ACC-05 profile, settings and password', async (t) => {
    await visitor.goto('/de/profile_edit');
    visitor.field(/^Website/).type = 'text';
    visitor.fill(/^Website/, 'frieda');
    await visitor.press('Speichern');
    t.match(visitor.text(), /Website muss eine Adresse sein/);
    visitor.fill(/^Website/, 'https://frieda.example');
    await visitor.press('Speichern');
    t.match(visitor.text(), 'Profil gespeichert');
    await visitor.press('So sehen andere deine Seite');
    t.equal(visitor.at(), '/de/profile/frieda');
    t.match(visitor.text(), 'Von Frieda gibt es hier noch nichts zu lesen.');
    await visitor.goto('/de/settings');
    const switchOf = (name: RegExp) => visitor.get('switch', name) as HTMLInputElement;
    switchOf(/^Schickt mir E-Mails/).checked = true;
    switchOf(/^Antworten/).checked = false;
    await visitor.press('Speichern');
    t.match(visitor.text(), /Einstellungen geändert/);
    t.match(visitor.at(), '/de/settings');
    t.match(await own(), { subscribeToEmails: true, notifyReplies: false, notifyNewComments: true });
    await visitor.press('Passwort ändern');
    for (const [current, said] of [
      ['falsch', /Aktuelles Passwort ist falsch/],
      [SECOND, /Passwort ist geändert/],
    ] as const) {
      visitor.fill(/^Aktuelles Passwort/, current);
      visitor.fill(/^Neues Passwort$/, FIRST);
      visitor.fill(/^Neues Passwort wiederholen/, FIRST);
      await visitor.press('Neues Passwort speichern');
      t.match(visitor.text(), said);
    }
    t.match(visitor.at(), /^\/de\/settings/);
  });

  await t.test('sessions are listed with their device, and ended', async (t) => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await site.call('POST /auth/mail', {
      body: { email: EMAIL, password: FIRST },
      headers: { 'user-agent': agent },
    });
    await visitor.goto('/de/settings');
    t.equal(visitor.text().match(/Dieses Gerät/g)?.length, 1);
    await visitor.press('Firefox · Linux beenden');
    t.match(visitor.text(), /Gerät ist abgemeldet/);
    t.equal(await site.deps.db.$count(sessions, eq(sessions.userId, (await own()).id)), 1);
  });

  await t.test('a copy of the own data, then the account goes and comes back', async (t) => {
    await visitor.press('Kopie anfordern');
    t.match(visitor.text(), /Wir packen deine Daten/);
    await site.runJobs();
    await visitor.goto('/de/settings');
    const url = visitor.get('link', 'Herunterladen').getAttribute('href') ?? '';
    const cookie = `auth_token=${visitor.cookies.get('auth_token')}`;
    const download = await site.app.inject({ url, headers: { cookie } });
    t.match(download.headers['content-disposition'], /\.zip"?$/);
    t.equal(download.rawPayload.subarray(0, 2).toString(), 'PK');
    const field = visitor.document().querySelector<HTMLInputElement>('#delete [type=password]');
    if (field) field.value = FIRST;
    await visitor.press('Mein Konto löschen');
    t.match(visitor.text(), /Dein Konto wird in 30 Tagen gelöscht/);
    t.match(visitor.at(), /^\/de\?/);
    await signIn(FIRST);
    t.match(visitor.text(), /Schön, dass du bleibst/);
  });
});

await t.test('ERR-14 a notice is text, and nobody else is told it', async (t) => {
  const told = await site.app.inject({ url: '/?error_notice=%3Cb%3EFor%20you%20only' });
  t.match(told.body, /&lt;b&gt;For you only/, 'as text');
  t.equal(told.headers['cache-control'], 'no-store');
  const next = await site.app.inject({ url: '/' });
  t.notMatch(next.body, /For you only/);
  t.match(next.headers['cache-control'], /public/);
});
