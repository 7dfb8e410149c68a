import { brotliCompressSync } from 'node:zlib';
import { countQueries } from '../support/shelf.ts';
import { fillConsole } from '../support/shelf-console.ts';
import { atMost, figure, median, type Row } from './row.ts';
import type { BenchSite } from './site.ts';

const STORIES = 200;
const HTML_MAX_BYTES = 30_000;
const QUERIES_MAX_COUNT = 4;
const TURNS = 30;

export async function benchConsole(site: BenchSite): Promise<Row[]> {
  const creator = await site.signUp('Industrious');
  await fillConsole(site.deps, creator.id, STORIES);
  const rows: Row[] = [];
  for (const [name, path] of [
    ['cards', '/creator/stories'],
    ['table', '/creator/stories?view=table'],
  ]) {
    const ask = () => site.app.inject({ url: path, headers: { cookie: `auth_token=${creator.token}` } });
    let html = '';
    const queries = await countQueries(site.deps, async () => {
      html = (await ask()).body;
    });
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const start = performance.now();
      await ask();
      times.push(performance.now() - start);
    }
    rows.push(
      atMost(
        `${STORIES} created stories as ${name}: HTML`,
        brotliCompressSync(html).length,
        HTML_MAX_BYTES - 1,
        'B',
      ),
      atMost(`${STORIES} created stories as ${name}: queries`, queries, QUERIES_MAX_COUNT),
      figure(`${STORIES} created stories as ${name}: answered in`, median(times), 'ms'),
    );
  }
  return rows;
}
