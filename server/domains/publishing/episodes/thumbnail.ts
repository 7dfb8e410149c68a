/** The picture that the creator chose, else the first page. Callers check who may see it. */
import { type SQL, sql } from 'drizzle-orm';
import { episodePages, episodes, type MediaPiece, type MediaVariant, media } from '#db/schema/index.ts';

/** The smallest of the four widths of pages. */
const WIDTH_MAX_PX = 360;

export const isThumbnail: SQL = sql`${media.id} = coalesce(${episodes.thumbnailMediaId}, (
  select ${episodePages.mediaId} from ${episodePages} where ${episodePages.episodeId} = ${episodes.id}
  order by ${episodePages.position}, ${episodePages.id} limit 1))`;

/** Only the columns of a small picture: a strip has dozens of pieces, and a list a hundred rows. */
export const thumbnailColumns = {
  id: media.id,
  hash: media.hash,
  pieces: sql<MediaPiece[]>`coalesce(jsonb_path_query_array(${media.pieces}, '$[0]'), '[]')`,
  variants: sql<
    MediaVariant[]
  >`coalesce(jsonb_path_query_array(${media.variants}, '$[*] ? (@.piece == 0 && @.width <= ${sql.raw(String(WIDTH_MAX_PX))})'), '[]')`,
};
