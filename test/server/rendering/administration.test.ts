import { eq } from 'drizzle-orm';
import t from 'tap';
import type { Deps } from '#server/deps.ts';
import type { JobQueue } from '#server/ports.ts';
import { sessions, users } from '../../../db/schema/index.ts';
import { jobQueue } from '../../../server/domains/administration/jobs/job-queue.ts';
import { publishStory } from '../../support/console.ts';
import { fillBoard, openQueueOf } from '../../support/full-board.ts';
import { textOf, visitPlainly } from '../../support/plain.ts';
import { failMany } from '../../support/queue-house.ts';
import { startSite } from '../../support/site.ts';

const opened: JobQueue[] = [];
const site = await startSite({
  async prepare(deps: Deps) {
    const queue = await openQueueOf(deps);
    jobQueue.provide(deps, queue);
    opened.push(queue);
  },
});
const [queue] = opened as [JobQueue];
const owner = await site.signUp('Teo Sandoval');
const [mei, tomas] = [await site.signUp('Mei Tan'), await site.signUp('Tomás Reyes')];
await site.deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * 24 * 3_600_000) });
for (const administrator of [mei, tomas]) await site.makeAdministrator(administrator);
const FACTS = 'Pages 9 to 12 show open wounds in close-up.';

await t.test(
  'REP-07, EPI-38, EPI-40 block, statement, objection, another decides, readers see it again',
  async (t) => {
    const { story, episode } = await publishStory(site, owner, { title: 'Down Here' });
    const isRead = async () => (await site.call(`GET /episodes/${episode.id}`)).statusCode === 200;
    const prove = (provenAt: Date | null) =>
      site.deps.db.update(sessions).set({ provenAt }).where(eq(sessions.userId, mei.id));
    const first = visitPlainly(site.app, { as: mei });
    await first.goto('/admin');
    await first.press('Works');
    await first.press(first.get('link', 'Episodes', first.get('main')));
    first.fill('Title, slug or id', episode.id);
    await first.press(first.get('button', 'Search', first.get('main')));
    await first.press(/^1 · /);
    first.select('Violation', 'violence');
    first.fill('Clause or law', '4.2');
    first.fill('What is wrong, and where', FACTS);
    const stays = () => {
      t.equal(first.field('Violation').value, 'violence');
      t.equal(first.field('Clause or law').value, '4.2');
      t.equal(first.field('What is wrong, and where').value, FACTS);
    };
    await first.press('Show the letter');
    t.match(first.text(), 'Episode 1 of “Down Here” is blocked');
    t.ok(await isRead(), 'looking at the letter blocks nothing');
    t.notMatch(first.at(), /open|wounds/, 'an address is written into logs');
    stays();
    await prove(null);
    await first.press('Block this episode');
    t.ok(await isRead(), 'a sign-in of long ago blocks nothing');
    stays();
    const proof = first.get('link', /^Confirm it’s you in a new tab/);
    t.equal(proof.getAttribute('target'), '_blank');
    const other = visitPlainly(site.app, { as: mei });
    t.equal(await other.goto(proof.getAttribute('href') ?? ''), 200);
    t.ok(other.field('Password'));
    await prove(new Date());
    await first.press('Block this episode');
    t.ok(first.get('button', 'Unblock'));
    t.notOk(await isRead());

    const creator = visitPlainly(site.app, { as: owner });
    await creator.goto(`/creator/stories/${story.id}/episodes/${episode.id}`);
    await creator.press('Read why, and appeal');
    t.match(creator.text(), FACTS);
    creator.fill('Why we should decide otherwise', 'The wound is paint, as page 13 tells.');
    await creator.press('Send appeal');
    t.ok(creator.get('heading', 'Your appeal'));
    t.same(creator.all('button', 'Send appeal'), [], 'once only');

    await first.goto('/admin/episodes');
    t.match(first.text(), 'another administrator decides');
    t.same(first.all('button', 'Decide'), []);

    const second = visitPlainly(site.app, { as: tomas });
    await second.goto('/admin/episodes');
    t.match(second.text(), 'The wound is paint');
    second.choose('Grant: unblock');
    second.fill('Reason, shown to the owner', 'It is paint.');
    await second.press('Decide');
    t.notMatch(second.text(), 'The wound is paint');
    t.ok(await isRead(), 'readers have it again');
    await second.goto('/admin/log');
    t.match(second.text(), 'Granted an appeal');
  },
);

