/**
 * The previous release still runs after a new one has migrated, so a migration only adds. Removals come one release
 * later, below a line naming the last release that used it: `-- last used by 0.1.0`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT } from '../support/processes.ts';

type Release = { release: string; lastMigration: string };

const read = (path: string) => readFileSync(join(ROOT, 'db', path), 'utf8');
const releases: Release[] = JSON.parse(read('releases.json'));
const journal: { entries: { tag: string }[] } = JSON.parse(read('migrations/meta/_journal.json'));
const tags = journal.entries.map(({ tag }) => tag);
/** The newest release may still run. Everything last used by an older one may be removed. */
const mayGo = releases.slice(0, -1).map(({ release }) => release);

const TAKES_AWAY: [RegExp, string][] = [
  [
    /\bdrop\s+(?:table|column|view|type|schema|sequence|extension|function|constraint|index)\b/i,
    'is removed',
  ],
  [
    /\brename\s+(?:column|value)\b|^alter\s+(?:table|view|sequence|type)\s+.*\brename\s+(?!constraint\b)/is,
    'is renamed',
  ],
  [/\bset\s+not\s+null\b/i, 'has to be given'],
  [/\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i, 'becomes another type'],
  [/\bdrop\s+default\b/i, 'has no default any more'],
  [
    /\badd\s+column\b(?=[^;]*\bnot\s+null\b)(?![^;]*\b(?:default|generated)\b)/i,
    'is new and has to be given',
  ],
];

function destructive(sql: string, allowed: readonly string[]): string[] {
  const statements = sql.split(/;|--> statement-breakpoint/);
  return statements.flatMap((statement, at) => {
    const release = /^-- last used by (\S+)$/m.exec(statement)?.[1];
    if (release !== undefined && allowed.includes(release)) return [];
    const code = statement.replaceAll(/--.*$/gm, '').trim();
    if (isReplaced(code, { earlier: statements.slice(0, at), later: statements.slice(at + 1) })) return [];
    return TAKES_AWAY.filter(([pattern]) => pattern.test(code)).map(
      ([, what]) => `${what}: ${code.slice(0, 120)}`,
    );
  });
}

const RENAMED = /^alter\s+table\s+"?(\w+)"?\s+rename\s+to\s+"?(\w+)"?$/i;
const GIVEN_UP = /^drop\s+table\s+"?(\w+)"?$|^alter\s+table\s+"?\w+"?\s+drop\s+constraint\s+"?\w+_fk"?$/i;

const CHECK_GIVEN_UP = /^alter\s+table\s+"?\w+"?\s+drop\s+constraint\s+"?(\w+)"?$/i;

/**
 * True when a table with all columns, such as a partitioned one, takes over the old name. The renamed original may go.
 * Dropping a foreign key refuses nobody.
 */
function isReplaced(code: string, around: { earlier: readonly string[]; later: readonly string[] }): boolean {
  const [earlier, later] = [around.earlier, around.later].map((all) =>
    all.map((statement) => statement.replaceAll(/--.*$/gm, '').trim()),
  ) as [string[], string[]];
  const renamed = (all: readonly string[]) => all.map((one) => RENAMED.exec(one) ?? []);
  const makes = (all: readonly string[], name: string, like: string): boolean => {
    const made = `^create\\s+table\\s+"?${name}"?\\s*\\(\\s*like\\s+"?${like}"?\\s+including\\s+defaults\\b`;
    return all.some((one) => new RegExp(made, 'i').test(one));
  };
  // A check re-added under its name is wider: existing rows are validated against it.
  const check = CHECK_GIVEN_UP.exec(code)?.[1];
  if (check !== undefined && later.some((one) => one.includes(`ADD CONSTRAINT "${check}" CHECK`)))
    return true;
  if (GIVEN_UP.test(code)) {
    const name = GIVEN_UP.exec(code)?.[1];
    return name === undefined || renamed(earlier).some(([, , aside]) => aside === name);
  }
  const [, name, nameAfter] = RENAMED.exec(code) ?? [];
  if (name === undefined || nameAfter === undefined) return false;
  return (
    makes(later, name, nameAfter) ||
    // The replacement was created before and takes the name later, or takes it with this statement.
    renamed(later).some(([, other = '', taken]) => taken === name && makes(earlier, other, name)) ||
    (makes(earlier, name, nameAfter) && renamed(earlier).some(([, left]) => left === nameAfter))
  );
}

