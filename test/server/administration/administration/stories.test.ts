import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, blockStatements, episodes, stories } from '#db/schema/index.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import {
  deed,
  episodeIn,
  inAnHour,
  mustDo,
  readyEpisode,
  setClock,
  viewOf,
} from '../../../support/releases.ts';

let app: TestApp;
let owner: Account;
let administrator: Account;
let second: Account;
let reader: Account;

const REASON = 'Everything here is a copy of another work.';

t.before(async () => {
  app = await startTestApp();
  owner = await app.signUp('Teo Sandoval');
  administrator = await app.signUp('Mei Tan');
  second = await app.signUp('Tomás Reyes');
  reader = await app.signUp('Reader');
  await app.makeAdministrator(administrator);
  await app.makeAdministrator(second);
});
t.after(() => app.close());

const block = (id: string, as = administrator) =>
  app.call(`POST /admin/stories/${id}/block`, { as, body: { reason: REASON, category: 'copyright' } });
const unblock = (id: string, as = administrator) => app.call(`POST /admin/stories/${id}/unblock`, { as });

/** All addresses through which a reader may find the story, with their result while it is public. */
async function doorsOf({ id, slug, title }: { id: string; slug: string; title: string }, episodeId: string) {
  const page = async (url: string) => (await app.app.inject({ url })).statusCode;
  const text = async (url: string) => (await app.app.inject({ url })).body.includes(slug);
  const call = async (request: string, body?: object) => {
    const reply = await app.call(request, { as: reader, body });
    return (
      reply.statusCode < 300 && (reply.body === '' || reply.body.includes(slug) || !request.startsWith('GET'))
    );
  };
  return {
    story: (await app.call(`GET /stories/${id}`)).statusCode === 200,
    episode: (await app.call(`GET /episodes/${episodeId}`)).statusCode === 200,
    comments: (await app.call(`GET /comments?story_id=${id}`)).statusCode === 200,
    comment: await call('POST /comments', { story_id: id, body: `A word at ${Math.random()}` }),
    search: await text(`/api/stories/search?publication_type=comics&q=${encodeURIComponent(title)}`),
    library: await call('GET /library'),
    like: await call(`PUT /episodes/${episodeId}/like`),
    subscription: await call(`PUT /stories/${id}/subscription`),
    feed: (await page(`/stories/${slug}/feed.xml`)) === 200,
    catalogue: await text('/opds/v2/newest'),
  };
}

t.test('REP-07, EPI-43 readers lose a blocked story through every door, and get it back', async (t) => {
  const { story, episode } = await publishStory(app, owner, { title: 'Copied Skies' });
  await app.call(`PUT /stories/${story.id}/subscription`, { as: reader });
  const before = await doorsOf({ ...story, title: 'Copied Skies' }, episode.id);
  for (const [door, isOpen] of Object.entries(before)) t.ok(isOpen, `${door} is open before`);
  const reply = await block(story.id);
  t.equal(reply.statusCode, 200);
  t.match(reply.json(), { story: { published: false, blocked_at: /./, published_count: 0 } });
  for (const [door, isOpen] of Object.entries(await doorsOf({ ...story, title: 'Copied Skies' }, episode.id)))
    t.notOk(isOpen, `${door} is closed`);
  t.equal((await unblock(story.id)).statusCode, 200);
  const after = await doorsOf({ ...story, title: 'Copied Skies' }, episode.id);
  t.same(after, before);
});

