/** One query for a picture and everything it is used for. */
import { sql } from 'drizzle-orm';
import type { EpisodeStatus, GeofilterType, MediaVariant, PricingType } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { readingFacts } from '../domains/unlock/rules.ts';
import type { PictureUse } from './access.ts';

export type PictureFacts = { hash: string; variants: MediaVariant[]; uses: PictureUse[] };

type Row = {
  hash: string;
  variants: MediaVariant[];
  kind: PictureUse['kind'] | null;
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

export async function findPicture(deps: Pick<Deps, 'db'>, mediaId: string): Promise<PictureFacts | null> {
  const { rows } = await deps.db.execute<Row>(sql`
    with used as (
      select 'page' as kind, episode_id, null::uuid as story_id, null::uuid as user_id
        from episode_pages where media_id = ${mediaId}
      union all select 'thumbnail', id, null, null from episodes where thumbnail_media_id = ${mediaId}
      union all select 'cover', null, id, null from stories where cover_media_id = ${mediaId}
      union all select 'profile', null, null, id from users
        where picture_media_id = ${mediaId} and deletion_requested_at is null
    )
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
  if (row.kind === 'profile' && row.user_id !== null) return [{ kind: 'profile', userId: row.user_id }];
  if (row.kind === null || row.kind === 'profile' || row.story_id === null) return [];
  const { story_id: storyId } = row;
  const story = { deletedAt: row.story_deleted_at };
  const geofilter = row.geofilter_type && { type: row.geofilter_type, countries: row.countries ?? [] };
  if (row.kind === 'cover') {
    const storyPublished = row.story_published === true;
    return [{ kind: 'cover', storyId, storyPublished, storyDeleted: story.deletedAt !== null, geofilter }];
  }
  if (row.episode_id === null || row.status === null) return [];
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
  return [{ kind: row.kind, storyId, episodeId: row.episode_id, reading }];
}