t.test('what a release before would not survive is seen, and allowed once nobody uses it', async (t) => {
  const wrong = [
    'ALTER TABLE "users" DROP COLUMN "slug"',
    'drop table likes',
    'ALTER TABLE "a" RENAME TO "b"',
    'ALTER TABLE "a" RENAME COLUMN "c" TO "d"',
    'ALTER TABLE "a" ALTER COLUMN "c" SET NOT NULL',
    'ALTER TABLE "a" ALTER COLUMN "c" SET DATA TYPE bigint',
    'ALTER TABLE "a" ADD COLUMN "c" text NOT NULL',
    'ALTER TABLE "a" RENAME "c" TO "d"',
    'ALTER TABLE IF EXISTS "a" RENAME TO "b"',
    'ALTER TABLE "a" DROP CONSTRAINT "a_pk"',
    'ALTER TABLE "a" DROP COLUMN "c", DROP CONSTRAINT "a_b_id_fk"',
    'DROP INDEX "a_once"',
    'ALTER TABLE "a" RENAME TO "b"; CREATE TABLE "a" ("c" text)',
    'ALTER TABLE "a" RENAME TO "b"; CREATE TABLE "ab" (LIKE "b" INCLUDING DEFAULTS)',
  ];
  for (const sql of wrong) {
    t.equal(destructive(`${sql};`, []).length, 1, sql);
    t.equal(destructive(`-- last used by 0.1.0\n${sql};`, []).length, 1, 'the release before may still run');
    t.equal(destructive(`-- last used by 0.1.0\n${sql};`, ['0.1.0']).length, 0);
  }
  const early = 'CREATE TABLE "a" (LIKE "b" INCLUDING DEFAULTS); ALTER TABLE "a" RENAME TO "b"';
  t.equal(destructive(early, []).length, 1, 'what was made before is gone as well');
  for (const like of ['a', 'c']) {
    const sql = `CREATE TABLE "b" (LIKE "${like}" INCLUDING DEFAULTS); ALTER TABLE "b" RENAME TO "a"`;
    t.equal(destructive(`${sql};`, []).length, 1, 'what had that name is not put aside');
  }
  const right = [
    'ALTER TABLE "a" ADD COLUMN "c" text',
    'ALTER TABLE "a" ADD COLUMN "c" integer DEFAULT 0 NOT NULL',
    'CREATE TABLE "a" ("b" text NOT NULL)',
    '-- drop table likes\ncreate index a on b (c)',
    'ALTER TABLE "a" RENAME TO "b"; CREATE TABLE "a" (LIKE "b" INCLUDING DEFAULTS) PARTITION BY RANGE ("c")',
    'ALTER TABLE "a" RENAME CONSTRAINT "a_pk" TO "b_pk"',
    'ALTER TABLE "a" DROP CONSTRAINT "a_b_id_fk"',
    `CREATE TABLE "b" (LIKE "a" INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH ("c");
     ALTER TABLE "a" RENAME TO "d"; ALTER TABLE "b" RENAME TO "a"; DROP TABLE "d"`,
  ];
  for (const sql of right) t.same(destructive(`${sql};`, []), [], sql);
});

t.test('each release names a migration, in their order', async (t) => {
  const places = releases.map(({ lastMigration }) => tags.indexOf(lastMigration));
  t.notMatch(places, [-1]);
  t.same(
    places,
    places.toSorted((one, other) => one - other),
  );
});

t.test('migrations since the last release only add', async (t) => {
  const since = tags.indexOf(releases.at(-1)?.lastMigration ?? '') + 1;
  for (const tag of tags.slice(since)) t.same(destructive(read(`migrations/${tag}.sql`), mayGo), [], tag);
});
