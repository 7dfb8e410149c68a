/** Column shapes that every table shares. */
import { type SQL, sql } from 'drizzle-orm';
import { customType, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const id = () => uuid('id').primaryKey();
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => moment('created_at').notNull().defaultNow();

/** Tags and the number of blanks aside, what the column `html` says; null where it says nothing. */
const readableText = (): SQL =>
  sql.raw(
    String.raw`nullif(btrim(regexp_replace(regexp_replace(html, '<[^>]*>', '', 'g'), '\s+', ' ', 'g')), '')`,
  );
/** Kept by the database, so that texts are compared without being read. */
export const textHash = () => text('text_hash').generatedAlwaysAs(() => sql`md5(${readableText()})`);

/** Case-insensitive text (extension citext), for addresses that people type in any case. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
