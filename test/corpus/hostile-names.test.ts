import t from 'tap';
import { passwordHasher } from '../../server/domains/accounts/accounts/passwords.ts';
import { looksLikeStaff } from '../../server/domains/accounts/accounts/staff-names.ts';
import { cleanName, isPiledUp, mixesAlphabets, saysSomething } from '../../server/lib/names.ts';
import { isStorable } from '../../server/lib/text.ts';
import { startTestApp } from '../support/app.ts';
import { faultOf, fieldNames } from '../support/bad-input.ts';
import { createEpisode, createStory, jpegPart, upload } from '../support/console.ts';
import { hostileTexts, required, seen } from './texts.ts';

t.test('hostile names through the API', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { texts, all } = await hostileTexts();
  t.ok(all.length > 1800, 'the corpus is there');
  // Each attempt has its own address, so that no rate limit answers.
  const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  const creator = await app.signUp('Creator');

  await t.test('display name', async (t) => {
    // Creates hundreds of accounts. Password hashing is not under test.
    const { hash } = passwordHasher.of(app.deps);
    passwordHasher.of(app.deps).hash = async (password) => password;
    t.teardown(() => {
      passwordHasher.of(app.deps).hash = hash;
    });
    const faults: string[] = [];
    for (const [index, name] of texts.entries()) {
      const body = {
        email: `name${index}@example.org`,
        password: 'correct horse battery',
        display_name: name,
        date_of_birth: '1990-01-31',
      };
      const reply = await app.call('POST /users', { body, address: addressOf(index) });
      const cleaned = cleanName(name);
      // A name is one line: with control characters it could pose as something else.
      const isKept =
        required(cleaned, 60) === 'kept' &&
        !/\p{Cc}/u.test(cleaned) &&
        saysSomething(cleaned) &&
        !isPiledUp(cleaned) &&
        !mixesAlphabets(cleaned) &&
        !looksLikeStaff(cleaned);
      const fault = faultOf(reply);
      const isRight = isKept
        ? reply.statusCode === 201 &&
          reply.json().user.display_name === cleaned &&
          seen(cleaned) === seen(name)
        : fieldNames(reply).join() === 'display_name';
      if (fault !== null || !isRight)
        faults.push(`${JSON.stringify(name.slice(0, 60))}: ${reply.body.slice(0, 200)}`);
    }
    t.same(faults, []);
  });

  await t.test('e-mail and password are looked up, never interpreted', async (t) => {
    const { verify } = passwordHasher.of(app.deps);
    passwordHasher.of(app.deps).verify = async () => false;
    t.teardown(() => {
      passwordHasher.of(app.deps).verify = verify;
    });
    const faults: string[] = [];
    for (const [index, text] of all.entries()) {
      const body = { email: text, password: `${text}!` };
      const reply = await app.call('POST /auth/mail', { body, address: addressOf(index) });
      const fault = faultOf(reply) ?? (reply.statusCode < 400 ? 'was let in' : null);
      if (fault !== null) faults.push(`${JSON.stringify(text.slice(0, 60))}: ${fault}`);
    }
    t.same(faults, []);
  });

  await t.test('file names of pages', async (t) => {
    const story = await createStory(app, creator);
    const picture = await jpegPart('files[]', 'x', { width: 8, height: 8 });
    // A trailing backslash would escape the closing quote of the name (RFC 9110 §5.6.4).
    const names = [...texts.filter((text) => !text.endsWith('\\')), `a${'😀'.repeat(150)}.jpg`];
    const faults: string[] = [];
    for (let at = 0; at < names.length; at += 100) {
      const sent = names.slice(at, at + 100);
      const episode = await createEpisode(app, creator, story.id, `From ${at}`);
      const reply = await upload(app, creator, 'POST /creator/pages', [
        { name: 'episode_id', value: episode.id },
        ...sent.map((text) => ({ ...picture, filename: asSent(text) })),
      ]);
      if (reply.statusCode !== 202) {
        faults.push(`${at}: ${reply.body.slice(0, 300)}`);
        continue;
      }
      const { pages } = reply.json<{ pages: { name: string }[] }>();
      for (const [index, { name }] of pages.entries()) {
        const text = sent[index] ?? '';
        if (name !== fileName(text)) faults.push(`${JSON.stringify(text)} became ${JSON.stringify(name)}`);
      }
      if (pages.length !== sent.length) faults.push(`${at}: ${pages.length} pages`);
    }
    t.same(faults, []);
  });

  await t.test('nothing of it ran in the database', async (t) => {
    t.equal((await app.call('GET /creator/stories', { as: creator })).json().total, 1);
    t.equal((await app.call('GET /user/account', { as: creator })).json().user.administrator, false);
  });
});

/** Encodes the name like a browser in a part's header (HTML Standard, multipart/form-data encoding algorithm). */
const asSent = (text: string): string =>
  text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/** Expected file name: the last path segment, at most 200 characters, without characters that cannot be stored. */
function fileName(text: string): string {
  const last = asSent(text).toWellFormed().split(/[/\\]/).at(-1) ?? '';
  if (last === '.' || last === '..' || !isStorable(last)) return '';
  return [...last].slice(0, 200).join('');
}
