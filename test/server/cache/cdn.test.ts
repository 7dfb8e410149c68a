/** Behind a CDN, changes show after the purge, and private answers are never cached. */

import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { cdnPurges, media } from '#db/schema/index.ts';
import { purgeCdn } from '#server/cache/cdn.ts';
import { purge } from '#server/cache/purge.ts';
import { inTransaction } from '#server/deps.ts';
import { variantPath } from '#server/domains/media/addresses.ts';
import { privateSigner } from '#server/domains/media/signing.ts';
import { sendCdnPurges } from '#server/domains/platform/tables/cdn-purges.ts';
import { startTestApp } from '../../support/app.ts';
import { publishStory } from '../../support/console.ts';
import { startCdn } from './cdn.ts';

const HOUR_MS = 3_600_000;

async function startBehind(environment: Record<string, string> = {}) {
  const shift = { ms: 0 };
  const now = () => Date.now() + shift.ms;
  const cdn = await startCdn({ now });
  const app = await startTestApp({
    environment: {
      CDN_MAX_AGE_SECONDS: '3600',
      CDN_PURGE_URL: `${cdn.url}/client/v4/zones/one/purge_cache`,
      CDN_PURGE_TOKEN: cdn.token,
      ...environment,
    },
  });
  app.deps.clock.now = () => new Date(now());
  app.caches.enable();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  cdn.state.origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
  const waiting = () => app.deps.db.$count(cdnPurges);
  const see = async (path: string) => {
    const reply = await cdn.get(path);
    const { status, headers } = reply;
    return { status, cache: headers.get('x-cache'), text: await reply.text(), headers };
  };
  const close = async () => {
    await cdn.close();
    await app.close();
  };
  return { app, cdn, shift, waiting, see, close };
}

t.test('a page behind a CDN', async (t) => {
  const { app, cdn, shift, waiting, see, close } = await startBehind();
  t.teardown(close);
  const creator = await app.signUp('Creator');
  const { story } = await publishStory(app, creator, { title: 'Lanterns' });
  await app.runJobs();
  const page = `/stories/${story.slug}/feed.xml`;
  const describe = async (description: string) => {
    const reply = await app.call(`PATCH /creator/stories/${story.id}`, {
      as: creator,
      body: { description },
    });
    t.equal(reply.statusCode, 200, reply.body);
  };

  await t.test(
    'OPS-05 a change is seen once the CDN was told of it, and its writer waits for none of that',
    async (t) => {
      t.match(await see(page), { status: 200, cache: 'miss', text: /Lanterns/ });
      t.match(await see(page), { cache: 'hit', text: /Lanterns/ });
      cdn.state.refusing = true;
      await describe('Lamps');
      t.match(await see(page), { cache: 'hit', text: /^(?!.*Lamps)/s }, 'until then it shows what it has');
      cdn.state.refusing = false;
      await app.runJobs();
      t.match(await see(page), { cache: 'miss', text: /Lamps/ });
      t.equal(await waiting(), 0);
      t.ok(cdn.purges.every(({ kind, tags }) => kind === 'cloudflare' && tags.length <= 30));
      t.ok(
        cdn.purges.filter(({ tags }) => tags.includes(`story:${story.id}`)).length >= 2,
        'and once more a little later',
      );
    },
  );

  await t.test('a purge that fails waits, and is sent when the CDN is back', async (t) => {
    await see(page);
    cdn.state.refusing = true;
    await describe('Embers');
    await app.runJobs();
    t.ok((await waiting()) > 0);
    t.match(await see(page), { cache: 'hit', text: /Lamps/ });
    cdn.state.refusing = false;
    const before = cdn.purges.length;
    await sendCdnPurges(app.deps);
    t.equal(cdn.purges.length, before, 'nobody tries again before a minute is over');
    shift.ms += 61_000;
    await sendCdnPurges(app.deps);
    t.equal(await waiting(), 0);
    t.match(await see(page), { cache: 'miss', text: /Embers/ });
  });

  await t.test('a change that is rolled back tells nothing', async (t) => {
    await t.rejects(
      inTransaction(app.deps, async (tx) => {
        purge(tx, ['landing']);
        throw new Error('no');
      }),
      /no/,
    );
    t.equal(await waiting(), 0);
  });

  await t.test(
    'after a long time without a CDN one purge of everything stands for all that waits',
    async (t) => {
      await see(page);
      const rows = Array.from({ length: 4500 }, (_, at) => ({ tags: [`story:${at}`] }));
      for (let at = 0; at < rows.length; at += 1500)
        await app.deps.db.insert(cdnPurges).values(rows.slice(at, at + 1500));
      const before = cdn.purges.length;
      await sendCdnPurges(app.deps);
      t.equal(await waiting(), 0);
      const sent = cdn.purges.slice(before);
      t.same(sent[0]?.tags, ['all']);
      t.ok(sent.length < 30, `${sent.length} calls`);
      t.equal((await see(page)).cache, 'miss');
    },
  );

  await t.test('what is for one person is never kept', async (t) => {
    for (const path of [
      '/api/user',
      '/api/creator/stories',
      '/api/wallet',
      `/api/creator/stories/${story.id}`,
    ]) {
      for (let time = 0; time < 2; time += 1) {
        const reply = await cdn.get(path, { cookie: `auth_token=${creator.token}; signed_in=1` });
        await reply.arrayBuffer();
        t.equal(reply.headers.get('x-cache'), 'miss', path);
      }
    }
    t.same(
      [...cdn.kept.keys()].filter((path) => path.startsWith('/api')),
      [],
    );
  });
});

