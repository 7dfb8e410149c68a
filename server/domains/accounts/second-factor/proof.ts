import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { conflict, isAppError, locked, unauthorized, unprocessable } from '../../../lib/errors.ts';
import { product } from '../../../lib/product.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { spend } from '../../../limits/allowances.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { passwordHasher } from '../accounts/passwords.ts';
import { accountLimits, factorLimits, GUESSES_A_DAY, UNTOLD_A_DAY } from '../limits.ts';
import { knownDevice } from '../sessions/devices.ts';
import { createSession, proveSession, type SignedIn } from '../sessions/service.ts';
import { countTry, findTicket, spendTicket, type Ticket } from '../sessions/tickets.ts';
import { takeAppCode } from './app.ts';
import { warnOfGuesses } from './notices.ts';
import { type Holder, requestOptions, takeSignature } from './passkeys.ts';
import { findWays } from './queries.ts';
import { takeRecoveryCode } from './recovery.ts';
import { answerOf, type FactorAnswer, type Given, isOn, lackingProof, standsAlone } from './rules.ts';

type From = { address: string; userAgent: string };
type Visit = From & { device: string | undefined };

/** Checks one answer. A right answer counts only once. */
async function judge(deps: Deps, holder: Holder, answer: FactorAnswer): Promise<boolean> {
  if (answer.kind === 'passkey') return takeSignature(deps, holder, answer.response);
  const take = answer.kind === 'code' ? takeAppCode : takeRecoveryCode;
  return inTransaction(deps, (tx) => take(tx, holder.userId, answer.code));
}

const FIELDS = { code: 'code', recovery_code: 'recovery_code', passkey: 'passkey' } as const;

/** `known`: the known device or session of the answer, else null. */
type Trial = From & { holder: Holder; answer: FactorAnswer; known: string | null };

/** The third wrong answer per day notifies the owner: the guesser knows the password or has a session. */
async function tryAnswer(deps: Deps, { holder, answer, address, userAgent, known }: Trial): Promise<boolean> {
  const onAddress = await attempt(deps, factorLimits.answerAddress, [subjects.address(address)]);
  // No limit per account for passkeys and recovery codes: nobody guesses a signature or 60 bits.
  const takeBack = answer.kind === 'code' ? await guess(deps, holder, known) : async () => {};
  if (!(await judge(deps, holder, answer))) {
    await noteWrong(deps, { userId: holder.userId, userAgent });
    return false;
  }
  await Promise.all([onAddress.takeBack(), takeBack()]);
  return true;
}

async function noteWrong(deps: Deps, who: { userId: string; userAgent: string }): Promise<void> {
  try {
    await spend(deps, { userId: who.userId, address: null }, [{ allowance: UNTOLD_A_DAY, amount: 1 }]);
  } catch (error) {
    if (!isAppError(error)) throw error;
    await warnOfGuesses(deps, who);
  }
}

async function guess(deps: Deps, { userId }: Holder, known: string | null): Promise<() => Promise<void>> {
  if (known !== null)
    return (await attempt(deps, factorLimits.answerKnown, [subjects.device(userId, known)])).takeBack;
  const inHour = await attempt(deps, factorLimits.answer, [subjects.user(userId)]);
  const inDay = await spend(deps, { userId, address: null }, [{ allowance: GUESSES_A_DAY, amount: 1 }]);
  return async () => void (await Promise.all([inHour.takeBack(), inDay.giveBack()]));
}

export async function mustFindTicket(deps: Deps, text: string | undefined): Promise<Ticket> {
  const ticket = await findTicket(deps, text);
  if (ticket === null) throw unauthorized('ticket_expired');
  return ticket;
}

const holderOf = ({ id, userId }: Ticket): Holder => ({ holderId: id, userId });

