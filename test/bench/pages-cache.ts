/** Requests per second of cached pages: the whole product beside a bare route that sends the same bytes. */
import Fastify from 'fastify';
import { BROWSER } from './arrivals.ts';
import { compare, listen, rateRows } from './load.ts';
import { atLeast, type Row } from './row.ts';
import { type BenchSite, keptForm } from './site.ts';

const TARGET = 0.9;
const ACCEPT = { 'accept-encoding': BROWSER['accept-encoding'] };

export async function benchPageCache(site: BenchSite): Promise<Row[]> {
  const pages = [
    ['story of 40 episodes', site.paths.story],
    ['reader of 20 pages', site.paths.reader],
  ] as const;
  const rows: Row[] = [];
  for (const [name, path] of pages) {
    const { body } = await keptForm(site, path);
    const bare = Fastify();
    bare.get(path, (_request, reply) => {
      reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'br').send(body);
    });
    try {
      const port = await listen(bare);
      const result = await compare(
        { port: site.port, path, headers: ACCEPT },
        { port, path, headers: ACCEPT },
      );
      rows.push(
        ...rateRows(`${name} from the cache, ${body.length} B`, result.ours),
        ...rateRows(`${name}, bare route`, result.other),
        atLeast(`${name}: from the cache / bare route`, result.ratio, TARGET),
      );
    } finally {
      await bare.close();
    }
  }
  return rows;
}
