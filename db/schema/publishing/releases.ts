import { bigserial, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, moment } from '../columns.ts';
import type { EpisodeStatus } from './episodes.ts';

/** Events of an episode, never changed. No foreign keys: a receipt outlives the episode and its story. */
export const episodeEvents = pgTable(
  'episode_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    storyId: uuid('story_id').notNull(),
    episodeId: uuid('episode_id').notNull(),
    event: text('event').notNull(),
    fromStatus: text('from_status').$type<EpisodeStatus>(),
    toStatus: text('to_status').$type<EpisodeStatus>(),
    /** Null when a worker did it. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    dueAt: moment('due_at'),
    note: text('note'),
    createdAt: createdAt(),
  },
  (table) => [index('episode_events_episode').on(table.episodeId, table.id)],
);
