import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { founderTerms, payoutDestinations, payouts, users } from '../../db/schema/index.ts';
import { creditMonth, type MonthFile } from '../../db/seed/credit-month.ts';
import { inTransaction } from '../../server/deps.ts';
import { transferDollars } from '../../server/domains/income/ledger/service.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Account, TestApp } from './app.ts';
import { temporaryFolder } from './temporary.ts';

type App = Pick<TestApp, 'deps'>;

export const credit = ({ deps }: App, file: MonthFile): Promise<string> => creditMonth(deps, file);

export async function makeFounder({ deps }: App, { id }: Pick<Account, 'id'>, since: string): Promise<void> {
  await deps.db.insert(founderTerms).values({ userId: id, since });
  await deps.db.update(users).set({ founder: true }).where(eq(users.id, id));
}

/** Requests and pays a payout, or only requests it, by `state`. */
export async function payOut(
  { deps }: App,
  { id: userId }: Pick<Account, 'id'>,
  { cents, at, state = 'paid' }: { cents: number; at: Date; state?: 'requested' | 'paid' },
): Promise<string> {
  const [id, destinationId] = [newId(), newId()];
  const micros = cents * 10_000;
  const isPaid = state === 'paid';
  await inTransaction(deps, async (tx) => {
    await tx.db
      .insert(payoutDestinations)
      .values({ id: destinationId, userId, lastFour: '3456', country: 'DE', validFrom: at });
    await tx.db.insert(payouts).values({
      id,
      userId,
      cents,
      state,
      destinationId,
      requestedAt: at,
      dueAt: at,
      ...(isPaid && { approvedAt: at, closedAt: at, reference: 'R-1' }),
    });
    await transferDollars(tx, [
      {
        deed: 'payout_asked',
        key: `payout_asked:${id}`,
        subjectId: id,
        legs: [
          { account: 'earned', userId, micros: -micros },
          { account: 'asked', userId, micros },
        ],
      },
    ]);
    if (!isPaid) return;
    await transferDollars(tx, [
      {
        deed: 'payout_paid',
        key: `payout_paid:${id}`,
        subjectId: id,
        legs: [
          { account: 'asked', userId, micros: -micros },
          { account: 'bank', micros },
        ],
      },
    ]);
  });
  return id;
}

/** Runs the statement's script on these files. Returns its exit code and output. */
export async function prove(
  files: ReadonlyMap<string, Buffer | string>,
): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(join(await temporaryFolder(), 'statement-'));
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  return new Promise((resolve) => {
    execFile(process.execPath, [join(folder, 'recompute.mjs')], (error, out, problems) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${problems}` }),
    );
  });
}
