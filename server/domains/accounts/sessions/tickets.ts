/** Owns `sign_in_tickets` (waiting for a second factor) and `confirmed_devices` (exempt from it for 30 days). */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { confirmedDevices, type FirstProof, signInTickets } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { unauthorized } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { CONFIRMED_MS, TICKET_MS, TICKET_TRIES } from './rules.ts';

export type Ticket = typeof signInTickets.$inferSelect;

const newSecret = (): string => randomBytes(32).toString('base64url');
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** True when this user confirmed the browser within the last 30 days. `device` is its cookie's secret. */
export async function isConfirmed(deps: Deps, userId: string, device: string | undefined): Promise<boolean> {
  if (device === undefined) return false;
  const rows = await deps.db
    .select({ at: confirmedDevices.confirmedAt })
    .from(confirmedDevices)
    .where(
      and(
        eq(confirmedDevices.userId, userId),
        eq(confirmedDevices.secretHash, hashOf(device)),
        gt(confirmedDevices.expiresAt, deps.clock.now()),
      ),
    );
  return rows.length > 0;
}

/** Throws 401 `second_factor_needed` with a ticket. No session exists before the answer. */
export async function askForFactor(
  deps: Deps,
  { userId, proof, address }: { userId: string; proof: FirstProof; address?: string | undefined },
): Promise<never> {
  const now = deps.clock.now();
  const ticket = newSecret();
  await deps.db.insert(signInTickets).values({
    id: newId(now.getTime()),
    userId,
    tokenHash: hashOf(ticket),
    proof,
    createdAt: now,
    expiresAt: new Date(now.getTime() + TICKET_MS),
  });
  logSecurity(deps, 'factor_asked', { userId, ...(address === undefined ? {} : { address }) });
  throw unauthorized('second_factor_needed', { body: { ticket } });
}

/** Null for an unknown or expired ticket. */
export async function findTicket(deps: Deps, text: string | undefined): Promise<Ticket | null> {
  if (text === undefined) return null;
  const [row] = await deps.db
    .select()
    .from(signInTickets)
    .where(
      and(
        eq(signInTickets.tokenHash, hashOf(text)),
        gt(signInTickets.expiresAt, deps.clock.now()),
        lt(signInTickets.tries, TICKET_TRIES),
      ),
    );
  return row ?? null;
}

/** Counts a try before checking it, so that parallel requests get no extra tries. Returns the tries left. */
export async function countTry(deps: Deps, { id }: Ticket): Promise<number> {
  const [row] = await deps.db
    .update(signInTickets)
    .set({ tries: sql`${signInTickets.tries} + 1` })
    .where(and(eq(signInTickets.id, id), lt(signInTickets.tries, TICKET_TRIES)))
    .returning({ tries: signInTickets.tries });
  if (row === undefined) throw unauthorized('ticket_expired');
  return TICKET_TRIES - row.tries;
}

/** Deletes the ticket. Throws 401 when another request was faster. */
export async function spendTicket(deps: Deps, { id }: Ticket): Promise<void> {
  const taken = await deps.db.delete(signInTickets).where(eq(signInTickets.id, id)).returning();
  if (taken.length === 0) throw unauthorized('ticket_expired');
}

/** Remembers the browser for 30 days. Returns its present secret or a new one. */
export async function confirmDevice(deps: Deps, userId: string, device: string | undefined): Promise<string> {
  const now = deps.clock.now();
  // Accepts only secrets in our own format.
  const secret = device !== undefined && /^[\w-]{43}$/.test(device) ? device : newSecret();
  const until = { confirmedAt: now, expiresAt: new Date(now.getTime() + CONFIRMED_MS) };
  await deps.db
    .insert(confirmedDevices)
    .values({ userId, secretHash: hashOf(secret), ...until })
    .onConflictDoUpdate({ target: [confirmedDevices.userId, confirmedDevices.secretHash], set: until });
  return secret;
}

/** Every device must answer the second factor again. Pending sign-ins end. */
export async function forgetDevices(deps: Deps, userId: string): Promise<void> {
  for (const table of [confirmedDevices, signInTickets])
    await deps.db.delete(table).where(eq(table.userId, userId));
}