/** Turns a ticket into a session. Throws 422 naming the field, 401 for a used or expired ticket, 429. */
export async function answerTicket(
  deps: Deps,
  { ticket: text, userAgent, address, device, ...given }: Given & Visit & { ticket: string | undefined },
): Promise<SignedIn & { kept: boolean }> {
  const ticket = await mustFindTicket(deps, text);
  const answer = answerOf(given);
  if (answer === null) throw unprocessable({ code: ['blank'] });
  const left = await countTry(deps, ticket);
  const known = await findDevice(deps, ticket.userId, device);
  if (!(await tryAnswer(deps, { holder: holderOf(ticket), answer, address, userAgent, known }))) {
    logSecurity(deps, 'sign_in_refused', { userId: ticket.userId, address, reason: 'second_factor' });
    if (left === 0) throw unauthorized('ticket_expired');
    throw unprocessable({ [FIELDS[answer.kind]]: ['not_good'] });
  }
  return redeem(deps, ticket, { userAgent, address, device });
}

async function findDevice(deps: Deps, userId: string, cookie: string | undefined): Promise<string | null> {
  const [owner] = await deps.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  return owner === undefined ? null : knownDevice(deps, owner, cookie);
}

async function redeem(
  deps: Deps,
  ticket: Ticket,
  { userAgent, address, device }: Visit,
): Promise<SignedIn & { kept: boolean }> {
  const { userId } = ticket;
  const signedIn = await inTransaction(deps, async (tx) => {
    await spendTicket(tx, ticket);
    const [user] = await tx.db
      .select({
        id: users.id,
        passwordHash: users.passwordHash,
        lockedAt: users.lockedAt,
        deletionRequestedAt: users.deletionRequestedAt,
      })
      .from(users)
      .where(eq(users.id, userId));
    if (user?.lockedAt) throw locked('account_locked', { args: { email: product.supportEmail } });
    const isNewDevice = user === undefined || knownDevice(tx, user, device) === null;
    const token = await createSession(tx, userId, userAgent, { isNewDevice });
    return { userId, token, kept: Boolean(user?.deletionRequestedAt) };
  });
  logSecurity(deps, 'signed_in', { userId, address, reason: 'second_factor' });
  return signedIn;
}

/** Each call creates a challenge, so it counts as an answer of the address. */
export async function ticketOptions(deps: Deps, text: string | undefined, address: string) {
  await attempt(deps, factorLimits.answerAddress, [subjects.address(address)]);
  return requestOptions(deps, holderOf(await mustFindTicket(deps, text)));
}

export async function proofOptions(deps: Deps, viewer: Viewer, address: string) {
  await attempt(deps, factorLimits.answerAddress, [subjects.address(address)]);
  return requestOptions(deps, sessionHolder(viewer));
}

export const sessionHolder = ({ id, sessionId }: Viewer): Holder => ({ userId: id, holderId: sessionId });

/** Makes the session fresh. Throws 422 naming the fields, 409 `sign_in_again` without password and factor, 429. */
export async function proveAgain(
  deps: Deps,
  viewer: Viewer,
  { address, userAgent, ...given }: Given & From,
): Promise<Date> {
  const ways = await findWays(deps, viewer.id);
  const lacking = lackingProof(ways, given);
  if (lacking === null) throw conflict('sign_in_again');
  if (Object.keys(lacking).length > 0) throw unprocessable(lacking);
  if (ways.hasPassword && !standsAlone(ways, given)) await mustKnowPassword(deps, viewer, given.password);
  const answer = answerOf(given);
  if (
    isOn(ways) &&
    answer !== null &&
    !(await tryAnswer(deps, {
      holder: sessionHolder(viewer),
      answer,
      address,
      userAgent,
      known: viewer.sessionId,
    }))
  )
    throw unprocessable({ [FIELDS[answer.kind]]: ['not_good'] });
  return proveSession(deps, viewer.sessionId);
}

async function mustKnowPassword(deps: Deps, viewer: Viewer, password = ''): Promise<void> {
  const [user] = await deps.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, viewer.id));
  const guess = await attempt(deps, accountLimits.password, [subjects.user(viewer.id)]);
  if (!(await passwordHasher.of(deps).verify(password, user?.passwordHash ?? null)))
    throw unprocessable({ password: ['wrong_password'] });
  await guess.takeBack();
}
