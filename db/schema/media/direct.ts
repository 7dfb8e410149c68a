/** Large files that browsers upload directly to storage, and purges that a CDN still needs. */
import { bigserial, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';

/** A direct upload. Its file is stored at `uploads/incoming/<id>` until it is claimed, or for some hours. */
export const directUploads = pgTable(
  'direct_uploads',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Size announced by the sender. The signed address accepts no other. */
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
    claimedAt: moment('claimed_at'),
    finishedAt: moment('finished_at'),
    resultId: uuid('result_id'),
  },
  (table) => [
    index('direct_uploads_owner').on(table.ownerId, table.createdAt),
    index('direct_uploads_created').on(table.createdAt),
  ],
);

/** Tags of changed pages, written with the change and deleted once the CDN has purged them. */
export const cdnPurges = pgTable('cdn_purges', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  tags: text('tags').array().notNull(),
  createdAt: createdAt(),
});
