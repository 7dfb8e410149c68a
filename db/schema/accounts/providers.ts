import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment } from '../columns.ts';
import { users } from './users.ts';

export type Provider = 'fb' | 'twitter' | 'google' | 'apple';

/** Accounts at other providers by which a user signs in. `subject` is the provider's own id for the user. */
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

/** A sign-in at a provider that is under way. Valid once, in the browser that started it. */
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

/** The provider's answer. It waits until the same browser fetches its session (60 s) or enters its date of birth. */
export const socialCodes = pgTable(
  'social_codes',
  {
    id: id(),
    codeHash: bytea('code_hash').notNull().unique(),
    browserHash: bytea('browser_hash').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    /** Null until an account exists: none is created before the date of birth is known. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    email: text('email'),
    displayName: text('display_name'),
    back: text('back'),
    /** True when the user signed in on this device before. The page that fetches the session gets no such cookie. */
    knownDevice: boolean('known_device').notNull().default(false),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('social_codes_expires_at').on(table.expiresAt)],
);
