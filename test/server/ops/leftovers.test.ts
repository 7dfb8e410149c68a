import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { media, uploads } from '../../../db/schema/index.ts';
import type { Deps } from '../../../server/deps.ts';
import {
  deleteUnusedPictures,
  removeLeftovers,
  sweepLeftovers,
} from '../../../server/domains/media/leftovers.ts';
import { receiveImage } from '../../../server/domains/media/receive.ts';
import { processMedia } from '../../../server/domains/media/service.ts';
import { lastRites } from '../../../workers/handlers.ts';
import { startTestApp } from '../../support/app.ts';
import { createStory, uploadCover } from '../../support/console.ts';
import { samplePage } from '../../support/sample-page.ts';

const HOURS_MS = 2 * 3_600_000;

const later = (deps: Deps): Deps => ({ ...deps, clock: { now: () => new Date(Date.now() + HOURS_MS) } });

async function keysOf({ storage }: Deps): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('media/')) keys.push(key);
  return keys;
}

t.test('uploads that were cut off, and pictures that fail or go', async (t) => {
  const app = await startTestApp();
  t.teardown(app.close);
  const { deps } = app;
  const creator = await app.signUp();
  const picture = await samplePage(120, 160);

  t.test('a stored original that never became a picture is taken away, one under way is not', async (t) => {
    const { mediaId } = await receiveImage(deps, () => Readable.from([picture]), '1.jpg');
    await sweepLeftovers(deps);
    t.match(await keysOf(deps), [new RegExp(mediaId)], 'its request may still be running');
    await sweepLeftovers(later(deps));
    t.same(await keysOf(deps), []);
    t.same(await deps.db.select().from(uploads), []);
  });

  t.test('whoever is alone need not wait', async (t) => {
    await receiveImage(deps, () => Readable.from([picture]), '1.jpg');
    await removeLeftovers(deps, { isAlone: false });
    t.equal((await keysOf(deps)).length, 1);
    await removeLeftovers(deps, { isAlone: true });
    t.same(await keysOf(deps), []);
  });

  t.test('what became a picture is kept, even by an upload that takes everything back', async (t) => {
    const id = await uploadCover(app, creator);
    t.same(await deps.db.select().from(uploads), []);
    await removeLeftovers(deps, { isAlone: true });
    t.match(await keysOf(deps), [new RegExp(`${id}/original$`)]);

    const received = await receiveImage(deps, () => Readable.from([picture]), '2.jpg');
    // Simulates a commit whose response was lost.
    await deps.db.delete(uploads).where(eq(uploads.id, received.mediaId));
    await received.discard();
    t.ok((await keysOf(deps)).some((key) => key.includes(received.mediaId)));
  });

  t.test(
    'temporary files of a process that is gone are removed, those of one that lives are not',
    async (t) => {
      const [gone, living] = await Promise.all(
        [2 ** 22 - 1, process.ppid].map((pid) => mkdtemp(join(tmpdir(), `tsuzuki-upload-${pid}-`))),
      );
      t.teardown(() => rm(living ?? '', { recursive: true, force: true }));
      await writeFile(join(gone ?? '', 'file'), 'half');
      await removeLeftovers(deps, { isAlone: false });
      const names = await readdir(tmpdir());
      t.notOk(names.includes(basename(gone ?? '')));
      t.ok(names.includes(basename(living ?? '')));
    },
  );

  t.test('a picture whose processing failed for good says so, and a retry mends it', async (t) => {
    const id = await uploadCover(app, creator);
    await lastRites['media.process']?.(deps, { mediaId: id });
    const failed = await app.call(`GET /media/${id}`, { as: creator });
    t.match(failed.json(), { media: { state: 'failed', error: 'processing_failed', url: null } });
    await processMedia(deps, id);
    t.match((await app.call(`GET /media/${id}`, { as: creator })).json(), { media: { state: 'ready' } });
  });

  t.test('a picture that is removed while it is processed leaves nothing behind', async (t) => {
    const id = await uploadCover(app, creator);
    const file = join(await mkdtemp(join(tmpdir(), 'tsuzuki-leftovers-')), 'page');
    t.teardown(() => rm(join(file, '..'), { recursive: true, force: true }));
    await writeFile(file, picture);
    const removing: Deps = {
      ...deps,
      storage: {
        ...deps.storage,
        async read(key) {
          const original = await deps.storage.read(key);
          await deps.db.delete(media).where(eq(media.id, id));
          await deps.storage.delete(key);
          return original;
        },
      },
    };
    await processMedia(removing, id);
    t.notOk((await keysOf(deps)).some((key) => key.includes(id)));

    // Stored by a run that was killed after the picture was deleted.
    const key = `media/${id.slice(-2)}/${id}/0-160.webp`;
    await deps.storage.put(key, () => createReadStream(file), { contentType: 'image/webp' });
    await processMedia(deps, id);
    t.notOk((await keysOf(deps)).includes(key));
  });

  await t.test('a cover that no story took goes after two days, one in use stays', async (t) => {
    const unused = await uploadCover(app, creator);
    const used = await uploadCover(app, creator);
    await createStory(app, creator, { cover_media_id: used });
    await app.runJobs();
    t.equal(await deleteUnusedPictures(deps), 0, 'today it may still be wanted');
    const inThreeDays: Deps = { ...deps, clock: { now: () => new Date(Date.now() + 72 * 3_600_000) } };
    await deleteUnusedPictures(inThreeDays);
    await app.runJobs();
    t.notOk((await keysOf(deps)).some((key) => key.includes(unused)));
    t.ok((await keysOf(deps)).some((key) => key.includes(used)));
  });

  await t.test(
    'all pictures are looked through a piece at a time, and then from the first again',
    async (t) => {
      const unused = [await uploadCover(app, creator), await uploadCover(app, creator)];
      await app.runJobs();
      const inThreeDays: Deps = { ...deps, clock: { now: () => new Date(Date.now() + 72 * 3_600_000) } };
      const isLeft = async (id = '') =>
        (await deps.db.select().from(media).where(eq(media.id, id))).length > 0;
      const all = (await deps.db.select().from(media)).length;
      let found = 0;
      for (let piece = 0; piece < all; piece += 1) found += await deleteUnusedPictures(inThreeDays, 1);
      t.same([found, await isLeft(unused[0]), await isLeft(unused[1])], [2, false, false]);

      const late = await uploadCover(app, creator);
      for (let piece = 0; piece <= all; piece += 1) await deleteUnusedPictures(inThreeDays, 1);
      t.notOk(await isLeft(late));
    },
  );
});
