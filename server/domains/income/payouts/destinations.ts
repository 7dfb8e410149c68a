/** Owns `payout_destinations`. A new destination waits, and the account's recent addresses are notified. */
import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { mails, payoutDestinations, payouts } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { conflict, unprocessable } from '../../../lib/errors.ts';
import { isId, newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { linkExpired } from '../../accounts/accounts/confirmation.ts';
import { isAdult } from '../../accounts/accounts/rules.ts';
import { endSessions } from '../../accounts/sessions/service.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { tokenText } from '../../platform/mail/tokens.ts';
import { DISOWN_LIMIT } from '../limits.ts';
import { DESTINATION_DELAY_MS, DISOWN_MS, lastFourOf, OPEN_STATES, readAccount } from './rules.ts';
import { sealAccount } from './sealing.ts';
import { holdOwner, returnPayout } from './service.ts';

type Given = Parameters<typeof readAccount>[0];

/**
 * The first destination is valid at once. A later one takes over after three days, and replaces any that waits. Throws
 * 422, and 409 for an account that is being deleted.
 */
export async function setDestination(deps: Deps, viewer: Viewer, given: Given): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const user = await holdOwner(tx, viewer.id);
    if (user.deletionRequestedAt !== null) throw conflict('payout_account_leaving');
    const now = tx.clock.now();
    const isMinor = !isAdult(user.dateOfBirth, utcDay(now));
    const { account, fields } = readAccount(given, { isMinor });
    if (Object.keys(fields).length > 0) throw unprocessable(fields);
    const isFirst = (await tx.db.$count(payoutDestinations, eq(payoutDestinations.userId, viewer.id))) === 0;
    await endWaiting(tx, viewer.id);
    const id = newId(now.getTime());
    await tx.db.insert(payoutDestinations).values({
      id,
      userId: viewer.id,
      sealed: sealAccount(tx, id, account),
      lastFour: lastFourOf(account),
      country: account.country,
      createdAt: now,
      validFrom: isFirst ? now : new Date(now.getTime() + DESTINATION_DELAY_MS),
    });
    for (const to of await addressesOf(tx, user))
      await queueMail(tx, {
        userId: user.id,
        kind: 'payout_destination',
        to,
        locale: user.language,
        data: { destinationId: id },
      });
  });
}

export async function takeBackDestination(deps: Deps, viewer: Viewer): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await holdOwner(tx, viewer.id);
    if ((await endWaiting(tx, viewer.id)) === 0) throw conflict('destination_not_waiting');
  });
}

async function endWaiting(tx: TransactionDeps, userId: string): Promise<number> {
  const ended = await tx.db
    .update(payoutDestinations)
    .set({ endedAt: tx.clock.now(), sealed: null })
    .where(
      and(
        eq(payoutDestinations.userId, userId),
        isNull(payoutDestinations.endedAt),
        gt(payoutDestinations.validFrom, tx.clock.now()),
      ),
    )
    .returning({ id: payoutDestinations.id });
  return ended.length;
}

const FORMER_MAX_COUNT = 3;
/** Kinds of mails that go to unconfirmed addresses. */
const UNPROVEN = ['confirm_email', 'confirm_new_email'];

/** The current address, and addresses that recently got mails: an attacker may have changed the address first. */
async function addressesOf(tx: TransactionDeps, user: { id: string; email: string }): Promise<string[]> {
  const rows = await tx.db
    .select({ to: mails.toAddress, last: sql`max(${mails.createdAt})` })
    .from(mails)
    .where(and(eq(mails.userId, user.id), notInArray(mails.kind, UNPROVEN)))
    .groupBy(mails.toAddress)
    .orderBy(desc(sql`max(${mails.createdAt})`))
    .limit(FORMER_MAX_COUNT);
  const known = new Map([user.email, ...rows.map(({ to }) => to)].map((to) => [to.toLowerCase(), to]));
  return [...known.values()];
}

const signatureOf = ({ signingKey }: Pick<Deps, 'signingKey'>, id: string): string =>
  tokenText(signingKey, 'payout_destination', id);

export const disownToken = (deps: Pick<Deps, 'signingKey'>, id: string): string =>
  `${id}.${signatureOf(deps, id)}`;

/** Finds the destination of a valid link. Null for any other text. */
export async function findDisowned(deps: Pick<Deps, 'db' | 'clock' | 'signingKey'>, token: string) {
  const [id = '', signature = ''] = token.split('.');
  if (!isId(id)) return null;
  const [given, own] = [Buffer.from(signature), Buffer.from(signatureOf(deps, id))];
  if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
  const [found] = await deps.db
    .select()
    .from(payoutDestinations)
    .where(
      and(
        eq(payoutDestinations.id, id),
        isNotNull(payoutDestinations.sealed),
        gt(payoutDestinations.createdAt, new Date(deps.clock.now().getTime() - DISOWN_MS)),
      ),
    );
  return found ?? null;
}

/**
 * "That was not me": ends the destination at once, even one in use. Returns requested payouts, and ends all sessions.
 * Throws 422 for an expired link, and 429.
 */
export async function disownDestination(
  deps: Deps,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const guess = await attempt(deps, DISOWN_LIMIT, [subjects.address(address)]);
  await inTransaction(deps, async (tx) => {
    const found = await findDisowned(tx, token);
    if (found === null) throw linkExpired();
    await holdOwner(tx, found.userId);
    // Locks payouts before their destination, in the same order as decisions do.
    const asked = await tx.db
      .select()
      .from(payouts)
      .where(and(eq(payouts.destinationId, found.id), eq(payouts.state, 'requested')))
      .for('update');
    const [ended] = await tx.db
      .update(payoutDestinations)
      .set({ sealed: null, endedAt: tx.clock.now() })
      .where(and(eq(payoutDestinations.id, found.id), isNotNull(payoutDestinations.sealed)))
      .returning({ id: payoutDestinations.id });
    if (ended === undefined) throw linkExpired();
    for (const payout of asked) await returnPayout(tx, payout, { step: 'call_off', by: null });
    await endSessions(tx, found.userId);
  });
  await guess.takeBack();
}

/** A sweep: ends replaced destinations, and erases ended ones once no open payout goes there. */
export async function forgetDestinations({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const newer = alias(payoutDestinations, 'newer');
  await db
    .update(payoutDestinations)
    .set({ endedAt: now })
    .where(
      and(
        isNull(payoutDestinations.endedAt),
        exists(
          db
            .select({ one: sql`1` })
            .from(newer)
            .where(
              and(
                eq(newer.userId, payoutDestinations.userId),
                isNull(newer.endedAt),
                lte(newer.validFrom, now),
                gt(newer.validFrom, payoutDestinations.validFrom),
              ),
            ),
        ),
      ),
    );
  await db
    .update(payoutDestinations)
    .set({ sealed: null })
    .where(
      and(
        isNotNull(payoutDestinations.endedAt),
        isNotNull(payoutDestinations.sealed),
        sql`not exists (select 1 from ${payouts} where ${payouts.destinationId} = ${payoutDestinations.id}
          and ${inArray(payouts.state, [...OPEN_STATES])})`,
      ),
    );
}
