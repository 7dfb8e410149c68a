/** Cached pages are served before Fastify: same answers, same purges, and nothing of other routes. */
import t from 'tap';
import { publishStory } from '../../support/console.ts';
import { startSite } from '../../support/site.ts';

t.test('over a real connection', async (t) => {
  const site = await startSite({ environment: { API_HOST: 'api.tsuzuki.test' } });
  t.teardown(() => site.close());
  const creator = await site.signUp('Creator');
  const { story, episode } = await publishStory(site, creator, { title: 'Kept' });
  const path = `${site.origin}/stories/${story.slug}`;

  await t.test('the second answer is the first one, also to HEAD and If-None-Match', async (t) => {
    const first = await fetch(path);
    const second = await fetch(path);
    t.equal(await second.text(), await first.text());
    t.equal(second.headers.get('etag'), first.headers.get('etag'));
    t.equal(second.headers.get('content-security-policy'), first.headers.get('content-security-policy'));
    const head = await fetch(path, { method: 'HEAD' });
    t.equal(head.status, 200);
    t.equal(await head.text(), '');
    const known = await fetch(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    t.equal(known.status, 304);
    t.equal(
      (await fetch(path, { method: 'POST' })).status >= 400,
      true,
      'other methods are not answered from it',
    );
  });

  await t.test('a purge is obeyed by the next answer', async (t) => {
    const reader = `${path}/1`;
    t.equal((await fetch(reader)).status, 200);
    t.equal((await fetch(reader)).status, 200);
    await site.call(`POST /creator/episodes/${episode.id}/unpublish`, { as: creator });
    t.equal((await fetch(reader)).status, 404);
    t.equal((await fetch(path)).status, 404);
  });

  await t.test('a page with a notice is nobody else’s', async (t) => {
    await fetch(site.origin);
    const told = await fetch(`${site.origin}/?success_notice=Hello`);
    t.equal(told.headers.get('cache-control'), 'no-store');
  });
});
