/** OPS-03: takes in what lies in `revenue/incoming/` once the month is over, and credits what is good. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import { revenueImports } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { isAppError } from '../../lib/errors.ts';
import type { Source } from '../../lib/streams.ts';
import { checkImport } from './check.ts';
import { creditImport } from './commit.ts';
import { INCOMING, REFUSED, TAKEN } from './files.ts';
import { isPickUpTime, kindOfName } from './rules.ts';
import { discardImport, takeIn } from './service.ts';

export type Outcome = { id: string; state: 'credited' | 'same' | 'refused' | 'discarded' };

/** One that is still being written is left for the next round. */
const SETTLED_MS = 20_000;

/** From the 1st at 03:00 UTC on. A file that is taken moves away, so that the next round finds it no more. */
export async function pickUp(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  if (!isPickUpTime(now)) return;
  const names: string[] = [];
  for await (const { key, modifiedAt } of deps.storage.list(INCOMING)) {
    const age = now.getTime() - modifiedAt.getTime();
    if (isCsv(key) && !(age >= 0 && age < SETTLED_MS)) names.push(key);
  }
  // The month first, then its corrections.
  const order = (key: string) => (kindOfName(key) === 'month' ? 0 : 1);
  for (const key of names.sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1))) {
    await takeIncoming(deps, key).catch((error) => {
      deps.log.error({ err: error, key }, 'a file of revenue was not taken and will be tried again');
    });
  }
}

const isCsv = (key: string): boolean => /\.csv$/i.test(key);

/** `named`: the month that whoever asks has named; null takes any. */
export async function takeIncoming(deps: Deps, key: string, named: string | null = null): Promise<Outcome> {
  const name = key.slice(INCOMING.length);
  const outcome = await importFile(deps, { name, content: () => deps.storage.get(key) }, named);
  const isTaken = outcome.state === 'credited' || outcome.state === 'same';
  const target = `${isTaken ? TAKEN : REFUSED}${outcome.id}-${name.replaceAll('/', '-')}`;
  await deps.storage.put(target, () => deps.storage.get(key), { contentType: 'text/csv' });
  await deps.storage.delete(key);
  return outcome;
}

export async function importFile(
  deps: Deps,
  file: { name: string; content: Source },
  named: string | null = null,
): Promise<Outcome> {
  const { name } = file;
  const id = await takeIn(deps, { ...file, kind: kindOfName(name), source: 'service', userId: null });
  await dropBegun(deps, name, id);
  await checkImport(deps, id);
  const [row] = await deps.db.select().from(revenueImports).where(eq(revenueImports.id, id));
  if (row === undefined) throw new Error('an import is gone');
  if (row.state === 'ready' && named !== null && row.period !== named) {
    await discardImport(deps, null, id);
    return { id, state: 'discarded' };
  }
  if (row.state !== 'ready') return { id, state: row.state === 'same' ? 'same' : 'refused' };
  try {
    return { id, state: await creditImport(deps, null, id) };
  } catch (error) {
    // Somebody has credited another file for the month meanwhile.
    if (!isAppError(error)) throw error;
    await discardImport(deps, null, id);
    return { id, state: 'discarded' };
  }
}

/** What a process that ended has left half done of the same file: it is begun anew, and nothing of it was credited. */
async function dropBegun(deps: Deps, name: string, id: string): Promise<void> {
  const rows = await deps.db
    .select({ id: revenueImports.id })
    .from(revenueImports)
    .where(
      and(
        ne(revenueImports.id, id),
        eq(revenueImports.fileName, name),
        eq(revenueImports.source, 'service'),
        inArray(revenueImports.state, ['checking', 'ready']),
      ),
    );
  for (const row of rows) {
    await discardImport(deps, null, row.id).catch((error) => {
      if (!isAppError(error)) throw error;
    });
  }
}
