/** Who may cache a picture: after an episode is withdrawn, only its readers may still have it. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import * as schema from '../../../db/schema/index.ts';
import { startPictureServer } from '../../support/picture-server.ts';

const FOR_ALL = 'public, max-age=31536000, immutable';
const FOR_ONE = 'private, max-age=31536000, immutable';

for (const [cdnMaxAgeSeconds, kept] of [
  [0, FOR_ONE],
  [60, FOR_ALL],
] as const) {
  t.test(`pictures of episodes are ${kept.split(',')[0]} with a CDN of ${cdnMaxAgeSeconds} s`, async (t) => {
    const server = await startPictureServer({ folder: t.testdir(), cdnMaxAgeSeconds });
    t.teardown(server.stop);
    const { db, userId, addPicture, addEpisode, get } = server;
    const { page, thumbnail, cover } = await addEpisode();
    const keeping = async (path: string) => (await get(path)).headers['cache-control'];
    for (const { path } of [page, thumbnail]) {
      t.equal(await keeping(path), kept, 'from storage');
      t.equal(await keeping(path), kept, 'from memory');
    }
    t.equal(await keeping(cover.path), FOR_ALL);
    const face = await addPicture('profile');
    await db.update(schema.users).set({ pictureMediaId: face.id }).where(eq(schema.users.id, userId));
    t.equal(await keeping(face.path), FOR_ALL);
    t.equal((await get(page.path)).headers['cache-tag'] === undefined, cdnMaxAgeSeconds === 0);
  });
}
