/** Owns `kept_answers`: responses to writes of money, kept for a day under a key that the sender chose. */
import { and, eq, gt, lte } from 'drizzle-orm';
import { keptAnswers } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { AnswerKeeper } from '../../../lib/idempotency.ts';

export const ANSWERS_KEPT_MS = DAY_MS;
/** Larger responses are not kept. The action's own key still prevents repeats. */
const BODY_MAX_LENGTH = 64 * 1024;

const boundOf = ({ clock }: Pick<Deps, 'clock'>) => new Date(clock.now().getTime() - ANSWERS_KEPT_MS);

export const answerKeeper: AnswerKeeper<Deps> = {
  async find(deps, { userId, key }) {
    const [row] = await deps.db
      .select({ status: keptAnswers.status, body: keptAnswers.body, fingerprint: keptAnswers.fingerprint })
      .from(keptAnswers)
      .where(
        and(
          eq(keptAnswers.userId, userId),
          eq(keptAnswers.key, key),
          gt(keptAnswers.createdAt, boundOf(deps)),
        ),
      );
    return row ?? null;
  },
  async keep(deps, { userId, key, fingerprint }, { status, body }) {
    const text = JSON.stringify(body ?? null);
    if (text.length > BODY_MAX_LENGTH) return;
    const now = deps.clock.now();
    const answer = { fingerprint, status, body: JSON.parse(text), createdAt: now };
    try {
      await deps.db
        .insert(keptAnswers)
        .values({ userId, key, ...answer })
        .onConflictDoUpdate({
          target: [keptAnswers.userId, keptAnswers.key],
          set: answer,
          setWhere: lte(keptAnswers.createdAt, boundOf(deps)),
        });
    } catch (error) {
      deps.log.error({ err: error }, 'could not store an answer');
    }
  },
};

export async function deleteOldAnswers(deps: Deps): Promise<void> {
  await deps.db.delete(keptAnswers).where(lte(keptAnswers.createdAt, boundOf(deps)));
}

export async function eraseAnswers(tx: TransactionDeps, { id }: { id: string }): Promise<void> {
  await tx.db.delete(keptAnswers).where(eq(keptAnswers.userId, id));
}
