/** Costly actions are limited per account and address, exactly, however many requests and processes there are. */

import { eq, like } from 'drizzle-orm';
import t from 'tap';
import { media, uploads, usedAmounts } from '../../../db/schema/index.ts';
import { mediaLimits } from '../../../server/domains/media/limits.ts';
import { episodeLimits, storyLimits } from '../../../server/domains/publishing/limits.ts';
import { spend } from '../../../server/limits/allowances.ts';
import type { Allowance } from '../../../server/limits/attempts.ts';
import { createDeps } from '../../../server/process/create-deps.ts';
import { startTestApp } from '../../support/app.ts';
import { createEpisode, createStory, upload } from '../../support/console.ts';
import { NOTHING, remainsOf } from '../../support/remains.ts';
import { samplePage } from '../../support/sample-page.ts';
import { runSweeps } from '../../support/sweeps.ts';

const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;
const app = await startTestApp();
const { deps } = app;
let nowMs = Date.now();
deps.clock.now = () => new Date(nowMs);
const jpeg = await samplePage(60, 80);

const small: Allowance = { name: 'small', most: 100, mostPerAddress: 250, windowMs: MINUTE_MS };
const usedOf = async (bucket: string): Promise<number | undefined> => {
  const [row] = await deps.db.select().from(usedAmounts).where(eq(usedAmounts.bucket, bucket));
  return row?.amount;
};
type Refusal = { status: number; options: { retryAfterSeconds: number } };
const refusal = (work: Promise<unknown>): Promise<Refusal | null> =>
  work.then(
    () => null,
    (error: Refusal) => error,
  );

await t.test('many at once, from two processes, take no more than there is', async (t) => {
  const other = await createDeps(deps.config, { log: deps.log, name: 'other' });
  other.deps.clock = deps.clock;
  const who = { userId: 'one', address: '192.0.2.1' };
  const asked = Array.from({ length: 60 }, (_, index) =>
    refusal(spend(index % 2 === 0 ? deps : other.deps, who, [{ allowance: small, amount: 3 }])),
  );
  const refused = (await Promise.all(asked)).filter((one) => one !== null);
  t.ok(asked.length - refused.length <= 33, `${asked.length - refused.length} were let through`);
  for (const { status, options } of refused) {
    t.equal(status, 429);
    t.ok(options.retryAfterSeconds > 0 && options.retryAfterSeconds <= 60, `${options.retryAfterSeconds}`);
  }
  t.ok(((await usedOf('small/user:one')) ?? 0) <= 100, 'what was refused was given back');
  await other.close();
});

await t.test(
  'accounts at one address share what it has, and a refusal for one takes from nobody',
  async (t) => {
    const at = (userId: string) => ({ userId, address: '192.0.2.2' });
    for (const user of ['two', 'three']) await spend(deps, at(user), [{ allowance: small, amount: 100 }]);
    t.ok(await refusal(spend(deps, at('four'), [{ allowance: small, amount: 51 }])));
    t.equal(await usedOf('small/user:four'), 0);
    t.equal(await usedOf('small/address:192.0.2.2'), 200);
    await spend(deps, at('four'), [{ allowance: small, amount: 50 }]);
  },
);

await t.test(
  'a window begins anew when it is over, and what is given back counts only in its own',
  async (t) => {
    const who = { userId: 'five', address: '192.0.2.3' };
    const early = await spend(deps, who, [{ allowance: small, amount: 100 }]);
    const late = await refusal(spend(deps, who, [{ allowance: small, amount: 1 }]));
    nowMs += (late?.options.retryAfterSeconds ?? 0) * 1000;
    await spend(deps, who, [{ allowance: small, amount: 40 }]);
    await early.giveBack();
    t.equal(await usedOf('small/user:five'), 40);
    nowMs += MINUTE_MS + 1;
    await runSweeps(deps, 'rows.delete_expired');
    t.equal(await deps.db.$count(usedAmounts, like(usedAmounts.bucket, 'small/%')), 0, 'and is swept then');
  },
);

const setUsed = async (allowance: Allowance, subject: string, amount: number): Promise<void> => {
  const bucket = `${allowance.name}/${subject}`;
  const endsAt = new Date(nowMs + allowance.windowMs);
  await deps.db
    .insert(usedAmounts)
    .values({ bucket, amount, endsAt })
    .onConflictDoUpdate({ target: usedAmounts.bucket, set: { amount, endsAt } });
};

