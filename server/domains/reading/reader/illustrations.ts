import { and, eq, inArray } from 'drizzle-orm';
import { chapterPictures, keptPictures, media } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { isId } from '../../../lib/ids.ts';
import { type ChapterPicture, picturesIn } from '../../../lib/prose/fill.ts';
import { presentPicture, type Signer } from '../../media/present.ts';
import type { Edition } from './base-rows.ts';
import { pictureColumns } from './cards.ts';

export type Illustrations = Readonly<Record<string, ChapterPicture>>;

/** By id. Runs no query for chapters without pictures. */
export async function findIllustrations(
  deps: Deps,
  texts: readonly { id: string; html: string }[],
  sign?: Signer,
  { isKept = false }: Edition = {},
): Promise<Illustrations> {
  const table = isKept ? keptPictures : chapterPictures;
  const found = texts.map(({ id, html }) => ({
    id,
    mediaIds: picturesIn(html).flatMap((picture) => (isId(picture.id) ? [picture.id] : [])),
  }));
  const shown = found.filter(({ mediaIds }) => mediaIds.length > 0);
  const mediaIds = [...new Set(shown.flatMap((each) => each.mediaIds))];
  if (mediaIds.length === 0) return {};
  const rows = await deps.db
    .select(pictureColumns)
    .from(table)
    .innerJoin(media, eq(media.id, table.mediaId))
    .where(
      and(
        inArray(
          table.chapterId,
          shown.map(({ id }) => id),
        ),
        inArray(media.id, mediaIds),
      ),
    );
  return Object.fromEntries(
    rows.flatMap((row) => {
      const picture = presentPicture(row, sign);
      if (picture === null) return [];
      const { sources, url, width, height } = picture;
      return [[row.id, { sources, url, width, height }]];
    }),
  );
}
