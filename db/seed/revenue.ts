/** Credits half a year of advertising revenue of the demo's stories, month by month. */
import { and, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { addMonths, listMonths, monthOf } from '../../server/lib/months.ts';
import { founderTerms, outbox, revenueImports, stories, storyDays, type users } from '../schema/index.ts';
import { creditMonth, type MonthFile } from './credit-month.ts';
import { randomFrom } from './random.ts';

const MONTHS = 6;
/** Advertisements per view. */
const SHOWN = 3;
/** Months since the founders joined. Longer than the demo's revenue. */
const FOUNDED = 24;
/** Price range per thousand advertisements, in micro-dollars. */
const LEAST = 380_000;
const MOST = 520_000;

type People = ReadonlyMap<string, Pick<typeof users.$inferSelect, 'id'>>;

/** Backdates the founders' terms. Must run before any revenue is credited. */
export async function settleFounders(deps: Deps, people: People): Promise<void> {
  const ids = [...people.values()].map(({ id }) => id);
  await deps.db
    .update(founderTerms)
    .set({ since: `${addMonths(monthOf(deps.clock.now()), -FOUNDED)}-01` })
    .where(and(inArray(founderTerms.userId, ids), isNull(founderTerms.until)));
}

/** Skips months that are already credited. */
export async function addRevenue(deps: Deps, people: People): Promise<void> {
  const now = monthOf(deps.clock.now());
  const ids = [...people.values()].map(({ id }) => id);
  const main = people.get('mirko');
  await settleFounders(deps, people);
  for (const period of listMonths(addMonths(now, -MONTHS), addMonths(now, -1))) {
    const isThere = await deps.db.$count(
      revenueImports,
      and(eq(revenueImports.period, period), eq(revenueImports.state, 'credited')),
    );
    if (isThere > 0) continue;
    const next = addMonths(period, 1);
    const shown = sql`${SHOWN} * sum(${storyDays.views})`.mapWith(Number);
    const read = await deps.db
      .select({ id: stories.id, slug: stories.slug, ownerId: stories.ownerId, impressions: shown })
      .from(stories)
      .innerJoin(storyDays, eq(storyDays.storyId, stories.id))
      .where(
        and(
          inArray(stories.ownerId, ids),
          gte(storyDays.day, `${period}-01`),
          lt(storyDays.day, `${next}-01`),
        ),
      )
      .groupBy(stories.id)
      .orderBy(stories.slug);
    const counted = read.filter(({ impressions }) => impressions > 0);
    const missing = counted.some(({ ownerId }) => ownerId === main?.id)
      ? []
      : await quietLine(deps, main, period);
    const lines = [...counted, ...missing].map(({ id, slug, impressions }) => {
      const price = Math.round(randomFrom(`revenue ${slug} ${period}`).between(LEAST, MOST));
      return { storyId: id, impressions, netMicros: Math.round((impressions * price) / 1000) };
    });
    if (lines.length > 0)
      await creditInSilence(deps, { period, lines, at: new Date(`${next}-01T03:00:00Z`) });
  }
}

/** Gives the creator whom visitors sign in as revenue in every month, even before their stories had readers. */
async function quietLine(deps: Deps, owner: { id: string } | undefined, period: string) {
  if (owner === undefined) return [];
  const own = await deps.db
    .select({ id: stories.id, slug: stories.slug })
    .from(stories)
    .where(and(eq(stories.ownerId, owner.id), isNotNull(stories.firstPublishedAt)))
    .orderBy(stories.slug)
    .limit(1);
  return own.map(({ id, slug }) => {
    const impressions = Math.round(randomFrom(`impressions ${slug} ${period}`).between(120_000, 170_000));
    return { id, slug, impressions };
  });
}

/** Deletes the event: nobody is notified of a credit from months ago. */
const creditInSilence = (deps: Deps, file: MonthFile): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const importId = await creditMonth(tx, file);
    await tx.db
      .delete(outbox)
      .where(and(eq(outbox.name, 'revenue.credited'), sql`${outbox.payload} ->> 'importId' = ${importId}`));
  });
