import { eq } from 'drizzle-orm';
import { sessions, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { conflict, type FieldErrors, unauthorized, unprocessable } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { accountLimits } from '../limits.ts';
import { isFresh } from '../sessions/rules.ts';
import { passwordHasher } from './passwords.ts';

type Proof = { password: string | undefined; field: string };

/** Checks the password, or a recent sign-in without one. Throws 422, 409 `sign_in_again`, 409 `prove_again`, 429. */
export async function proveIdentity(deps: Deps, viewer: Viewer, proof: Proof): Promise<void> {
  const fields = await findProofProblem(deps, viewer, proof);
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
}

/** Like `proveIdentity`, but returns the problem, for forms that report several at once. */
export async function findProofProblem(
  deps: Deps,
  viewer: Viewer,
  { password, field }: Proof,
): Promise<FieldErrors> {
  const [row] = await deps.db
    .select({
      passwordHash: users.passwordHash,
      secondFactorAt: users.secondFactorAt,
      signedInAt: sessions.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, viewer.sessionId));
  if (row === undefined) throw unauthorized('sign_in_required');
  if (row.secondFactorAt !== null && !viewer.fresh) throw conflict('prove_again');
  if (row.passwordHash === null) {
    if (!isFresh(row.signedInAt, deps.clock.now())) throw conflict('sign_in_again');
    return {};
  }
  if (password === undefined || password === '') return { [field]: ['blank'] };
  const guess = await attempt(deps, accountLimits.password, [subjects.user(viewer.id)]);
  if (!(await passwordHasher.of(deps).verify(password, row.passwordHash)))
    return { [field]: ['wrong_password'] };
  await guess.takeBack();
  return {};
}
