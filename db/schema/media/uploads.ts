/** What pictures are made of; the table itself stands with that of the users. */
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';

/**
 * One stored size of a picture. `piece` counts the parts of a strip from 0; other pictures have one piece. `edition` is
 * absent in the first one.
 */
export type MediaVariant = {
  edition?: number;
  piece: number;
  width: number;
  height: number;
  type: 'image/avif' | 'image/webp' | 'image/jpeg';
  bytes: number;
};

/** One part of a picture as it is shown; a page or cover has one, a strip as many as it was cut into. */
export type MediaPiece = { width: number; height: number; placeholder: string };

export type MediaPurpose = 'page' | 'strip' | 'illustration' | 'cover' | 'episode_cover' | 'profile';

/**
 * Originals that are being stored and have no row of their own yet. What stays here belongs to an upload that was cut
 * off, and its file is taken away.
 */
export const uploads = pgTable('uploads', {
  id: id(),
  /** Where the file lies in storage; null for the original of a picture. */
  key: text('key'),
  createdAt: createdAt(),
});
