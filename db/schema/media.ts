import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { createdAt, id, moment } from './columns.ts';

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

export type MediaPurpose = 'page' | 'strip' | 'cover' | 'episode_cover' | 'profile';

/**
 * An uploaded picture. Its state is told by timestamps: processed_at → ready, failed_at → failed (with `error`),
 * started_at → processing, none of them → queued. `hash` is that of the original and stands in every address.
 */
export const media = pgTable(
  'media',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    purpose: text('purpose').$type<MediaPurpose>().notNull(),
    originalName: text('original_name').notNull(),
    hash: text('hash').notNull(),
    bytes: integer('bytes').notNull(),
    type: text('type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Counts how often its sizes were made anew from the original, since an address never shows another picture. */
    edition: integer('edition').notNull().default(0),
    crop: jsonb('crop').$type<{ x: number; y: number; width: number; height: number }>(),
    pieces: jsonb('pieces').$type<MediaPiece[]>().notNull().default([]),
    variants: jsonb('variants').$type<MediaVariant[]>().notNull().default([]),
    /** Dominant colour (OKLCH hue in degrees and chroma); a story takes it from its cover. */
    hue: doublePrecision('hue'),
    chroma: doublePrecision('chroma'),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    processedAt: moment('processed_at'),
    failedAt: moment('failed_at'),
    error: text('error'),
  },
  (table) => [
    index('media_owner_id').on(table.ownerId),
    index('media_unprocessed')
      .on(table.createdAt)
      .where(sql`${table.processedAt} is null and ${table.failedAt} is null`),
    check('media_size', sql`${table.width} > 0 and ${table.height} > 0`),
  ],
);

/**
 * Originals that are being stored and have no row in `media` yet. What stays here belongs to an upload that was cut
 * off, and its file is taken away.
 */
export const uploads = pgTable('uploads', { id: id(), createdAt: createdAt() });
