/** Chapters are sanitized outside the event loop, within limits of threads, time and memory. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { usedAmounts } from '#db/schema/index.ts';
import { novelLimits } from '#server/domains/publishing/limits.ts';
import {
  type CleanerOptions,
  createProseCleaner,
  proseCleaner,
} from '#server/domains/publishing/novels/cleaner.ts';
import { startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory } from '../../../support/console.ts';

const file = new URL('./stubborn-thread.ts', import.meta.url);
const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-cleaner-'));
const stubborn = (options: CleanerOptions = {}) => createProseCleaner({ file, ...options });
const refusal = (
  work: Promise<unknown>,
): Promise<{ status?: number; options?: { retryAfterSeconds?: number } }> =>
  work.then(
    () => ({}),
    (error) => error,
  );

await t.test('NOV-06 others are answered while a chapter is being cleaned', async (t) => {
  const app = await startTestApp();
  const creator = await app.signUp('Mira');
  const story = await createStory(app, creator, { publication_type: 'novel' });
  const episode = await createEpisode(app, creator, story.id);
  await proseCleaner.of(app.deps).close();
  proseCleaner.provide(app.deps, stubborn());
  const free = join(folder, 'free');
  const body = { episode_id: episode.id, title: 'One', html: `until ${free}` };
  let isSaved = false;
  const saving = app.call('POST /creator/episodes/chapters', { as: creator, body }).finally(() => {
    isSaved = true;
  });
  for (let count = 0; count < 20; count += 1)
    t.equal((await app.call('GET /user/account', { as: creator })).statusCode, 200);
  t.notOk(isSaved, 'the chapter was still being cleaned');
  await writeFile(free, '');
  t.equal((await saving).statusCode, 201);
  await proseCleaner.of(app.deps).close();
  await app.close();
});

await t.test('NOV-06 a chapter that takes too long or too much ends alone', async (t) => {
  const impatient = stubborn({ patienceMs: 1500, waitingMaxCount: 1 });
  const asked = Array.from({ length: 8 }, () => refusal(impatient.clean({ html: `until ${folder}/never` })));
  for (const { status, options } of await Promise.all(asked)) {
    t.equal(status, 503);
    t.ok((options?.retryAfterSeconds ?? 0) > 0);
  }
  await impatient.close();
  const small = stubborn({ memoryMib: 64 });
  t.match(await refusal(small.clean({ html: 'hoard' })), {
    status: 422,
    options: { fields: { html: ['too_tangled'] } },
  });
  t.match(await small.clean({ html: 'hello' }), { html: '<p>hello</p>' }, 'the next one is cleaned');
  await small.close();
});

await t.test('NOV-06 what is refused there is refused here', async (t) => {
  const cleaner = createProseCleaner();
  t.same(await cleaner.clean({ text: 'One\n\nTwo' }), {
    html: '<p>One</p>\n<p>Two</p>',
    words: 2,
    characters: 6,
    sectionEnds: [],
    plain: 'One\nTwo',
  });
  for (const html of ['x'.repeat(500 * 1024 + 1), 'é'.repeat(300 * 1024)])
    t.match(await refusal(cleaner.clean({ html })), {
      status: 422,
      options: { fields: { html: ['too_long'] } },
    });
  const deep = '<blockquote>'.repeat(300);
  t.match(await refusal(cleaner.clean({ html: deep })), {
    status: 422,
    options: { fields: { html: ['too_tangled'] } },
  });
  await cleaner.close();
});

await t.test('NOV-06 saves of chapters are limited by how much is saved', async (t) => {
  const app = await startTestApp();
  const creator = await app.signUp('Mira');
  const story = await createStory(app, creator, { publication_type: 'novel' });
  const episode = await createEpisode(app, creator, story.id);
  const body = { episode_id: episode.id, title: 'One', html: `<p>${'word '.repeat(30_000)}</p>` };
  t.equal((await app.call('POST /creator/episodes/chapters', { as: creator, body })).statusCode, 201);
  const rows = await app.deps.db.select().from(usedAmounts);
  t.equal(rows.find(({ bucket }) => bucket === `chapter-saves/user:${creator.id}`)?.amount, 3);
  await app.deps.db.update(usedAmounts).set({ amount: novelLimits.chapterSaves.most });
  const reply = await app.call('POST /creator/episodes/chapters', { as: creator, body });
  t.equal(reply.statusCode, 429);
  t.ok(Number(reply.headers['retry-after']) > 0);
  await app.close();
});

await rm(folder, { recursive: true });
