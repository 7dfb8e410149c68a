/** Facts for owners who consider deleting their account: money, coins and buyers of their episodes. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { payouts, stories, unlocks } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { findWallet } from '../../coins/wallet/queries.ts';
import { dollars, PAYOUT_THRESHOLD_CENTS } from '../../income/earnings/rules.ts';
import { findRequestFacts } from '../../income/payouts/queries.ts';
import { OPEN_STATES } from '../../income/payouts/rules.ts';
import type { Leaving } from './contract.ts';
import { UNLOCKS_COUNTED_MAX } from './rules.ts';

export type LeavingView = Static<typeof Leaving>;

export async function findLeaving(deps: Deps, viewer: Viewer): Promise<LeavingView> {
  const [{ facts, problem }, { balance: coins }, [open], buyers] = await Promise.all([
    findRequestFacts(deps, viewer.id),
    findWallet(deps, viewer),
    deps.db
      .select({ cents: payouts.cents })
      .from(payouts)
      .where(and(eq(payouts.userId, viewer.id), inArray(payouts.state, [...OPEN_STATES]))),
    countBuyers(deps, viewer.id),
  ]);
  return {
    balance: dollars(facts.earnedCents),
    threshold: dollars(PAYOUT_THRESHOLD_CENTS),
    payout_problem: problem,
    open_payout: open === undefined ? null : dollars(open.cents),
    coins,
    ...buyers,
  };
}

/** Counts a limited sample of unlocks, so that many cost no more. */
async function countBuyers({ db }: Pick<Deps, 'db'>, ownerId: string) {
  const some = db
    .select({ readerId: unlocks.readerId })
    .from(unlocks)
    .innerJoin(stories, eq(stories.id, unlocks.storyId))
    .where(and(eq(stories.ownerId, ownerId), isNull(unlocks.returnedAt)))
    .limit(UNLOCKS_COUNTED_MAX)
    .as('some');
  const [row] = await db
    .select({
      buyers: sql<number>`count(distinct ${some.readerId})`.mapWith(Number),
      unlocks: sql<number>`count(*)`.mapWith(Number),
    })
    .from(some);
  return { buyers_count: row?.buyers ?? 0, unlocks_count: row?.unlocks ?? 0 };
}