for (const keeps of ['on', 'off']) {
  t.test(`pictures behind a CDN, CDN_SIGNED_PICTURES ${keeps}`, async (t) => {
    const { app, cdn, shift, see, close } = await startBehind({ CDN_SIGNED_PICTURES: keeps });
    t.teardown(close);
    const creator = await app.signUp('Creator');
    const { episode } = await publishStory(app, creator, { title: 'Lanterns' });
    await app.runJobs();
    const [picture] = await app.deps.db.select().from(media).where(eq(media.purpose, 'page'));
    const [variant] = picture?.variants ?? [];
    if (picture === undefined || variant === undefined) throw new Error('the story has no page');
    const plain = variantPath(picture, variant);
    t.match(await see(plain), { status: 200, cache: 'miss' });
    t.match(await see(plain), { status: 200, cache: 'hit' }, 'of a free episode it is kept');

    const reply = await app.call(`POST /creator/episodes/${episode.id}/unpublish`, { as: creator, body: {} });
    t.ok(reply.statusCode < 300, reply.body);
    await app.runJobs();
    t.match(await see(plain), { status: 404 }, 'until the episode is withdrawn');

    const signed = privateSigner(app.deps)(plain);
    const leftMs = Number(/expires=(\d+)/.exec(signed)?.[1]) * 1000 - app.deps.clock.now().getTime();
    t.match(await see(signed), { status: 200, cache: 'miss' });
    t.match(await see(signed), { status: 200, cache: keeps === 'on' ? 'hit' : 'miss' });
    t.match(await see(plain), { status: 404 }, 'the signature stands in the key');
    t.match(await see(`${plain}?expires=9999999999&signature=${'A'.repeat(22)}`), { status: 404 });
    const age = /max-age=(\d+)/.exec((await see(signed)).headers.get('cache-control') ?? '');
    t.ok(Number(age?.[1]) * 1000 <= leftMs, 'never beyond the signature');
    shift.ms += 2 * HOUR_MS;
    t.match(await see(signed), { status: 404, cache: 'miss' }, 'and then refused');
    t.equal(
      [...cdn.kept.entries()].filter(
        ([path, { until }]) => path.includes('signature') && until > Date.now() + shift.ms,
      ).length,
      0,
    );
  });
}

t.test('each kind of CDN is told in its own words', async (t) => {
  const cdn = await startCdn();
  t.teardown(() => cdn.close());
  const tags = ['story:1', 'landing'];
  for (const kind of ['cloudflare', 'fastly', 'varnish'] as const) {
    await purgeCdn(
      { CDN_PURGE: kind, CDN_PURGE_URL: `${cdn.url}/, ${cdn.url}`, CDN_PURGE_TOKEN: cdn.token },
      tags,
    );
    t.same(cdn.purges.splice(0), [
      { kind, tags },
      { kind, tags },
    ]);
    const wrong = { CDN_PURGE: kind, CDN_PURGE_URL: cdn.url, CDN_PURGE_TOKEN: 'another' };
    await t.rejects(purgeCdn(wrong, tags), { message: /403/ });
  }
});

t.test('a cache that is away keeps the others from none of what they are told', async (t) => {
  const [away, other] = [await startCdn(), await startCdn()];
  t.teardown(() => other.close());
  await away.close();
  const tags = Array.from({ length: 70 }, (_, at) => `story:${at}`);
  const config = {
    CDN_PURGE: 'varnish',
    CDN_PURGE_URL: `${away.url}, ${other.url}`,
    CDN_PURGE_TOKEN: other.token,
  } as const;
  await t.rejects(purgeCdn(config, tags), 'so that all of it is told again');
  t.same(
    other.purges.flatMap((each) => each.tags),
    tags,
  );
});

t.test('OPS-05 a cache of one’s own finds the tags under the name that it knows', async (t) => {
  const { app, cdn, see, close } = await startBehind({ CDN_PURGE: 'varnish' });
  t.teardown(close);
  const creator = await app.signUp('Creator');
  const { story } = await publishStory(app, creator, { title: 'Lanterns' });
  await app.runJobs();
  const [picture] = await app.deps.db.select().from(media).where(eq(media.purpose, 'page'));
  const [variant] = picture?.variants ?? [];
  if (picture === undefined || variant === undefined) throw new Error('the story has no page');
  const page = `/stories/${story.slug}/feed.xml`;
  for (const path of [page, variantPath(picture, variant)]) {
    const { headers } = await see(path);
    const tags = headers.get('surrogate-key')?.split(' ') ?? [];
    t.ok(tags.includes(`story:${story.id}`) && tags.includes('all'), `${path}: ${tags}`);
    t.notOk(headers.has('cache-tag'));
    t.equal((await see(path)).cache, 'hit');
  }
  const body = { description: 'Lamps' };
  const reply = await app.call(`PATCH /creator/stories/${story.id}`, { as: creator, body });
  t.equal(reply.statusCode, 200, reply.body);
  await app.runJobs();
  t.ok(cdn.purges.length > 0 && cdn.purges.every(({ kind }) => kind === 'varnish'));
  t.match(await see(page), { cache: 'miss', text: /Lamps/ });
});