await t.test(
  'PAG-02 uploads are paid for in bytes and files, little before the address is confirmed',
  async (t) => {
    const creator = await app.signUp('Creator');
    const newcomer = await app.signUp('Newcomer', { confirmed: false });
    const user = `user:${creator.id}`;
    const story = await createStory(app, creator);
    const { id } = await createEpisode(app, creator, story.id);
    const page = { name: 'files[]', filename: 'a.jpg', data: jpeg };
    const episode = { name: 'episode_id', value: id };
    const send = (count = 1) =>
      upload(app, creator, 'POST /creator/pages', [episode, ...Array.from({ length: count }, () => page)]);
    t.equal((await send(3)).statusCode, 202);
    t.equal(await usedOf(`upload-files/${user}`), 3);
    const bytes = (await usedOf(`upload-bytes/${user}`)) ?? 0;
    t.ok(bytes > 3 * jpeg.length && bytes < 3 * jpeg.length + 2000, 'as many as came');
    for (const [allowance, most] of [
      [mediaLimits.uploadBytes, mediaLimits.uploadBytes.most],
      [mediaLimits.uploadFiles, mediaLimits.uploadFiles.most - 1],
    ] as const) {
      await setUsed(allowance, user, most);
      const reply = await send(2);
      t.equal(reply.statusCode, 429, allowance.name);
      t.ok(Number(reply.headers['retry-after']) > 3600, 'with the time to wait');
      t.match(reply.json(), { code: 'rate_limited' });
      await setUsed(allowance, user, 0);
    }
    t.equal((await send()).statusCode, 202);
    const cover = (as: typeof creator) =>
      upload(app, as, 'POST /media', [{ name: 'file', filename: 'a.jpg', data: jpeg }]);
    t.equal((await cover(newcomer)).statusCode, 201);
    t.equal(await usedOf(`new-upload-files/user:${newcomer.id}`), 1);
    await setUsed(mediaLimits.newUploadBytes, `user:${newcomer.id}`, 200 * MIB);
    t.equal((await cover(newcomer)).statusCode, 429);
    const { id: mediaId } = (await cover(creator)).json().media;
    await setUsed(mediaLimits.uploadFiles, user, mediaLimits.uploadFiles.most);
    const body = { media_id: mediaId, x: 0, y: 0, width: 40, height: 40, purpose: 'cover' };
    t.equal(
      (await app.call('POST /media/crop', { as: creator, body })).statusCode,
      429,
      'a crop is a file too',
    );
    t.equal(await deps.db.$count(uploads), 0);
  },
);

await t.test(
  'PAG-02 a body of unknown length pays as it comes, a broken one only for what came',
  async (t) => {
    const creator = await app.signUp('Streamer');
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(jpeg)]), 'a.jpg');
    const request = new Request(`http://127.0.0.1:${portOf()}/api/media`, {
      method: 'POST',
      headers: creator.headers,
      body: form,
    });
    const reply = await fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      duplex: 'half',
    } as RequestInit);
    t.equal(reply.status, 201, await reply.text());
    t.equal(await usedOf(`upload-bytes/user:${creator.id}`), 8 * MIB, 'one step');
    const cut = await app.call('POST /media', {
      as: creator,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(50 * MIB) },
      body: Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc'),
    });
    t.match(cut.json(), { code: 'upload_incomplete' });
    const used = (await usedOf(`upload-bytes/user:${creator.id}`)) ?? 0;
    t.ok(used < 9 * MIB, `${used}`);
  },
);

await t.test('stories and episodes are made at the pace of people', async (t) => {
  const creator = await app.signUp('Machine');
  const story = await createStory(app, creator);
  await setUsed(storyLimits.stories, `user:${creator.id}`, storyLimits.stories.most);
  await setUsed(episodeLimits.episodes, `user:${creator.id}`, episodeLimits.episodes.most);
  await t.rejects(createStory(app, creator), /rate_limited/);
  await t.rejects(createEpisode(app, creator, story.id), /rate_limited/);
});

function portOf(): number {
  const address = app.app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

t.same(await remainsOf(app), NOTHING);
t.ok((await deps.db.$count(media)) > 0);
await app.close();
