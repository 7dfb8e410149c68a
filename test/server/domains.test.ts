/** Every table has one writer, and every user's row a deletion rule: compares declarations, code and schema. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
import t from 'tap';
import * as schema from '../../db/schema/index.ts';
import { allDomains, allParts } from '../../server/domains/index.ts';
import { ATTEMPTS_KEPT_MS } from '../../server/domains/platform/tables/sweep.ts';
import { openBench } from '../support/jobs.ts';

const ROOT = join(import.meta.dirname, '../..');
const tables = Object.entries(schema).flatMap(([variable, table]) =>
  is(table, Table) ? [{ variable, name: getTableName(table) }] : [],
);
const ownerOf = new Map(
  allDomains.flatMap((room) =>
    room.parts.flatMap(({ name, tables: own }) =>
      own.map((table) => [getTableName(table), name === 'media' ? name : `${room.name}/${name}`]),
    ),
  ),
);

t.test('every table belongs to one noun', async (t) => {
  const named = allParts.flatMap((part) => part.tables.map((table) => getTableName(table)));
  t.same(named.sort(), tables.map(({ name }) => name).sort());
});

/** Tables that a file changes, by drizzle's methods on imported tables and by raw SQL. */
function tablesWrittenBy(text: string): string[] {
  const imported = /import \{([^}]*)\} from '[./#\w]*db\/schema\/index\.ts'/.exec(text)?.[1] ?? '';
  const nameOf = new Map<string, string>();
  for (const part of imported.split(',')) {
    const [original = '', alias = original] = part.trim().split(/\s+as\s+/);
    const table = tables.find(({ variable }) => variable === original);
    if (table !== undefined) nameOf.set(alias, table.name);
  }
  const byVerb = [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].map(([, alias = '']) =>
    nameOf.get(alias),
  );
  const bySql = [...text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)/g)].map(([, name]) =>
    tables.find((table) => table.name === name) ? name : undefined,
  );
  return [...byVerb, ...bySql].filter((name) => name !== undefined);
}

/** `community/comments`, or only the room for files that serve all its nouns. */
const writerOf = (file: string): string =>
  /^server\/domains\/(?!media\/)(\w+\/[\w-]+)\//.exec(file)?.[1] ??
  /^server\/domains\/(\w+)\//.exec(file)?.[1] ??
  '';

t.test('writing is exclusive: a table is changed by its own noun', async (t) => {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'server', 'workers', 'pages'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const file of listed.split('\n').filter((name) => /\.tsx?$/.test(name))) {
    const writer = writerOf(file);
    for (const name of tablesWrittenBy(readFileSync(join(ROOT, file), 'utf8'))) {
      const owner = ownerOf.get(name) ?? '';
      t.ok(writer === owner || writer === owner.split('/')[0], `${file} changes ${name} of ${owner}`);
    }
  }
});

t.test('a noun says of every column that names a user what becomes of it', async (t) => {
  const bench = await openBench();
  t.teardown(() => bench.close());
  const { rows } = await bench.deps.pool.query<{ column: string }>(`
    select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.conparentid = 0 and c.confrelid = 'users'::regclass
    union select table_name || '.' || column_name from information_schema.columns
      where table_schema = 'public' and to_regclass(table_name) not in (select inhrelid from pg_inherits)
        and column_name ~ '(^|_)(user|owner|actor|author|reader)_id$'`);
  const said = allParts.flatMap(({ personal }) => Object.keys(personal?.columns ?? {}));
  t.same(said.filter((column) => column !== 'users.id').sort(), rows.map(({ column }) => column).sort());
  for (const { name, personal } of allParts) {
    const isErasing = Object.values(personal?.columns ?? {}).includes('erased');
    if (isErasing) t.ok(personal?.erase, `${name} erases`);
  }
});

t.test('each event that a room declares is registered, so that no recorded one is lost', async (t) => {
  const registered = new Set(
    allParts.flatMap(({ events, jobs }) => [...events, ...jobs].map(({ name }) => name)),
  );
  for (const { name } of allDomains) {
    const path = join(ROOT, 'server/domains', name, 'events.ts');
    if (!existsSync(path)) continue;
    const declared = Object.values(await import(path)).filter((value) => value instanceof Object);
    const names = declared.flatMap((value) => ('payload' in value && 'name' in value ? [value.name] : []));
    t.ok(names.length > 0, path);
    for (const each of names) t.ok(registered.has(String(each)), String(each));
  }
});

t.test('no name of an event, job, sweep or mail is taken twice', async (t) => {
  const kinds = [
    allParts.flatMap(({ events, jobs }) => [...events, ...jobs]),
    allParts.flatMap(({ sweeps }) => sweeps),
    allParts.flatMap(({ mails }) => mails),
  ];
  for (const parts of kinds) {
    const names = parts.map(({ name }) => name);
    t.same(names, [...new Set(names)]);
  }
});

t.test('no limit looks further back than its rows are kept', async (t) => {
  for (const limit of allParts.flatMap(({ limits }) => Object.values(limits))) {
    if (!('mostPerAddress' in limit)) t.ok(limit.windowMs <= ATTEMPTS_KEPT_MS, limit.name);
  }
});
