/** Three browsers: an episode is blocked while a reader has it open, and its creator is told; nothing of it is left for readers. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { publishStory } from '../support/console.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const owner = await site.signUp('Teo Sandoval');
const mei = await site.signUp('Mei Tan');
const reader = await site.signUp('Rin Castell');
await site.deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * 24 * 3_600_000) });
await site.makeAdministrator(mei);
const { story, episode } = await publishStory(site, owner, { title: 'Down Here' });
const FACTS = 'Pages 9 to 12 show open wounds in close-up.';
const path = `/stories/${story.slug}/1`;

t.test(
  'REP-07, EPI-38, EPI-43 what is blocked under the eyes of a reader is gone at the next step',
  async (t) => {
    const reading = await site.open({ as: reader, ...phone });
    t.equal(await reading.goto(path), 200);
    const picture = await reading.page
      .locator('main img, [data-stage] img, img')
      .evaluateAll((all) =>
        all.map((one) => (one as HTMLImageElement).currentSrc).find((src) => src.includes('/media/')),
      );
    t.ok(picture, 'a page is seen');
    const statusOf = (url: string) =>
      reading.page.evaluate(async (at) => (await fetch(at, { cache: 'no-store' })).status, url);
    t.equal(await statusOf(picture ?? ''), 200);
    t.ok((await (await fetch(`${site.origin}/stories/${story.slug}/feed.xml`)).text()).includes(path));

    const admin = await site.open({ as: mei, ...wide });
    await admin.goto(`/admin/episodes/${episode.id}`);
    await admin.page.getByLabel('What is wrong, and where').fill(FACTS);
    await admin.page.getByRole('button', { name: 'Block this episode' }).click();
    await admin.page.getByRole('button', { name: 'Unblock' }).waitFor();

    t.equal(await statusOf(picture ?? ''), 404, 'its pictures');
    t.equal(await statusOf(`/api/episodes/${episode.id}`), 404, 'its call');
    t.equal(await statusOf(`/api/comments?episode_id=${episode.id}`), 404, 'its comments');
    const liked = await reading.page.evaluate(
      async (at) => (await fetch(at, { method: 'PUT' })).status,
      `/api/episodes/${episode.id}/like`,
    );
    t.equal(liked, 404, 'never 403');
    const feed = await fetch(`${site.origin}/stories/${story.slug}/feed.xml`);
    t.notOk(feed.ok && (await feed.text()).includes(path), 'its feed');
    for (const place of ['/opds/v2/newest', '/sitemap.xml', '/'])
      t.notMatch(await (await fetch(`${site.origin}${place}`)).text(), story.slug, place);
    t.equal(await reading.goto(path), 404, 'and its page');

    await site.runJobs();
    const creator = await site.open({ as: owner, ...phone });
    await creator.goto('/notifications');
    await creator.page
      .getByRole('link', { name: /was blocked/ })
      .first()
      .click();
    await creator.page.getByText(FACTS).waitFor();
    t.match(creator.page.url(), /\/creator\/statements\//);
    // The notice of the block is a dialog.
    t.same(
      [...admin.faults, ...creator.faults].filter((fault) => !fault.startsWith('dialog: Blocked.')),
      [],
    );
  },
);

t.test('ROL-11 whoever is locked in the middle of publishing publishes nothing more', async (t) => {
  const { episode: other } = await publishStory(site, owner, { title: 'Half Way' });
  await site.call(`POST /creator/episodes/${other.id}/unpublish`, { as: owner, body: {} });
  const [locked, published] = await Promise.all([
    site.call(`PATCH /admin/users/${owner.id}`, { as: mei, body: { locked: true, reason: 'Copied' } }),
    site.call(`POST /creator/episodes/${other.id}/publish`, { as: owner, body: {} }),
  ]);
  t.equal(locked.statusCode, 200);
  t.ok([200, 423].includes(published.statusCode), `${published.statusCode}`);
  const again = await site.call(`POST /creator/episodes/${other.id}/unpublish`, { as: owner, body: {} });
  t.equal(again.statusCode, 423);
  const desk = await site.open({ as: owner, ...wide });
  await desk.page.goto(`${site.origin}/creator/stories`);
  await desk.page.waitForURL(/\/sign_in/);
  const [found] = await site.deps.db.select().from(users).where(eq(users.id, owner.id));
  t.not(found?.lockedAt, null);
});
