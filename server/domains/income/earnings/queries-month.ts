import { and, asc, between, count, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import {
  erasedStories,
  revenueCredits,
  revenueImports,
  revenueLines,
  stories,
  storyDays,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isMonth, lastDayOf, type Month } from '../../../lib/months.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { findFounderTerms } from '../../accounts/accounts/founders.ts';
import type { RevenueMonth } from './contract.ts';
import { centsOf, dollars, exactDollars, shareOn, sum } from './rules.ts';

export type RevenueMonthView = Static<typeof RevenueMonth>;

/** In the order of crediting. Throws 404 when nothing was credited. */
export async function findCredits({ db }: Deps, { id }: Viewer, period: Month) {
  const own = and(eq(revenueCredits.userId, id), eq(revenueCredits.period, period));
  const rows = isMonth(period)
    ? await db
        .select({ credit: revenueCredits, kind: revenueImports.kind })
        .from(revenueCredits)
        .innerJoin(revenueImports, eq(revenueImports.id, revenueCredits.importId))
        .where(own)
        .orderBy(asc(revenueCredits.createdAt), asc(revenueCredits.importId))
    : [];
  if (rows.length === 0) throw notFound('not_found');
  return rows.map(({ credit, kind }) => ({ ...credit, kind }));
}

export type Credit = Awaited<ReturnType<typeof findCredits>>[number];

const linesOf = ({ id }: Viewer, credits: readonly Pick<Credit, 'importId'>[]) =>
  and(
    eq(revenueLines.ownerId, id),
    inArray(
      revenueLines.importId,
      credits.map(({ importId }) => importId),
    ),
  );

/** The month before its corrections. */
const inOrderOf = (credits: readonly Credit[]) =>
  sql`array_position(${sql.param(credits.map(({ importId }) => importId))}::uuid[], ${revenueLines.importId})`;

/** The title of a story that now belongs to somebody else is shown only if readers see it. */
const titleFor = ({ id }: Viewer) =>
  and(
    eq(stories.id, revenueLines.storyId),
    or(eq(stories.ownerId, id), and(eq(stories.published, true), isNull(stories.deletedAt))),
  );

const COLUMNS = {
  importId: revenueLines.importId,
  line: revenueLines.line,
  storyId: revenueLines.storyId,
  title: stories.title,
  impressions: revenueLines.impressions,
  netMicros: revenueLines.netMicros,
  shareBasisPoints: sql`coalesce(${revenueLines.shareBasisPoints}, 0)`.mapWith(Number),
  shareMicros: sql`coalesce(${revenueLines.shareMicros}, 0)`.mapWith(Number),
};

/** All lines, file by file. For each story, a month has one line, and each correction at most one. */
export const listLines = ({ db }: Deps, viewer: Viewer, credits: readonly Credit[]) =>
  db
    .select(COLUMNS)
    .from(revenueLines)
    .leftJoin(stories, titleFor(viewer))
    .where(linesOf(viewer, credits))
    .orderBy(asc(revenueLines.importId), asc(revenueLines.line));

/** Coins spent in the viewer's stories, on days with a change. A later refund counts on its own day. */
export const listCoinDays = ({ db }: Deps, { id }: Viewer, period: Month) =>
  db
    .select({
      storyId: storyDays.storyId,
      day: storyDays.day,
      unlocks: storyDays.unlocks,
      coins: storyDays.coins,
    })
    .from(storyDays)
    .where(
      and(
        sql`${storyDays.storyId} in (select s.id from ${stories} s where s.owner_id = ${id}
          union select e.story_id from ${erasedStories} e where e.owner_id = ${id})`,
        between(storyDays.day, `${period}-01`, lastDayOf(period)),
        or(ne(storyDays.unlocks, 0), ne(storyDays.coins, 0)),
      ),
    )
    .orderBy(asc(storyDays.storyId), asc(storyDays.day));

export type Line = Awaited<ReturnType<typeof listLines>>[number];

export async function findMonth(
  deps: Deps,
  viewer: Viewer,
  period: Month,
  { page, perPage }: { page: number; perPage: number },
): Promise<RevenueMonthView> {
  const credits = await findCredits(deps, viewer, period);
  const kinds = new Map(credits.map(({ importId, kind }) => [importId, kind]));
  const [lines, [all], terms] = await Promise.all([
    deps.db
      .select(COLUMNS)
      .from(revenueLines)
      .leftJoin(stories, titleFor(viewer))
      .where(linesOf(viewer, credits))
      .orderBy(inOrderOf(credits), desc(COLUMNS.shareMicros), asc(revenueLines.line))
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.select({ total: count() }).from(revenueLines).where(linesOf(viewer, credits)),
    findFounderTerms(deps, viewer.id),
  ]);
  return {
    period,
    share_basis_points: shareOn(terms, lastDayOf(period)),
    ad_impressions: sum(credits.map(({ impressions }) => impressions)),
    net_revenue: exactDollars(sum(credits.map(({ netMicros }) => netMicros))),
    share: exactDollars(sum(credits.map(({ shareMicros }) => shareMicros))),
    earnings: dollars(centsOf(sum(credits.map(({ creditMicros }) => creditMicros)))),
    credits: credits.map((credit) => ({
      id: credit.importId,
      kind: credit.kind,
      credited_at: credit.createdAt.toISOString(),
      ad_impressions: credit.impressions,
      net_revenue: exactDollars(credit.netMicros),
      share: exactDollars(credit.shareMicros),
      carried_in: exactDollars(credit.restBeforeMicros),
      credited: dollars(centsOf(credit.creditMicros)),
      carried_on: exactDollars(credit.restAfterMicros),
    })),
    lines: lines.map((line) => ({
      credit_id: line.importId,
      kind: kinds.get(line.importId) ?? 'month',
      line: line.line,
      story_id: line.storyId,
      title: line.title,
      ad_impressions: line.impressions,
      net_revenue: exactDollars(line.netMicros),
      share_basis_points: line.shareBasisPoints,
      share: exactDollars(line.shareMicros),
    })),
    page,
    per_page: perPage,
    total: all?.total ?? 0,
  };
}
