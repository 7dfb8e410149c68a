import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { bytea, citext, createdAt, id, moment } from '../columns.ts';
import { stories, type TeamRole } from './stories.ts';

/**
 * Mailed invitations to a story's team. An invitation takes up a place until it is accepted or revoked. Inviting again
 * resends it. Only the SHA-256 of a link's token is stored.
 */
export const storyInvitations = pgTable(
  'story_invitations',
  {
    id: id(),
    storyId: uuid('story_id')
      .notNull()
      .references(() => stories.id, { onDelete: 'cascade' }),
    email: citext('email').notNull(),
    role: text('role').$type<Exclude<TeamRole, 'owner'>>().notNull(),
    tokenHash: bytea('token_hash').notNull().unique(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    declinedAt: moment('declined_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    index('story_invitations_story').on(table.storyId),
    index('story_invitations_email').on(table.email),
    uniqueIndex('story_invitations_pending')
      .on(table.storyId, table.email)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
    check('story_invitations_role', sql`${table.role} in ('publisher', 'editor', 'viewer')`),
  ],
);
