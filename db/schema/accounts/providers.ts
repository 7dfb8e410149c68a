import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment } from '../columns.ts';
import { users } from './users.ts';

export type Provider = 'fb' | 'twitter' | 'google' | 'apple';

/** Accounts elsewhere by which a user signs in, told by the provider's own subject. */
export const identities = pgTable(
  'identities',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<Provider>().notNull(),
    subject: text('subject').notNull(),
    email: text('email'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('identities_subject').on(table.provider, table.subject),
    unique('identities_user').on(table.userId, table.provider),
  ],
);

export type SocialAction = 'signing' | 'connecting';

/** A way to a provider and back that somebody has begun: used once, by the browser that began it. */
export const socialFlows = pgTable(
  'social_flows',
  {
    id: id(),
    stateHash: bytea('state_hash').notNull().unique(),
    browserHash: bytea('browser_hash').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    action: text('action').$type<SocialAction>().notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    codeVerifier: text('code_verifier').notNull(),
    nonce: text('nonce').notNull(),
    back: text('back'),
    locale: text('locale').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('social_flows_expires_at').on(table.expiresAt)],
);

/** What the provider said, waiting for the browser that began to fetch its session (60 s) or to tell its date of birth. */
export const socialCodes = pgTable(
  'social_codes',
  {
    id: id(),
    codeHash: bytea('code_hash').notNull().unique(),
    browserHash: bytea('browser_hash').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    /** Null while there is no account yet: none is made before the date of birth is known. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    email: text('email'),
    displayName: text('display_name'),
    back: text('back'),
    /** Whether its user has signed in on this device before; the page that fetches the session is not told by its cookie. */
    knownDevice: boolean('known_device').notNull().default(false),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('social_codes_expires_at').on(table.expiresAt)],
);
