import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { bytea, createdAt, id, moment } from '../columns.ts';

/** Mails to send, one row per mail, so that a job that runs twice sends once. Contains ids, never a link or token. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    toAddress: text('to_address').notNull(),
    locale: text('locale').notNull(),
    data: jsonb('data').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('mails_user_id').on(table.userId),
    index('mails_sent_at').on(table.sentAt),
    index('mails_created_at').on(table.createdAt),
  ],
);

export type MailTokenPurpose = 'confirm_email' | 'reset_password' | 'download_export';

/** Tokens of mailed links, valid once and for a limited time. Only the SHA-256 of a token is stored. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<MailTokenPurpose>().notNull(),
    tokenHash: bytea('token_hash').notNull().unique(),
    /** Address the link was sent to. Confirming proves this address only. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('mail_tokens_user_id').on(table.userId, table.purpose),
    index('mail_tokens_expires_at').on(table.expiresAt),
  ],
);

/** A copy of a user's data, made by a job and kept for 7 days. */
export const accountExports = pgTable(
  'account_exports',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bytes: integer('bytes'),
    createdAt: createdAt(),
    readyAt: moment('ready_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [index('account_exports_user_id').on(table.userId)],
);
