/** Shows readers whom their month went to. They keep seeing what they gave, whatever happened to the story. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import {
  attentionReaders,
  geofilterStrategies,
  media,
  revenueImports,
  stories,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { addMonths, lastDayOf, type Month } from '../../../lib/months.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { resolveWallTime, wallTimeAt } from '../../../lib/wall-time.ts';
import { pictureAddress } from '../../media/present.ts';
import { isAvailableIn } from '../../publishing/countries/rules.ts';
import type { Attention, AttentionCreator } from './contract.ts';
import { DAY_STORIES_MAX_COUNT, EXPORT_MAX_COUNT, firstMonthKept } from './rules.ts';

type Reader = { viewer: Pick<Viewer, 'id'>; country: string | null };
type Colour = { h: number; c: number };
type Creator = Static<typeof AttentionCreator>;
type Shown = NonNullable<Creator['story']> & { isNovel: boolean; colour: Colour | null };

export type AttentionView = Omit<Static<typeof Attention>, 'creators'> & {
  /** Each creator is shown with the story that got the most. */
  creators: (Omit<Creator, 'story'> & { storyId: string; story: Shown | null })[];
  timezone: string;
  /** The most that any creator got, on any page. */
  mostSeconds: number;
  /** Stories of all days that the reader may see. */
  shown: ReadonlyMap<string, Shown>;
};

type Asked = { month?: Month | undefined; page: number; perPage: number };
type Span = { readerId: string; month: Month; timezone: string };

/** Five queries for any number of stories. A month that is not stored means the nearest stored one. */
export async function findAttention(
  deps: Deps,
  { viewer, country }: Reader,
  { month: wanted, page, perPage }: Asked,
): Promise<AttentionView> {
  const { timezone, counted } = await findReader(deps, viewer.id);
  const last = wallTimeAt(deps.clock.now(), timezone).slice(0, 7);
  const first = firstMonthKept(last);
  const asked = wanted ?? last;
  const month = asked < first ? first : asked > last ? last : asked;
  const span = { readerId: viewer.id, month, timezone };
  const [totals, rows, days, finalAt] = await Promise.all([
    findTotals(deps, span),
    listOwners(deps, span, { page, perPage }),
    listDays(deps, span),
    findFinalAt(deps, month),
  ]);
  const ids = [
    ...rows.map(({ storyId }) => storyId),
    ...days.flatMap((day) => day.stories.map((s) => s.story_id)),
  ];
  const shown = await findShown(
    deps,
    ids.filter((id) => id !== null),
    country,
  );
  const micros = (value: number) => (finalAt === null ? null : value);
  return {
    month,
    first_month: first,
    last_month: last,
    counted,
    timezone,
    shown,
    mostSeconds: rows[0]?.most ?? 0,
    seconds: totals.seconds,
    coins: totals.coins,
    unlocked: totals.unlocked,
    ads: totals.ads,
    ads_micros: micros(totals.micros),
    ads_final_at: finalAt,
    days,
    creators: rows.map(({ storyId, name, slug, storiesCount, micros: own, most: _, ...row }) => {
      const story = shown.get(storyId) ?? null;
      return {
        storyId,
        creator: name === null ? null : { slug: story && slug, display_name: name },
        story,
        stories_count: storiesCount,
        ...row,
        ads_micros: micros(own),
      };
    }),
    page,
    per_page: perPage,
    total: totals.creators,
  };
}

async function findReader({ db }: Deps, id: string): Promise<{ timezone: string; counted: boolean }> {
  const [row] = await db
    .select({ timezone: users.timezone, counted: attentionReaders.counted })
    .from(users)
    .leftJoin(attentionReaders, eq(attentionReaders.readerId, users.id))
    .where(eq(users.id, id));
  return { timezone: row?.timezone ?? 'UTC', counted: row?.counted ?? true };
}

const daysOf = ({ month }: Span) => sql`between ${`${month}-01`}::date and ${lastDayOf(month)}::date`;

