/** Large files that browsers put into storage themselves, and what a CDN is still to be told. */
import { bigserial, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';

/** One that was begun. Its file lies under `uploads/incoming/<id>` until somebody says that it is there, or for some hours. */
export const directUploads = pgTable(
  'direct_uploads',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** As its sender said; the signed address takes no other. */
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
    /** Somebody is taking it in. */
    claimedAt: moment('claimed_at'),
    /** It has become what it was for. */
    finishedAt: moment('finished_at'),
    /** The id of what it became, where that has one. */
    resultId: uuid('result_id'),
  },
  (table) => [
    index('direct_uploads_owner').on(table.ownerId, table.createdAt),
    index('direct_uploads_created').on(table.createdAt),
  ],
);

/** Tags of changed pages, written with the change, until a CDN knows of them. */
export const cdnPurges = pgTable('cdn_purges', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  tags: text('tags').array().notNull(),
  createdAt: createdAt(),
});
