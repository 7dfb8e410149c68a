import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment } from '../columns.ts';
import { users } from './users.ts';

/** An app that shows codes (TOTP), one for a user. The secret is encrypted with the signing key. */
export const authenticators = pgTable('authenticators', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: createdAt(),
  /** Null until a first code has shown that the app has the secret. */
  confirmedAt: moment('confirmed_at'),
  lastUsedAt: moment('last_used_at'),
  /** The 30 seconds whose code was used last: neither it nor an earlier one counts again. */
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
    /** As its owner calls it. */
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user_id').on(table.userId)],
);

/** Codes for who has lost everything else, each good once. Only hashes are kept. */
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

/** What a passkey is to sign, asked of one session or ticket and good once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Id of the session or of the ticket, which may be gone before it. */
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

export type SecurityDeed =
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

/** What the owner of an account is asked about by mail: was it you? The mailed token is derived from the id. */
export const securityNotices = pgTable(
  'security_notices',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deed: text('deed').$type<SecurityDeed>().notNull(),
    tokenHash: bytea('token_hash').notNull().unique(),
    /** Of the one who did it. */
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
