/** Account deletion: requested, cancelled by signing in, final after 30 days (decisions.md §4). */

import { and, eq, inArray, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { payouts, users } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { unauthorized } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { proveIdentity } from '../../accounts/accounts/identity.ts';
import { purgeAuthor } from '../../accounts/accounts/public-pages.ts';
import { DELETION_DELAY_MS } from '../../accounts/accounts/rules.ts';
import { giveUpAccount } from '../../accounts/accounts/service.ts';
import { endSessions } from '../../accounts/sessions/service.ts';
import { houseParts } from '../../define.ts';
import { OPEN_STATES } from '../../income/payouts/rules.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { withdrawEpisodes } from '../../publishing/releases/withdrawal.ts';

/** One transaction: its commit hides all stories and ends all sessions. A mail explains how to cancel. */
export async function requestDeletion(
  deps: Deps,
  viewer: Viewer,
  { password }: { password: string | undefined },
): Promise<void> {
  await proveIdentity(deps, viewer, { password, field: 'password' });
  await inTransaction(deps, async (tx) => {
    const [user] = await tx.db.select().from(users).where(eq(users.id, viewer.id)).for('update');
    if (user === undefined) throw unauthorized('sign_in_required');
    await endSessions(tx, user.id);
    if (!(await giveUpAccount(tx, user.id))) return;
    await withdrawEpisodes(tx, user.id);
    await purgeAuthor(tx, user.id);
    const until = new Date(tx.clock.now().getTime() + DELETION_DELAY_MS).toISOString();
    await queueMail(tx, {
      userId: user.id,
      kind: 'deletion_requested',
      to: user.email,
      locale: user.language,
      data: { until },
    });
  });
}

const BATCH_SIZE = 20;

/** Erases each due account in its own transaction. An open payout delays it, because erasing deletes bank data. */
export async function eraseDueAccounts(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - DELETION_DELAY_MS);
  const due = and(
    isNotNull(users.deletionRequestedAt),
    isNull(users.erasedAt),
    lt(users.deletionRequestedAt, before),
    notExists(
      deps.db
        .select({ one: sql`1` })
        .from(payouts)
        .where(and(eq(payouts.userId, users.id), inArray(payouts.state, [...OPEN_STATES]))),
    ),
  );
  for (;;) {
    const rows = await deps.db.select({ id: users.id }).from(users).where(due).limit(BATCH_SIZE);
    for (const { id } of rows) await erase(deps, id, before);
    if (rows.length < BATCH_SIZE) return;
  }
}

async function erase(deps: Deps, userId: string, before: Date): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
    // The owner signed in at the last moment.
    if (!user?.deletionRequestedAt || user.deletionRequestedAt >= before || user.erasedAt !== null) return;
    if ((await countOpenPayouts(tx, userId)) > 0) return;
    for (const personal of houseParts.of(deps).personal.toReversed()) await personal.erase?.(tx, user);
  });
}

/** Checked again under the account's lock: a payout may have been requested meanwhile. */
const countOpenPayouts = ({ db }: Pick<Deps, 'db'>, userId: string): Promise<number> =>
  db.$count(payouts, and(eq(payouts.userId, userId), inArray(payouts.state, [...OPEN_STATES])));