await t.test(
  'REP-07, EPI-38, EPI-43 what is blocked under the eyes of a reader is gone at the next step',
  async (t) => {
    const { story, episode } = await publishStory(site, owner, { title: 'Under the Eyes' });
    const reader = await site.signUp('Rin Castell');
    const path = `/stories/${story.slug}/1`;
    const reading = visitPlainly(site.app, { as: reader });
    const statusOf = async (url: string) =>
      (await site.app.inject({ url, headers: { cookie: `auth_token=${reader.token}` } })).statusCode;
    t.equal(await reading.goto(path), 200);
    const images = [...reading.document().querySelectorAll<HTMLImageElement>('main img')];
    const picture = images.map((one) => one.getAttribute('src') ?? '').find((src) => src.includes('/media/'));
    t.equal(await statusOf(picture ?? ''), 200, 'a page is seen');
    const bodyOf = async (url: string) => (await site.app.inject({ url })).body;
    t.match(await bodyOf(`/stories/${story.slug}/feed.xml`), path);

    const admin = visitPlainly(site.app, { as: mei });
    await admin.goto(`/admin/episodes/${episode.id}`);
    admin.fill('What is wrong, and where', FACTS);
    await admin.press('Block this episode');
    t.ok(admin.get('button', 'Unblock'));

    t.equal(await statusOf(picture ?? ''), 404, 'its pictures');
    t.equal(await statusOf(`/api/episodes/${episode.id}`), 404, 'its call');
    t.equal(await statusOf(`/api/comments?episode_id=${episode.id}`), 404, 'its comments');
    const liked = await site.call(`PUT /episodes/${episode.id}/like`, { as: reader });
    t.equal(liked.statusCode, 404, 'never 403');
    const feed = await site.app.inject({ url: `/stories/${story.slug}/feed.xml` });
    t.notOk(feed.statusCode === 200 && feed.body.includes(path), 'its feed');
    for (const place of ['/opds/v2/newest', '/sitemap.xml', '/'])
      t.notMatch(await bodyOf(place), story.slug, place);
    t.equal(await reading.goto(path), 404, 'and its page');

    await site.runJobs();
    const creator = visitPlainly(site.app, { as: owner });
    await creator.goto('/notifications');
    const [notice] = creator.all('link', /was blocked/);
    await creator.press(notice as HTMLElement);
    t.match(creator.at(), '/creator/statements/');
    t.match(creator.text(), FACTS);
  },
);

await t.test('ROL-11 an account is found, locked with a reason, and its holder is signed out', async (t) => {
  const guest = await site.signUp('Guest Fox');
  const admin = visitPlainly(site.app, { as: mei });
  await admin.goto('/admin/users');
  admin.fill('Name, e-mail, slug or id', 'fox');
  await admin.press(admin.get('button', 'Search', admin.get('main')));
  await admin.press('Guest Fox');
  const lock = admin.document().querySelector('#change-lock') as HTMLElement;
  (lock.querySelector('[name=reason]') as HTMLTextAreaElement).value = '60 mentions in 10 minutes';
  await admin.press(admin.get('button', 'Lock account', lock));
  t.ok(admin.get('button', 'Unlock account'));
  t.match(admin.text(), 'Locked an account');
  t.equal((await site.call('GET /user/account', { as: guest })).statusCode, 423);
  const stranger = visitPlainly(site.app, { as: owner });
  await stranger.goto('/admin/users');
  t.match(stranger.at(), '/creator/stories');
});

await t.test('ROL-11 whoever is locked in the middle of publishing publishes nothing more', async (t) => {
  const writer = await site.signUp('Half Way');
  const { episode } = await publishStory(site, writer, { title: 'Half Way' });
  const act = (verb: string) =>
    site.call(`POST /creator/episodes/${episode.id}/${verb}`, { as: writer, body: {} });
  await act('unpublish');
  const [locked, published] = await Promise.all([
    site.call(`PATCH /admin/users/${writer.id}`, { as: mei, body: { locked: true, reason: 'Copied' } }),
    act('publish'),
  ]);
  t.equal(locked.statusCode, 200);
  t.ok([200, 423].includes(published.statusCode), `${published.statusCode}`);
  t.equal((await act('unpublish')).statusCode, 423);
  const desk = visitPlainly(site.app, { as: writer });
  await desk.goto('/creator/stories');
  t.match(desk.at(), /^\/sign_in/);
  const [found] = await site.deps.db.select().from(users).where(eq(users.id, writer.id));
  t.not(found?.lockedAt, null);
});

await t.test('a failed job is retried, all alike are dropped, a queue is paused', async (t) => {
  await fillBoard(site, queue);
  await failMany(site, 3, { error: 'Error: the file ends after 500 bytes', from: 500 });
  const admin = visitPlainly(site.app, { as: mei });
  const jobs = (number: number) => admin.all('link', `pictures:${number}`).length;
  t.equal(await admin.goto('/admin'), 200);
  await admin.press(admin.all('link', 'Queues')[0] as HTMLElement);
  t.match(admin.text(), 'images is behind: the oldest job waits');
  await admin.press('pictures:500');
  t.ok(admin.get('heading', 'pictures:500'));
  t.match(admin.text(), '2 more like it');
  await admin.press('Retry pictures:500');
  t.ok(admin.get('heading', 'Queues'));
  t.same([jobs(500), jobs(501)], [0, 1], 'it is queued again');
  const rows = admin.all('row').filter((one) => textOf(one).includes('after 500 bytes'));
  const row = rows.find((one) => textOf(one).includes('Drop all 2'));
  const drop = admin.get('button', 'Drop all 2', row);
  t.notOk(drop.closest('details')?.open, 'it asks first');
  await admin.press(drop);
  t.same([jobs(501), jobs(502), jobs(81_442)], [0, 0, 1], 'others stay');
  const pause = admin.get('button', 'Pause images');
  t.notOk(pause.closest('details')?.open, 'it asks first');
  await admin.press(pause);
  t.match(admin.text(), 'images is paused.');
  t.equal((await queue.survey()).images.isPaused, true);
  await admin.press('Resume images');
  t.ok(admin.get('button', 'Pause images'));
  t.equal((await queue.survey()).images.isPaused, false);
});

await queue.close();
await site.close();
