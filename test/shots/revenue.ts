/** Half a year of revenue, which the small demo's young episodes have not earned. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { revenueImports, stories, users } from '../../db/schema/index.ts';
import { listMonths, monthBefore, monthOf } from '../../server/domains/earnings/rules.ts';
import type { TestApp } from '../support/app.ts';
import { credit } from '../support/revenue.ts';

const NET = [62_533_000, 77_040_112, 58_800_931, 68_400_250, 74_560_777, 76_412_905];

export async function makeRevenue(house: Pick<TestApp, 'deps'>, email: string): Promise<void> {
  const own = await house.deps.db
    .select({ id: stories.id })
    .from(stories)
    .innerJoin(users, eq(users.id, stories.ownerId))
    .where(and(eq(users.email, email), isNotNull(stories.firstPublishedAt)))
    .orderBy(stories.id)
    .limit(2);
  const now = monthOf(house.deps.clock.now());
  for (const [turn, period] of listMonths(monthBefore(now, 6), monthBefore(now, 1)).entries()) {
    const lines = own.map(({ id }, place) => {
      const netMicros = Math.round((NET[turn] ?? 0) / (place * 14 + 1));
      return { storyId: id, impressions: Math.round(netMicros / 447), netMicros };
    });
    // Others' young episodes have earned in the last of them.
    const isThere = await house.deps.db.$count(
      revenueImports,
      and(eq(revenueImports.period, period), eq(revenueImports.state, 'credited')),
    );
    const kind = isThere > 0 ? 'correction' : 'month';
    await credit(house, { period, kind, lines, at: new Date(`${monthBefore(period, -1)}-01T03:00:00Z`) });
  }
  await credit(house, {
    period: monthBefore(now, 1),
    kind: 'correction',
    lines: own.slice(0, 1).map(({ id }) => ({ storyId: id, impressions: 0, netMicros: -1_000_001 })),
    at: new Date(`${now}-12T10:00:00Z`),
  });
}
