import { eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, blockStatements, mails, outbox, users } from '#db/schema/index.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { episodeIn, type People, startRelease } from '../../../support/releases.ts';

let app: TestApp;
let people: People;
let stranger: Account;
let storyId: string;
let episodeId: string;

const reason = 'Pages 9 to 12 show open wounds in close-up.';
const show = (path: string, body: object, as = people.administrator) =>
  app.call(`POST /admin/${path}/letter`, { as, body });

t.before(async () => {
  app = await startTestApp();
  people = { owner: await app.signUp('Teo Sandoval'), administrator: await app.signUp('Mei Tan') };
  stranger = await app.signUp('Somebody');
  await app.makeAdministrator(people.administrator);
  await app.deps.db.update(users).set({ language: 'de' }).where(eq(users.id, people.owner.id));
  storyId = await startRelease(app, people.owner);
  episodeId = await episodeIn(app, people, { storyId, status: 'published' });
});
t.after(() => app.close());

t.test('REP-07 shows the letter in the language of its owner and keeps nothing', async (t) => {
  const { db } = app.deps;
  const tables = [blockStatements, adminActions, mails, outbox];
  const count = () => Promise.all(tables.map((table) => db.$count(table)));
  const before = await count();
  const ofEpisode = await show(`episodes/${episodeId}`, { reason, category: 'violence', rule: '4.2' });
  t.equal(ofEpisode.statusCode, 200);
  const { letter } = ofEpisode.json<{ letter: { language: string; title: string; paragraphs: string[] } }>();
  t.equal(letter.language, 'de');
  t.match(letter.title, /ist gesperrt/);
  t.ok(letter.paragraphs.includes(reason));
  t.match((await show(`stories/${storyId}`, { reason })).json(), { letter: { language: 'de' } });
  t.same(await count(), before);
  t.equal((await app.call(`GET /episodes/${episodeId}`)).statusCode, 200);
});

t.test('REP-07 refuses what could not be sent, and whoever may not block', async (t) => {
  t.equal((await show(`episodes/${episodeId}`, { reason: '  ' })).statusCode, 422);
  t.equal((await show(`episodes/${storyId}`, { reason })).statusCode, 404);
  t.equal((await show(`stories/${episodeId}`, { reason })).statusCode, 404);
  t.equal((await show(`episodes/${episodeId}`, { reason }, stranger)).statusCode, 403);
  const cross = await app.app.inject({
    method: 'POST',
    url: `/api/admin/episodes/${episodeId}/letter`,
    headers: {
      origin: 'https://elsewhere.example',
      cookie: `auth_token=${people.administrator.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ reason }).toString(),
  });
  t.equal(cross.statusCode, 403);
  t.notMatch(cross.body, 'letter');
});
