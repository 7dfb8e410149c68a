/** Files that the database names. An object deleted during a backup may be missing only if its row is gone too. */
import type { ClientBase } from 'pg';
import { sqlState } from '../../../db/client.ts';
import type { MediaVariant } from '../../../db/schema/index.ts';
import { originalKey, variantKey } from '../../domains/media/addresses.ts';
import { epubKey } from '../../domains/publishing/novels/books/files.ts';
import { linesOf, unpacked, writeFile } from './flow.ts';

const AT_ONCE = 1_000;
/** No such table or column: the database belongs to another release. */
const OTHER_RELEASE = /^42(?:P01|703)$/;

type Row = { id: string; key: string; variants: MediaVariant[] };
type Kind = { rows: string; keys(row: Row): string[] };

/** Excludes data exports and revenue files: none disappears during a backup, and the demo has imports without files. */
const KINDS = {
  pictures: {
    rows: 'select id, variants from media',
    keys: ({ id, variants }) => [originalKey(id), ...variants.map((each) => variantKey(id, each))],
  },
  books: { rows: `select id from epubs where state <> 'refused'`, keys: ({ id }) => [epubKey(id)] },
  forms: { rows: 'select id, storage_key as key from tax_forms', keys: ({ key }) => [key] },
} satisfies Record<string, Kind>;
const kinds: Readonly<Record<string, Kind>> = KINDS;

/** Writes kind, id and key per line, in the transaction that holds the snapshot. */
export async function writeNeeded(client: ClientBase, path: string): Promise<void> {
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    for (const [kind, { rows, keys }] of Object.entries(kinds)) {
      for await (const page of pagesOf(client, rows)) {
        const text = page.flatMap((row) => keys(row).map((key) => `${kind} ${row.id} ${key}\n`)).join('');
        if (text !== '') yield Buffer.from(text);
      }
    }
  };
  await writeFile(path, lines, { isCompressed: true });
}

async function* pagesOf(client: ClientBase, rows: string): AsyncGenerator<Row[]> {
  await client.query('savepoint needed');
  try {
    await client.query(`declare needed no scroll cursor for ${rows}`);
  } catch (error) {
    if (!OTHER_RELEASE.test(sqlState(error) ?? '')) throw error;
    await client.query('rollback to savepoint needed');
    return;
  }
  for (;;) {
    const { rows: page } = await client.query<Row>(`fetch ${AT_ONCE} from needed`);
    if (page.length === 0) break;
    yield page;
  }
  await client.query('close needed; release savepoint needed');
}

/** Yields keys not in `known` that the database still names when asked again. */
export async function* stillNeeded(
  client: ClientBase,
  path: string,
  known: (key: string) => boolean,
): AsyncGenerator<string> {
  let waiting: { kind: string; id: string; key: string }[] = [];
  const ask = async (): Promise<string[]> => {
    const wanted = new Set<string>();
    for (const [kind, { rows, keys }] of Object.entries(kinds)) {
      const ids = waiting.filter((each) => each.kind === kind).map(({ id }) => id);
      if (ids.length === 0) continue;
      const found = await client.query<Row>(`select * from (${rows}) t where id = any($1::uuid[])`, [ids]);
      for (const key of found.rows.flatMap(keys)) wanted.add(key);
    }
    const still = waiting.filter(({ key }) => wanted.has(key)).map(({ key }) => key);
    waiting = [];
    return still;
  };
  for await (const line of linesOf(unpacked(path))) {
    const [kind = '', id = '', key = ''] = line.split(' ');
    if (!known(key)) waiting.push({ kind, id, key });
    if (waiting.length >= AT_ONCE) yield* await ask();
  }
  yield* await ask();
}
