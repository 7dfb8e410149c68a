/** Requests per second of hot pictures: the whole product beside @fastify/static with the same files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { compare, listen, rateRows } from './load.ts';
import { atLeast, type Row } from './row.ts';
import type { BenchSite } from './site.ts';

const TARGET = 4;

export async function benchMedia(site: BenchSite): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-bench-'));
  const files = Fastify();
  await files.register(fastifyStatic, { root: folder, maxAge: '365d', immutable: true });
  const rows: Row[] = [];
  try {
    const port = await listen(files);
    for (const [name, path, width] of [
      ['comic page, 720 wide', site.paths.reader, 720],
      ['cover, 320 wide', site.paths.story, 320],
    ] as const) {
      const picture = await firstPicture(site, path, width);
      const { rawPayload } = await site.app.inject({ url: picture });
      await writeFile(join(folder, `${width}.webp`), rawPayload);
      const result = await compare({ port: site.port, path: picture }, { port, path: `/${width}.webp` });
      rows.push(
        ...rateRows(`hot ${name}, ${rawPayload.length} B`, result.ours),
        ...rateRows(`${name}, @fastify/static`, result.other),
        atLeast(`hot ${name} / @fastify/static`, result.ratio, TARGET),
      );
    }
    return rows;
  } finally {
    await files.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function firstPicture(site: BenchSite, path: string, width: number): Promise<string> {
  const { body } = await site.app.inject({ url: path });
  const sets = [...body.matchAll(/type="image\/webp" srcSet="([^"]+)"/gi)].map(([, set]) => set ?? '');
  const found = sets
    .flatMap((set) => set.split(', '))
    .map((each) => each.split(' '))
    .find(([, size]) => size === `${width}w`);
  if (found?.[0] === undefined) throw new Error(`no picture ${width} wide in ${path}`);
  return found[0];
}
