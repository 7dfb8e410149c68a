import { rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { eq } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import * as schema from '../../db/schema/index.ts';
import { startPictureServer } from '../support/picture-server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { Row } from './images.ts';
import { compare, rateRows } from './load.ts';

// Requests per second of a hot picture beside @fastify/static with the same file, paired in one run.

const TARGET = 4;
/** A small cover and a comic's page at the width of a phone. */
const SIZES_BYTES = [12_000, 80_000];

export async function benchMedia(): Promise<Row[]> {
  const folder = await temporaryFolder();
  const pictures = await startPictureServer({ folder: path.join(folder, 'media') });
  const files = Fastify();
  await files.register(fastifyStatic, { root: folder, maxAge: '365d', immutable: true });
  const rows: Row[] = [];
  try {
    const [ours, other] = [await listen(pictures.app), await listen(files)];
    for (const bytes of SIZES_BYTES) {
      const picture = await pictures.addPicture('profile', bytes);
      const { users } = schema;
      await pictures.db
        .update(users)
        .set({ pictureMediaId: picture.id })
        .where(eq(users.id, pictures.userId));
      await writeFile(path.join(folder, `${bytes}.webp`), picture.body);
      const result = await compare(
        { port: ours, path: picture.path },
        { port: other, path: `/${bytes}.webp` },
      );
      rows.push(
        ...rateRows(`hot picture of ${bytes} B`, result.ours),
        ...rateRows(`@fastify/static, ${bytes} B`, result.other),
        {
          name: `hot picture / @fastify/static, ${bytes} B`,
          value: Math.round(result.ratio * 100) / 100,
          unit: '',
          target: `>= ${TARGET}`,
          ok: result.ratio >= TARGET,
        },
      );
    }
    return rows;
  } finally {
    await files.close();
    await pictures.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}