const startOf = (month: Month, timezone: string): string =>
  resolveWallTime(`${month}-01T00:00:00`, timezone).instant.toISOString();

const inMonth = ({ month, timezone }: Span) => sql`u.created_at >= ${startOf(month, timezone)}::timestamptz
  and u.created_at < ${startOf(addMonths(month, 1), timezone)}::timestamptz`;

const given = (span: Span) => sql`
  parts as (
    select story_id, seconds, ads, 0 as coins, 0 as unlocked from attention_days
    where reader_id = ${span.readerId} and day ${daysOf(span)}
    union all
    select u.story_id, 0, 0, u.price_coins, 1 from unlocks u
    where u.reader_id = ${span.readerId} and u.returned_at is null and ${inMonth(span)}
  ), given as (
    select p.story_id, sum(p.seconds)::int as seconds, sum(p.ads)::int as ads, sum(p.coins)::int as coins,
      sum(p.unlocked)::int as unlocked
    from parts p group by p.story_id
  ), credited as (
    select l.story_id, sum(l.share_micros) as micros, sum(l.impressions) as impressions
    from revenue_imports i join revenue_lines l on l.import_id = i.id
    where i.period = ${span.month} and i.state = 'credited'
      and l.story_id = any(array(select story_id from given where ads > 0)) group by l.story_id
  ), owned as (
    select g.*, coalesce(s.owner_id, e.owner_id) as owner_id,
      coalesce(round(greatest(0, g.ads * c.micros / nullif(c.impressions, 0))), 0) as micros
    from given g left join stories s on s.id = g.story_id
      left join erased_stories e on e.story_id = g.story_id left join credited c on c.story_id = g.story_id
    where g.seconds > 0 or g.ads > 0 or g.coins > 0
  )`;

type Sums = { seconds: number; ads: number; coins: number; unlocked: number; micros: number };
const sums = sql`coalesce(sum(o.seconds), 0)::int as seconds, coalesce(sum(o.ads), 0)::int as ads,
  coalesce(sum(o.coins), 0)::int as coins, coalesce(sum(o.unlocked), 0)::int as unlocked,
  coalesce(sum(o.micros), 0)::float8 as micros`;

async function findTotals({ db }: Deps, span: Span): Promise<Sums & { creators: number }> {
  const { rows } = await db.execute<Sums & { creators: number }>(sql`
    with ${given(span)}
    select ${sums}, count(distinct coalesce(o.owner_id, '00000000-0000-0000-0000-000000000000'))::int as creators
    from owned o`);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum has a row');
  return row;
}

type OwnerRow = Sums & {
  most: number;
  storyId: string;
  storiesCount: number;
  name: string | null;
  slug: string | null;
};

async function listOwners(
  { db }: Deps,
  span: Span,
  { page, perPage }: { page: number; perPage: number },
): Promise<OwnerRow[]> {
  const { rows } = await db.execute<OwnerRow>(sql`
    with ${given(span)}, owners as (
      select o.owner_id, ${sums}, count(*)::int as "storiesCount", max(sum(o.seconds)) over ()::int as most,
        (array_agg(o.story_id order by o.seconds desc, o.coins desc, o.story_id))[1] as "storyId"
      from owned o group by o.owner_id
      order by seconds desc, coins desc, ads desc, o.owner_id limit ${perPage} offset ${(page - 1) * perPage}
    )
    select o.seconds, o.ads, o.coins, o.unlocked, o.micros, o.most, o."storyId", o."storiesCount",
      u.display_name as name, u.slug
    from owners o left join users u on u.id = o.owner_id and u.erased_at is null
    order by o.seconds desc, o.coins desc, o.ads desc, o.owner_id`);
  return rows;
}

