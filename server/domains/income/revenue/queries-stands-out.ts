import { sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Deps } from '../../../deps.ts';
import { addMonths, lastDayOf } from '../../../lib/months.ts';
import type { StandsOut } from './contract.ts';
import { dollarsOf, type Import } from './queries-totals.ts';
import { basisPointsIn, ownedLines } from './shares.ts';

type View = Static<typeof StandsOut>;

const MOST = 5;
const JUMP_TIMES = 3;
const JUMP_MIN_MICROS = 20_000_000;
const UNPAID_MIN_IMPRESSIONS = 1000;

type Row = {
  story_id: string | null;
  title: string | null;
  owner_id: string | null;
  display_name: string | null;
  before: string;
  now: string;
  impressions_before: string;
  impressions: string;
};

export async function findStandsOut(deps: Pick<Deps, 'db'>, row: Import): Promise<View[]> {
  if (row.period === null) return [];
  const gone = (await deps.db.execute<Row>(goneOf(row))).rows.map((each) => viewOf('owner_gone', each));
  if (row.kind === 'correction') return gone;
  const before = addMonths(row.period, -1);
  const [jumps, unpaid, shares] = [
    await deps.db.execute<Row>(jumpsOf(row, before)),
    await deps.db.execute<Row>(unpaidOf(row, before)),
    await deps.db.execute<Row>(sharesOf(row, before)),
  ];
  return [
    ...gone,
    ...jumps.rows.map((each) => viewOf('jump', each)),
    ...unpaid.rows.map((each) => viewOf('no_line', each)),
    ...shares.rows.map((each) => viewOf('share_changed', each)),
  ];
}

function viewOf(reason: View['reason'], row: Row): View {
  const amount = (text: string) => (reason === 'share_changed' ? text : dollarsOf(Number(text)));
  const { story_id: storyId, owner_id: ownerId } = row;
  return {
    reason,
    story: storyId === null ? null : { id: storyId, title: row.title ?? '' },
    owner: ownerId === null ? null : { id: ownerId, display_name: row.display_name || null },
    before: amount(row.before),
    now: amount(row.now),
    impressions_before: Number(row.impressions_before),
    impressions: Number(row.impressions),
  };
}

/** Money for erased accounts, which nobody can request. */
const goneOf = ({ id }: Import) => sql`
  select o.story_id, s.title, u.id as owner_id, null as display_name, '0' as before, o.net_micros::text as now,
    '0' as impressions_before, l.impressions::text as impressions
  from (${ownedLines(id)}) o join revenue_lines l on l.import_id = ${id} and l.line = o.line
  join users u on u.id = o.owner_id and u.erased_at is not null
  left join stories s on s.id = o.story_id
  where o.net_micros <> 0 order by abs(o.net_micros) desc, o.story_id limit ${MOST}`;

const past = (before: string) => sql`
  past as (
    select l.story_id, sum(l.net_micros)::bigint as net, sum(l.impressions)::bigint as impressions
    from revenue_imports i join revenue_lines l on l.import_id = i.id
    where i.period = ${before} and i.state = 'credited' group by l.story_id
  )`;

const jumpsOf = ({ id }: Import, before: string) => sql`
  with ${past(before)}
  select l.story_id, s.title, u.id as owner_id, u.display_name, p.net::text as before, l.net_micros::text as now,
    p.impressions::text as impressions_before, l.impressions::text as impressions
  from revenue_lines l join past p on p.story_id = l.story_id
  left join stories s on s.id = l.story_id left join users u on u.id = s.owner_id
  where l.import_id = ${id} and abs(l.net_micros - p.net) >= ${JUMP_MIN_MICROS}::bigint
    and (l.net_micros >= p.net * ${JUMP_TIMES}::int or p.net >= l.net_micros * ${JUMP_TIMES}::int)
  order by abs(l.net_micros - p.net) desc, l.story_id limit ${MOST}`;

const unpaidOf = ({ id, period }: Import, before: string) => sql`
  with ${past(before)}, counted as (
    select story_id, sum(impressions)::bigint as impressions from story_days
    where day between ${`${period}-01`}::date and ${lastDayOf(period ?? '')}::date group by story_id
    having sum(impressions) >= ${UNPAID_MIN_IMPRESSIONS}
  )
  select c.story_id, s.title, u.id as owner_id, u.display_name, coalesce(p.net, 0)::text as before, '0' as now,
    coalesce(p.impressions, 0)::text as impressions_before, c.impressions::text as impressions
  from counted c join stories s on s.id = c.story_id join users u on u.id = s.owner_id
  left join past p on p.story_id = c.story_id
  where not exists (select 1 from revenue_lines l where l.import_id = ${id} and l.story_id = c.story_id)
  order by c.impressions desc, c.story_id limit ${MOST}`;

/** Owners who became founding creators since the previous month, or no longer are. */
const sharesOf = ({ id, period }: Import, before: string) => sql`
  select null::uuid as story_id, null as title, u.id as owner_id, u.display_name,
    (before / 100)::text as before, (now / 100)::text as now, '0' as impressions_before, '0' as impressions
  from (
    select u.id, u.display_name, ${basisPointsIn(before, sql`u.id`)} as before,
      ${basisPointsIn(period ?? '', sql`u.id`)} as now
    from (select distinct user_id from founder_terms) t join users u on u.id = t.user_id
    where exists (select 1 from revenue_lines l join stories s on s.id = l.story_id
      where l.import_id = ${id} and s.owner_id = u.id)
  ) u where before <> now order by u.id limit ${MOST}`;
