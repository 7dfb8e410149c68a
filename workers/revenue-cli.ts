/**
 * `npm run revenue -- import <month> [file]`: takes in the revenue of a month, for cron (OPS-03). Ends with 0 when the month is
 * credited, also when it was before; 1 for a wrong call or a fault; 2 when the file was refused; 3 when there is none.
 */
import { basename } from 'node:path';
import type { Deps } from '../server/deps.ts';
import { INCOMING } from '../server/domains/revenue/files.ts';
import { importFile, type Outcome, takeIncoming } from '../server/domains/revenue/pick-up.ts';
import { findImport } from '../server/domains/revenue/queries.ts';
import { isPeriod } from '../server/domains/revenue/rules.ts';
import { owned } from '../server/lib/streams.ts';
import { runCommand, say } from './command.ts';

const REFUSED_EXIT = 2;
const NONE_EXIT = 3;

await runCommand({
  name: 'revenue',
  usage: 'Usage: npm run revenue -- import <month, like 2026-10> [file]',
  refusals: { revenue_file_too_large: 'The file is larger than 64 MB' },
  read([command, month = '', file, ...others]) {
    if (command !== 'import' || !isPeriod(month) || others.length > 0) return null;
    return async (deps) => {
      const outcomes =
        file === undefined ? await importIncoming(deps, month) : [await importLocal(deps, month, file)];
      if (outcomes.length === 0) {
        say(`There is no file for ${month} in ${INCOMING}`);
        process.exitCode = NONE_EXIT;
      }
      for (const outcome of outcomes) await tell(deps, outcome, month);
    };
  },
});

const importLocal = (deps: Deps, month: string, file: string): Promise<Outcome> =>
  importFile(
    deps,
    {
      name: basename(file),
      content: async () => owned((await deps.disk.open(file)).createReadStream()),
    },
    month,
  );

async function importIncoming(deps: Deps, month: string): Promise<Outcome[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list(INCOMING)) {
    if (/\.csv$/i.test(key) && key.includes(month)) keys.push(key);
  }
  const outcomes: Outcome[] = [];
  for (const key of keys) outcomes.push(await takeIncoming(deps, key, month));
  return outcomes;
}

async function tell(deps: Deps, { id, state }: Outcome, month: string): Promise<void> {
  const found = await findImport(deps, id);
  if (state === 'credited') {
    const { lines_count: lines, totals } = found;
    say(
      `${found.file_name}: credited ${lines} lines, $${totals?.to_creators} to ${totals?.creators_count} creators`,
    );
    return;
  }
  if (state === 'same') return say(`${found.file_name}: the same was credited before, nothing changed`);
  process.exitCode = REFUSED_EXIT;
  if (state === 'discarded') {
    const why =
      found.period === month
        ? 'another file was credited for the month'
        : `it is for ${found.period}, not for ${month}`;
    return say(`${found.file_name}: nothing was credited, ${why}`);
  }
  say(`${found.file_name}: nothing was credited, ${found.problems_count} lines are wrong`);
  for (const { line, code, excerpt, hint } of found.problems)
    say(`  line ${line}: ${code}: ${excerpt}${hint === null ? '' : ` (alike: ${hint})`}`);
}
