import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';

/** One stored size of a picture. `piece` numbers the parts of a strip from 0. The first edition has no `edition`. */
export type MediaVariant = {
  edition?: number;
  piece: number;
  width: number;
  height: number;
  type: 'image/avif' | 'image/webp' | 'image/jpeg';
  bytes: number;
};

/** One displayed part of a picture. A page or cover has one, a strip one per cut. */
export type MediaPiece = { width: number; height: number; placeholder: string };

export type MediaPurpose = 'page' | 'strip' | 'illustration' | 'cover' | 'episode_cover' | 'profile';

/** Originals being stored without a row of their own. A sweep deletes the files of interrupted uploads. */
export const uploads = pgTable('uploads', {
  id: id(),
  /** Storage key of the file. Null for the original of a picture. */
  key: text('key'),
  createdAt: createdAt(),
});
