/** OPS-03: imports the files in `revenue/incoming/` once the month is over, and credits the valid ones. */
import { and, eq, inArray } from 'drizzle-orm';
import { revenueImports } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { isAppError } from '../../../lib/errors.ts';
import type { Source } from '../../../lib/streams.ts';
import { isKey, type StoredObject } from '../../../storage/storage.ts';
import { checkImport } from './check.ts';
import { creditImport } from './commit.ts';
import { fileNameOf, INCOMING, placeOf } from './files.ts';
import { inTurn } from './in-turn.ts';
import { refuseImport, refuseUnread } from './refuse.ts';
import { FILE_MAX_BYTES, isPickUpTime, kindOfName } from './rules.ts';
import { discardImport, takeIn } from './service.ts';

/** `discarded`: by an administrator, meanwhile. */
export type Outcome = { id: string; state: 'credited' | 'same' | 'refused' | 'discarded' };

/** Younger files may still be written, and wait for the next round. */
const SETTLED_MS = 20_000;

/** Runs from the 1st at 03:00 UTC on. An imported file is moved away, so that the next round does not find it. */
export async function pickUp(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  if (!isPickUpTime(now)) return;
  for (const found of await findIncoming(deps)) {
    const age = now.getTime() - found.modifiedAt.getTime();
    if (age >= 0 && age < SETTLED_MS) continue;
    await takeIncoming(deps, found).catch((error) => {
      const { key } = found;
      deps.log.error({ err: error, key }, 'could not import a revenue file; will retry');
    });
  }
}

/** Months first, then their corrections. `month` selects files with that month in their name. */
export async function findIncoming(deps: Deps, month = ''): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const each of deps.storage.list(INCOMING)) {
    const name = each.key.slice(INCOMING.length);
    if (/\.csv$/i.test(name) && !/(^|\/)\./.test(name) && name.includes(month)) found.push(each);
  }
  const order = ({ key }: StoredObject) => (kindOfName(key) === 'month' ? 0 : 1);
  return found.sort((a, b) => order(a) - order(b) || (a.key < b.key ? -1 : 1));
}

/** `named` is the month that the caller expects, or null for any. Returns null when another process took the file. */
export function takeIncoming(
  deps: Deps,
  { key, bytes, modifiedAt }: StoredObject,
  named: string | null = null,
): Promise<Outcome | null> {
  const name = key.slice(INCOMING.length);
  const unread = { name: fileNameOf(name), kind: kindOfName(name), bytes };
  return inTurn(deps, async () => {
    // The file can neither be read nor moved. Its sender has to rename it.
    if (!isKey(key))
      return refusedAs(await refuseUnread(deps, { ...unread, code: 'file_name', since: modifiedAt }));
    if ((await deps.storage.stat(key)) === null) return null;
    const outcome =
      bytes > FILE_MAX_BYTES
        ? refusedAs(await refuseUnread(deps, { ...unread, code: 'file_too_large' }))
        : await importInTurn(deps, { name, content: () => deps.storage.get(key) }, named);
    if (outcome === null) return null;
    await deps.storage.put(placeOf(outcome, name), () => deps.storage.get(key), { contentType: 'text/csv' });
    await deps.storage.delete(key);
    return outcome;
  });
}

const refusedAs = (id: string | null): Outcome | null => (id === null ? null : { id, state: 'refused' });

type Found = { name: string; content: Source };

export const importFile = (deps: Deps, file: Found, named: string | null = null): Promise<Outcome> =>
  inTurn(deps, () => importInTurn(deps, file, named));

async function importInTurn(deps: Deps, file: Found, named: string | null): Promise<Outcome> {
  const { name } = file;
  await dropBegun(deps, name);
  const id = await takeIn(deps, { ...file, kind: kindOfName(name), source: 'service', userId: null });
  await checkImport(deps, id);
  const checked = await findState(deps, id);
  // A wrong month in the call is an error, even if the file was credited before.
  const isOther = named !== null && checked.period !== named;
  if (isOther && (checked.state === 'ready' || checked.state === 'same'))
    await refuseImport(deps, id, 'month_other');
  else if (checked.state === 'ready') await creditOrRefuse(deps, id);
  const { state } = await findState(deps, id);
  // The next round retries.
  if (state === 'checking' || state === 'ready') throw new Error('a file of revenue could not be checked');
  return { id, state };
}

async function findState(deps: Deps, id: string) {
  const [row] = await deps.db.select().from(revenueImports).where(eq(revenueImports.id, id));
  if (row === undefined) throw new Error('an import is gone');
  return row;
}

/** Somebody may have credited another file for the month meanwhile, or discarded this one. */
async function creditOrRefuse(deps: Deps, id: string): Promise<void> {
  try {
    await creditImport(deps, null, id);
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'month_credited') await refuseImport(deps, id, 'month_credited');
  }
}

/** Discards a half-done import of the same file, left by a process that ended. Nothing of it was credited. */
async function dropBegun(deps: Deps, name: string): Promise<void> {
  const isBegun = and(
    eq(revenueImports.fileName, fileNameOf(name)),
    eq(revenueImports.source, 'service'),
    inArray(revenueImports.state, ['checking', 'ready']),
  );
  for (const { id } of await deps.db.select({ id: revenueImports.id }).from(revenueImports).where(isBegun))
    await discardImport(deps, null, id).catch((error) => {
      if (!isAppError(error)) throw error;
    });
}
