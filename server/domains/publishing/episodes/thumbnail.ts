/** Owns what an episode is shown by: the picture that its creator chose, else its first page. Who may see that is asked elsewhere. */
import { type SQL, sql } from 'drizzle-orm';
import { episodePages, episodes, type MediaPiece, type MediaVariant, media } from '#db/schema/index.ts';

/** Pages come in four widths; the smallest is enough. */
const WIDTH_MAX_PX = 360;

/** Joins the picture to a select in which episodes stand. */
export const isThumbnail: SQL = sql`${media.id} = coalesce(${episodes.thumbnailMediaId}, (
  select ${episodePages.mediaId} from ${episodePages} where ${episodePages.episodeId} = ${episodes.id}
  order by ${episodePages.position}, ${episodePages.id} limit 1))`;

/** Of the picture only what a small one needs: a strip has dozens of pieces, and a list a hundred rows. */
export const thumbnailColumns = {
  id: media.id,
  hash: media.hash,
  pieces: sql<MediaPiece[]>`coalesce(jsonb_path_query_array(${media.pieces}, '$[0]'), '[]')`,
  variants: sql<
    MediaVariant[]
  >`coalesce(jsonb_path_query_array(${media.variants}, '$[*] ? (@.piece == 0 && @.width <= ${sql.raw(String(WIDTH_MAX_PX))})'), '[]')`,
};
