/**
 * The release before works on while a new one has migrated already, so a migration only adds. What takes away stands one release
 * later, below a line that names the release which still used it: `-- last used by 0.1.0`.
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
/** The newest one may still run; what those before it were the last to use may go. */
const mayGo = releases.slice(0, -1).map(({ release }) => release);

const TAKES_AWAY: [RegExp, string][] = [
  [/\bdrop\s+(?:table|column|view|type|schema|sequence|extension)\b/i, 'is removed'],
  [/\brename\s+(?:column|value)\b|^alter\s+table\s+\S+\s+rename\s+to\b/i, 'is renamed'],
  [/\bset\s+not\s+null\b/i, 'has to be given'],
  [/\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i, 'becomes another type'],
  [/\bdrop\s+default\b/i, 'has no default any more'],
  [
    /\badd\s+column\b(?=[^;]*\bnot\s+null\b)(?![^;]*\b(?:default|generated)\b)/i,
    'is new and has to be given',
  ],
];

/** Statements that the release before would not survive. */
function destructive(sql: string, allowed: readonly string[]): string[] {
  const statements = sql.split(/;|--> statement-breakpoint/);
  // Under the same name stands another one at the end, such as one in partitions.
  const made = [...sql.matchAll(/\bcreate\s+(?:table|view)\s+(?:if\s+not\s+exists\s+)?"?(\w+)/gi)].map(
    ([, name]) => name,
  );
  return statements.flatMap((statement) => {
    const release = /^-- last used by (\S+)$/m.exec(statement)?.[1];
    if (release !== undefined && allowed.includes(release)) return [];
    const code = statement.replaceAll(/--.*$/gm, '').trim();
    if (made.includes(/^alter\s+table\s+"?(\w+)"?\s+rename\s+to\b/i.exec(code)?.[1])) return [];
    return TAKES_AWAY.filter(([pattern]) => pattern.test(code)).map(
      ([, what]) => `${what}: ${code.slice(0, 120)}`,
    );
  });
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
  ];
  for (const sql of wrong) {
    t.equal(destructive(`${sql};`, []).length, 1, sql);
    t.equal(destructive(`-- last used by 0.1.0\n${sql};`, []).length, 1, 'the release before may still run');
    t.equal(destructive(`-- last used by 0.1.0\n${sql};`, ['0.1.0']).length, 0);
  }
  const right = [
    'ALTER TABLE "a" ADD COLUMN "c" text',
    'ALTER TABLE "a" ADD COLUMN "c" integer DEFAULT 0 NOT NULL',
    'CREATE TABLE "a" ("b" text NOT NULL)',
    '-- drop table likes\ncreate index a on b (c)',
    'ALTER TABLE "a" RENAME TO "a_before"; CREATE TABLE "a" ("b" text) PARTITION BY RANGE ("b")',
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
