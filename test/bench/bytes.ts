/** Bytes sent per page: documents, styles and scripts, all as brotli. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { atMost, figure, type Row } from './row.ts';
import { type BenchSite, keptForm } from './site.ts';

const HTML_MAX_BYTES = 14_000;
const FIRST_SCRIPTS_MAX_BYTES = 8 * 1024;

export async function benchBytes(site: BenchSite): Promise<Row[]> {
  const { landing, story, reader, novel, missing } = site.paths;
  const pages = {
    landing,
    'story of 40 episodes': story,
    'reader of 20 pages': reader,
    novel,
    '404': missing,
  };
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const { body, html } = await keptForm(site, path);
    rows.push(
      atMost(`${name}: HTML of a first visit, styles in it`, body.length, HTML_MAX_BYTES - 1, 'B'),
      figure(
        `${name}: style sheets, later`,
        await sizeOf(site, addresses(html, /(?:<style data-sheet|<link rel="stylesheet" href)="([^"]+)"/g)),
        'B',
      ),
    );
    const first = addresses(html, /<script[^>]+src="([^"]+)"/g);
    rows.push(
      atMost(
        `${name}: scripts before the largest picture`,
        await sizeOf(site, first),
        FIRST_SCRIPTS_MAX_BYTES,
        'B',
      ),
    );
    const islands = addresses(html, /<tsuzuki-island[^>]* chunks="([^"]+)"/g).flatMap((chunks) =>
      chunks.split(' '),
    );
    const rest = new Set(islands.filter((address) => !first.includes(address)));
    rows.push(figure(`${name}: React and islands, later`, await sizeOf(site, [...rest]), 'B'));
  }
  return rows;
}

const addresses = (html: string, pattern: RegExp): string[] => [
  ...new Set([...html.matchAll(pattern)].flatMap(([, address]) => address ?? [])),
];

async function sizeOf(site: BenchSite, paths: readonly string[]): Promise<number> {
  const sizes = paths.map(async (path) => {
    const file = join(site.root, 'dist/client', path);
    const { size } = await stat(`${file}.br`).catch(() => stat(file));
    return size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