async function listDays({ db }: Deps, span: Span): Promise<AttentionView['days']> {
  const { rows } = await db.execute<{ day: string; storyId: string | null; seconds: number }>(sql`
    select day::text as day, case when place <= ${DAY_STORIES_MAX_COUNT} then story_id end as "storyId",
      sum(seconds)::int as seconds
    from (
      select day, story_id, seconds, row_number() over (partition by day order by seconds desc, story_id) as place
      from attention_days where reader_id = ${span.readerId} and day ${daysOf(span)} and seconds > 0
    ) ranked
    group by 1, 2 order by 1, min(place)`);
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, of]) => ({
    day,
    seconds: of.reduce((sum, { seconds }) => sum + seconds, 0),
    stories: of.map(({ storyId, seconds }) => ({ story_id: storyId, seconds })),
  }));
}

async function findFinalAt({ db }: Deps, month: Month): Promise<string | null> {
  const { creditedAt, kind, period, state } = revenueImports;
  const [row] = await db
    .select({ creditedAt })
    .from(revenueImports)
    .where(and(eq(period, month), eq(state, 'credited'), eq(kind, 'month')));
  return row?.creditedAt?.toISOString() ?? null;
}

async function findShown(
  { db }: Deps,
  storyIds: readonly string[],
  country: string | null,
): Promise<Map<string, Shown>> {
  const ids = [...new Set(storyIds)];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      story: {
        id: stories.id,
        slug: stories.slug,
        title: stories.title,
        language: stories.language,
        isNovel: sql<boolean>`${stories.publicationType} = 'novel'`,
      },
      isOpen: sql<boolean>`${stories.published} and ${stories.deletedAt} is null`,
      filter: { type: geofilterStrategies.type, countries: geofilterStrategies.countries },
      cover: {
        id: media.id,
        hash: media.hash,
        variants: media.variants,
        hue: media.hue,
        chroma: media.chroma,
      },
    })
    .from(stories)
    .leftJoin(geofilterStrategies, eq(geofilterStrategies.storyId, stories.id))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .where(inArray(stories.id, ids));
  const open = rows.filter(({ isOpen, filter }) => isOpen && isAvailableIn(filter, country));
  return new Map(
    open.map(({ story, cover }) => [
      story.id,
      { ...story, mini_thumbnail_url: cover && pictureAddress(cover, 160), colour: colourOf(cover) },
    ]),
  );
}

const colourOf = (cover: { hue: number | null; chroma: number | null } | null): Colour | null =>
  cover === null || cover.hue === null || cover.chroma === null
    ? null
    : { h: Math.round(cover.hue), c: Math.round(cover.chroma * 1000) / 1000 };

export type DayRow = {
  day: string;
  storyId: string;
  creator: string | null;
  seconds: number;
  ads: number;
  coins: number;
  unlocked: number;
};

export async function listDayRows(
  deps: Deps,
  { viewer, country }: Reader,
  { month, timezone }: Pick<Span, 'month' | 'timezone'>,
): Promise<(DayRow & { title: string | null })[]> {
  const span = { readerId: viewer.id, month, timezone };
  const { rows } = await deps.db.execute<DayRow>(sql`
    select p.day::text as day, p.story_id as "storyId", c.display_name as creator, sum(p.seconds)::int as seconds,
      sum(p.ads)::int as ads, sum(p.coins)::int as coins, sum(p.unlocked)::int as unlocked
    from (
      select day, story_id, seconds, ads, 0 as coins, 0 as unlocked from attention_days
      where reader_id = ${viewer.id} and day ${daysOf(span)}
      union all
      select (u.created_at at time zone ${timezone}::text)::date, u.story_id, 0, 0, u.price_coins, 1 from unlocks u
      where u.reader_id = ${viewer.id} and u.returned_at is null and ${inMonth(span)}
    ) p
    left join stories s on s.id = p.story_id left join erased_stories e on e.story_id = p.story_id
    left join users c on c.id = coalesce(s.owner_id, e.owner_id) and c.erased_at is null
    group by p.day, p.story_id, c.display_name
    order by p.day, seconds desc, p.story_id limit ${EXPORT_MAX_COUNT}`);
  const shown = await findShown(
    deps,
    rows.map(({ storyId }) => storyId),
    country,
  );
  return rows.map((row) => ({ ...row, title: shown.get(row.storyId)?.title ?? null }));
}
