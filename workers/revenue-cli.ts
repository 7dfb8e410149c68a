/**
 * `npm run revenue -- import <month> [file]`: imports a month's revenue, for cron (OPS-03). Exit codes: 0 credited, now
 * or before; 1 wrong call or fault; 2 file refused; 3 no file.
 */
import { basename } from 'node:path';
import type { Deps } from '../server/deps.ts';
import { INCOMING } from '../server/domains/income/revenue/files.ts';
import {
  findIncoming,
  importFile,
  type Outcome,
  takeIncoming,
} from '../server/domains/income/revenue/pick-up.ts';
import { findImport, isMonthCredited } from '../server/domains/income/revenue/queries.ts';
import { isPeriod, type NoteCode } from '../server/domains/income/revenue/rules.ts';
import { StartError } from '../server/embedded/start-error.ts';
import { owned } from '../server/lib/streams.ts';
import { type Command, runCommand, type Say } from './command.ts';

const REFUSED_EXIT = 2;
const NONE_EXIT = 3;

export const revenueCommand: Command = {
  name: 'revenue',
  usage: 'Usage: npm run revenue -- import <month, like 2026-10> [file]',
  refusals: { revenue_file_too_large: 'The file is larger than 64 MB' },
  read([command, month = '', file, ...others]) {
    if (command !== 'import' || !isPeriod(month) || others.length > 0) return null;
    return async (deps, say) => {
      const outcomes =
        file === undefined ? await importIncoming(deps, month) : [await importLocal(deps, month, file)];
      if (outcomes.length === 0) return tellNone(deps, say, month);
      const exits: number[] = [];
      for (const outcome of outcomes) exits.push(await tell(deps, say, outcome));
      return Math.max(...exits);
    };
  },
};

async function importLocal(deps: Deps, month: string, file: string): Promise<Outcome> {
  const found = await deps.disk.stat(file).catch(() => null);
  if (!found?.isFile()) throw new StartError(`No such file: ${file}`);
  return importFile(
    deps,
    {
      name: basename(file),
      content: async () => owned((await deps.disk.open(file)).createReadStream()),
    },
    month,
  );
}

async function importIncoming(deps: Deps, month: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const found of await findIncoming(deps, month)) {
    const outcome = await takeIncoming(deps, found, month);
    if (outcome !== null) outcomes.push(outcome);
  }
  return outcomes;
}

/** The service may have imported the file already. */
async function tellNone(deps: Deps, say: Say, month: string): Promise<number> {
  const isCredited = await isMonthCredited(deps, month);
  say(
    isCredited
      ? `${month} was already credited, and no other file is waiting`
      : `No file for ${month} in ${INCOMING}`,
  );
  return isCredited ? 0 : NONE_EXIT;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const NOTES: Readonly<Record<NoteCode, string>> = {
  byte_order_mark: 'begins with a byte order mark, which was ignored',
};

async function tell(deps: Deps, say: Say, { id, state }: Outcome): Promise<number> {
  const found = await findImport(deps, id);
  for (const note of found.notes) say(`${found.file_name}: ${NOTES[note]}`);
  const { file_name: name, lines_count: lines, totals, problems_count: wrong } = found;
  if (state === 'credited' && totals !== null) {
    const amount = totals.to_creators.replace(/^-?/, '$&$$');
    const creators = countOf(totals.creators_count, 'creator');
    say(`${name}: credited ${countOf(lines, 'line')}, ${amount} to ${creators}`);
    return 0;
  }
  if (state === 'same') {
    say(`${name}: the same content was already credited; nothing changed`);
    return 0;
  }
  if (state === 'discarded') {
    say(`${name}: nothing was credited; an administrator discarded it`);
    return REFUSED_EXIT;
  }
  say(`${name}: nothing was credited; ${countOf(wrong, 'problem')} found`);
  for (const { line, code, excerpt, hint } of found.problems)
    say(`  line ${line}: ${code}${excerpt && `: ${excerpt}`}${hint === null ? '' : ` (similar: ${hint})`}`);
  return REFUSED_EXIT;
}

if (import.meta.main) await runCommand(revenueCommand);
