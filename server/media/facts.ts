/** One query for a picture and everything it is used for. */
import { type SQL, sql } from 'drizzle-orm';
import type { EpisodeStatus, GeofilterType, MediaVariant, PricingType } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { allUses, type KindOfUse, type UseOfPictures, usesOfPictures } from '../domains/media/uses.ts';
import { readingFacts } from '../domains/unlock/rules.ts';
import type { PictureUse } from './access.ts';

export type PictureFacts = { hash: string; variants: MediaVariant[]; uses: PictureUse[] };

type Row = {
  hash: string;
  variants: MediaVariant[];
  kind: KindOfUse | null;
  user_id: string | null;
  story_id: string | null;
  story_published: boolean | null;
  story_deleted_at: string | null;
  episode_id: string | null;
  status: EpisodeStatus | null;
  episode_deleted_at: string | null;
  published_rank: number | null;
  custom_price_coins: number | null;
  pricing_type: PricingType | null;
  free_count: number | null;
  price_coins: number | null;
  geofilter_type: GeofilterType | null;
  countries: string[] | null;
};

const idOf = (use: UseOfPictures, of: UseOfPictures['of']) => (use.of === of ? sql`u.id` : sql`null::uuid`);

const usesOf = (mediaId: string): SQL =>
  sql.join(
    allUses.map(
      (use) => sql`select ${use.kind}::text as kind, ${idOf(use, 'episode')} as episode_id,
        ${idOf(use, 'story')} as story_id, ${idOf(use, 'user')} as user_id
        from ${use.rows} u where u.media_id = ${mediaId} and u.is_shown`,
    ),
    sql` union all `,
  );

export async function findPicture(deps: Pick<Deps, 'db'>, mediaId: string): Promise<PictureFacts | null> {
  const { rows } = await deps.db.execute<Row>(sql`
    with used as (${usesOf(mediaId)})
    select m.hash, m.variants, u.kind, u.user_id,
      s.id as story_id, s.published as story_published, s.deleted_at as story_deleted_at,
      e.id as episode_id, e.status, e.deleted_at as episode_deleted_at, e.published_rank, e.custom_price_coins,
      p.type as pricing_type, p.free_count, p.price_coins, g.type as geofilter_type, g.countries
    from media m
    left join used u on true
    left join episodes e on e.id = u.episode_id
    left join stories s on s.id = coalesce(u.story_id, e.story_id)
    left join pricing_strategies p on p.story_id = s.id
    left join geofilter_strategies g on g.story_id = s.id
    where m.id = ${mediaId}`);
  const [first] = rows;
  if (first === undefined) return null;
  return { hash: first.hash, variants: first.variants, uses: rows.flatMap(toUse) };
}

function toUse(row: Row): PictureUse[] {
  if (row.kind === null) return [];
  const use: UseOfPictures = usesOfPictures[row.kind];
  if (use.of === 'user') return row.user_id === null ? [] : [{ of: 'user', userId: row.user_id }];
  const { story_id: storyId, episode_id: episodeId } = row;
  if (storyId === null) return [];
  const story = { deletedAt: row.story_deleted_at };
  const geofilter = row.geofilter_type && { type: row.geofilter_type, countries: row.countries ?? [] };
  if (use.of === 'story') {
    const storyPublished = row.story_published === true;
    return [{ of: 'story', storyId, storyPublished, storyDeleted: story.deletedAt !== null, geofilter }];
  }
  if (episodeId === null || row.status === null) return [];
  const pricing = row.pricing_type && {
    type: row.pricing_type,
    freeCount: row.free_count ?? 0,
    priceCoins: row.price_coins ?? 0,
  };
  const episode = {
    status: row.status,
    deletedAt: row.episode_deleted_at,
    publishedRank: row.published_rank ?? 1,
    customPriceCoins: row.custom_price_coins ?? 0,
  };
  const reading = readingFacts({ episode, story, pricing, geofilter });
  return [{ of: 'episode', seenBy: use.seenBy ?? 'readers', storyId, episodeId, reading }];
}