t.test('EPI-39, EPI-40 each episode comes back as it was, and nothing is published meanwhile', async (t) => {
  const { story, episode: published } = await publishStory(app, owner, { title: 'Three States' });
  const people = { owner, administrator };
  const scheduled = await episodeIn(app, people, { storyId: story.id, status: 'scheduled' });
  const own = await episodeIn(app, people, { storyId: story.id, status: 'blocked' });
  const draft = await readyEpisode(app, owner, story.id, 'Draft');
  const ids = [published.id, scheduled, own, draft];
  const states = () => Promise.all(ids.map((id) => viewOf(app, owner, id)));
  const before = await states();
  await block(story.id);
  t.same(
    (await states()).map(({ status }) => status),
    ['blocked', 'blocked', 'blocked', 'in_progress'],
  );
  for (const [what, body] of [
    ['publish', {}],
    ['schedule', inAnHour(app)],
  ] as const)
    t.match((await deed(app, owner, draft, what, body)).json(), { code: 'story_is_blocked' });
  t.match((await deed(app, administrator, published.id, 'unblock')).json(), { code: 'story_is_blocked' });
  const gone = await app.call(`DELETE /creator/stories/${story.id}`, {
    as: owner,
    body: { title: 'Three States' },
  });
  t.match(gone.json(), { code: 'story_blocked' });
  await unblock(story.id);
  const kept = ({ status, publish_at, published_at }: (typeof before)[number]) => [
    status,
    publish_at,
    published_at,
  ];
  t.same((await states()).map(kept), before.map(kept));
});

t.test('EPI-40 an episode that was blocked by itself waits for its story, too', async (t) => {
  const { story, episode } = await publishStory(app, owner, { title: 'Blocked Twice' });
  await mustDo(app, administrator, episode.id, 'block', { reason: REASON });
  await block(story.id);
  await mustDo(app, administrator, episode.id, 'unblock');
  t.equal((await viewOf(app, owner, episode.id)).status, 'blocked');
  await unblock(story.id);
  t.equal((await viewOf(app, owner, episode.id)).status, 'published');
});

t.test('EPI-40 a plan whose time has passed meanwhile is void', async (t) => {
  const { story } = await publishStory(app, owner, { title: 'Too Late' });
  const id = await episodeIn(app, { owner, administrator }, { storyId: story.id, status: 'scheduled' });
  await block(story.id);
  const now = app.deps.clock.now;
  setClock(app, new Date(Date.now() + 2 * 3_600_000));
  await unblock(story.id);
  app.deps.clock.now = now;
  t.match(await viewOf(app, owner, id), { status: 'in_progress', publish_at: null });
});

t.test('REP-08 nobody but an administrator blocks a story; two at once block it once', async (t) => {
  const { story } = await publishStory(app, owner, { title: 'At Once' });
  t.equal(
    (await app.call(`POST /admin/stories/${story.id}/block`, { body: { reason: REASON } })).statusCode,
    401,
  );
  for (const as of [owner, reader]) {
    t.equal((await block(story.id, as)).statusCode, 403);
    t.equal((await unblock(story.id, as)).statusCode, 403);
  }
  const blocks = await Promise.all([block(story.id), block(story.id, second)]);
  t.same(blocks.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  t.equal(await app.deps.db.$count(blockStatements, eq(blockStatements.subjectId, story.id)), 1);
  const lifts = await Promise.all([unblock(story.id), unblock(story.id, second)]);
  t.same(lifts.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  const noted = await app.deps.db.$count(adminActions, eq(adminActions.subjectId, story.id));
  t.equal(noted, 2);
  t.equal((await block('01890000-0000-7000-8000-000000000000')).statusCode, 404);
});

t.test('EPI-40 what its leaving owner had published stays blocked when they come back', async (t) => {
  const leaver = await app.signUp('Leaver');
  const { story, episode } = await publishStory(app, leaver, { title: 'Leaving' });
  const password = 'correct horse battery';
  await app.call('DELETE /user', { as: leaver, body: { password, current_password: password } });
  await app.runJobs();
  t.equal((await block(story.id)).statusCode, 200);
  await app.call('POST /auth/mail', { body: { email: leaver.email, password } });
  await app.runJobs();
  const [found] = await app.deps.db
    .select({ status: episodes.status, published: stories.published })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(and(eq(episodes.id, episode.id)));
  t.same(found, { status: 'blocked', published: false });
  await unblock(story.id);
  t.equal((await app.call(`GET /episodes/${episode.id}`)).statusCode, 200);
});
