/** People whom readers have muted or blocked. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt } from '../columns.ts';

export type ShutOutKind = 'muted' | 'blocked';

/** One row per reader and person. A blocked person cannot answer the reader. A muted person never notices. */
export const shutOuts = pgTable(
  'shut_outs',
  {
    readerId: uuid('reader_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ShutOutKind>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.personId] }),
    index('shut_outs_person').on(table.personId, table.readerId),
    check('shut_outs_kind', sql`${table.kind} in ('muted', 'blocked')`),
    check('shut_outs_other', sql`${table.readerId} <> ${table.personId}`),
  ],
);
