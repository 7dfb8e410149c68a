import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment } from '../columns.ts';
import { users } from './users.ts';

/** An authenticator app (TOTP), one per user. The secret is encrypted with the signing key. */
export const authenticators = pgTable('authenticators', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: createdAt(),
  /** Null until a first code proves that the app has the secret. */
  confirmedAt: moment('confirmed_at'),
  lastUsedAt: moment('last_used_at'),
  /** The 30-second step of the last used code. Codes of this step or an earlier one are refused. */
  lastStep: bigint('last_step', { mode: 'number' }),
});

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytea('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: text('transports').array().notNull().default([]),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user_id').on(table.userId)],
);

/** Single-use codes for users who lost every other factor. Only hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    createdAt: createdAt(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** A challenge for a passkey to sign, bound to one session or ticket. Valid once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Id of the session or ticket. No foreign key: it may be gone before this row. */
    holderId: uuid('holder_id').notNull(),
    purpose: text('purpose').$type<'add' | 'prove'>().notNull(),
    challenge: text('challenge').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user_id').on(table.userId),
    index('passkey_challenges_holder').on(table.holderId, table.purpose),
    index('passkey_challenges_expires_at').on(table.expiresAt),
  ],
);

export type SecurityAction =
  | 'signed_in'
  | 'password_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_refused'
  | 'factors_off'
  | 'factors_reset'
  | 'provider_connected'
  | 'provider_disconnected'
  | 'recovery_codes_made';

/** Mails that ask the owner of an account "Was this you?". The mailed token is derived from the id. */
export const securityNotices = pgTable(
  'security_notices',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deed: text('deed').$type<SecurityAction>().notNull(),
    tokenHash: bytea('token_hash').notNull().unique(),
    userAgent: text('user_agent').notNull().default(''),
    country: text('country'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    answeredAt: moment('answered_at'),
    answer: text('answer').$type<'mine' | 'not_mine'>(),
  },
  (table) => [
    index('security_notices_user_id').on(table.userId),
    index('security_notices_expires_at').on(table.expiresAt),
    check('security_notices_answer', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
  ],
);
