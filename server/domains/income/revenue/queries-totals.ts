/** Totals of an import: before crediting, by the current terms. Afterwards, as it was credited. */
import { sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { revenueImports } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { addMonths } from '../../../lib/months.ts';
import type { RevenueTotals } from './contract.ts';
import { FOUNDER_BASIS_POINTS, USUAL_BASIS_POINTS } from './rules.ts';
import { basisPointsIn, ownedLines, shareOfNet } from './shares.ts';

export type Import = typeof revenueImports.$inferSelect;

export function dollarsOf(micros: number): string {
  const whole = Math.abs(micros);
  const decimals = String(whole % 1_000_000).padStart(6, '0');
  return `${micros < 0 ? '-' : ''}${Math.floor(whole / 1_000_000)}.${decimals}`;
}

type Sums = {
  to_creators: string;
  usual_share: string;
  founder_share: string;
  creators: number;
  new_creators: number;
};

export async function findTotals(deps: Pick<Deps, 'db'>, row: Import): Promise<Static<typeof RevenueTotals>> {
  const { rows } = await deps.db.execute<Sums>(row.state === 'credited' ? creditedSums(row) : readySums(row));
  const sums = rows[0];
  const of = (text: string | undefined) => dollarsOf(Number(text ?? 0));
  return {
    to_creators: of(sums?.to_creators).slice(0, -4),
    usual_share: of(sums?.usual_share),
    founder_share: of(sums?.founder_share),
    creators_count: Number(sums?.creators ?? 0),
    new_creators_count: Number(sums?.new_creators ?? 0),
    before: await findBefore(deps, row),
  };
}

const byPoints = (points: number) => sql`coalesce(sum(share) filter (where points = ${points}::int), 0)`;

const readySums = ({ id, period }: Import) => sql`
  with lines as (${ownedLines(id)}),
  owners as (
    select owner_id, ${basisPointsIn(period ?? '', sql`owner_id`)} as points
    from (select distinct owner_id from lines) o
  ), sums as (
    select owner_id, points, sum(${shareOfNet(sql`net_micros`, sql`points`)})::bigint as share
    from lines join owners using (owner_id) group by owner_id, points
  )
  select coalesce(sum(floor((share + coalesce(a.balance_micros, 0)) / 10000.0) * 10000), 0)::text as to_creators,
    ${byPoints(USUAL_BASIS_POINTS)}::text as usual_share, ${byPoints(FOUNDER_BASIS_POINTS)}::text as founder_share,
    count(*)::int as creators,
    count(*) filter (where not exists (select 1 from revenue_credits c where c.user_id = sums.owner_id))::int as new_creators
  from sums left join ledger_accounts a on a.user_id = sums.owner_id and a.kind = 'rest'`;

const creditedSums = ({ id }: Import) => sql`
  with lines as (
    select share_basis_points as points, share_micros as share from revenue_lines where import_id = ${id}
  )
  select ${byPoints(USUAL_BASIS_POINTS)}::text as usual_share, ${byPoints(FOUNDER_BASIS_POINTS)}::text as founder_share,
    (select coalesce(sum(credit_micros), 0)::text from revenue_credits where import_id = ${id}) as to_creators,
    (select count(*)::int from revenue_credits where import_id = ${id}) as creators,
    (select count(*)::int from revenue_credits c where c.import_id = ${id} and not exists (
      select 1 from revenue_credits o where o.user_id = c.user_id and o.import_id <> c.import_id
        and o.created_at < c.created_at)) as new_creators
  from lines`;

async function findBefore(deps: Pick<Deps, 'db'>, { period }: Import) {
  if (period === null) return null;
  const before = addMonths(period, -1);
  const { rows } = await deps.db.execute<{ net: string | null; impressions: string | null }>(sql`
    select sum(net_micros)::text as net, sum(impressions)::text as impressions
    from revenue_imports where period = ${before} and state = 'credited'`);
  const [row] = rows;
  if (!row?.net) return null;
  return {
    period: before,
    net_revenue: dollarsOf(Number(row.net)),
    ad_impressions: Number(row.impressions),
  };
}
