/** What belongs to one reader: subscriptions, places in episodes, how a story is shown, collections. All of it goes with the account. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users.ts';
import { createdAt, id, moment } from '../columns.ts';
import { episodes } from '../publishing/episodes.ts';
import { stories } from '../publishing/stories.ts';

const readerId = () =>
  uuid('reader_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const storyId = () =>
  uuid('story_id')
    .notNull()
    .references(() => stories.id, { onDelete: 'cascade' });

/** How a subscriber hears of a new episode: in the list of notices and by mail, in the list alone, or not at all. */
export type Notify = 'all' | 'app' | 'none';

export const subscriptions = pgTable(
  'subscriptions',
  {
    storyId: storyId(),
    readerId: readerId(),
    notify: text('notify').$type<Notify>().notNull().default('all'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.storyId, table.readerId] }),
    index('subscriptions_reader').on(table.readerId, table.storyId),
    check('subscriptions_notify', sql`${table.notify} in ('all', 'app', 'none')`),
  ],
);

/**
 * Where a reader stands in an episode, one row each. Both places are kept as the id of a page or chapter and as the number
 * that it had at `lockVersion` of the episode: the number holds while the episode is the same, else the id tells the new
 * one. The ids are no foreign keys, since what they name may go; the number is left then.
 */
export const episodePlaces = pgTable(
  'episode_places',
  {
    readerId: readerId(),
    episodeId: uuid('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    itemId: uuid('item_id').notNull(),
    item: integer('item').notNull(),
    /** How far within the item, from 0 to 1. */
    itemOffset: doublePrecision('item_offset').notNull().default(0),
    furthestItemId: uuid('furthest_item_id').notNull(),
    furthestItem: integer('furthest_item').notNull(),
    /** The end was reached once, whatever has been added since. */
    finished: boolean('finished').notNull().default(false),
    lockVersion: integer('lock_version').notNull(),
    readAt: moment('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.episodeId] }),
    index('episode_places_episode').on(table.episodeId),
    check('episode_places_item', sql`${table.item} >= 1 and ${table.furthestItem} >= ${table.item}`),
    check('episode_places_offset', sql`${table.itemOffset} between 0 and 1`),
  ],
);

/** The episode of a story that a reader had open last: where they go on reading. */
export const storyPlaces = pgTable(
  'story_places',
  {
    readerId: readerId(),
    storyId: storyId(),
    /** No foreign key: an episode is erased with its story, and so is this row. */
    episodeId: uuid('episode_id').notNull(),
    readAt: moment('read_at').notNull(),
    /** Since when its reader wants it on no shelf of what they read; reading on takes that back. */
    putAwayAt: moment('put_away_at'),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.storyId] }),
    index('story_places_latest').on(
      table.readerId,
      table.readAt.desc().nullsFirst(),
      table.storyId.desc().nullsFirst(),
    ),
    index('story_places_story').on(table.storyId),
  ],
);

export type KeptDirection = 'ltr' | 'rtl' | 'down' | 'strip';
/** How pages that have a direction go on: turned downwards, or scrolled along a row. */
export type KeptCourse = 'down' | 'along';
export type ShownDirection = KeptDirection | `${'ltr' | 'rtl'}_${KeptCourse}`;
export type ShownFit = 'width' | 'height' | 'original';
export type ShownPairs = 'off' | 'cover' | 'moved';

/** How a reader has chosen to see a story. Without a direction they have taken their choice back: it is as the story sets it. */
export const storyChoices = pgTable(
  'story_choices',
  {
    readerId: readerId(),
    storyId: storyId(),
    direction: text('direction').$type<KeptDirection>(),
    /** Null as it is usual for the direction: turned sideways. */
    course: text('course').$type<KeptCourse>(),
    /** Null as it is usual for the direction, like `onward`. */
    fit: text('fit').$type<ShownFit>(),
    pairs: text('pairs').$type<ShownPairs>().notNull(),
    saver: boolean('saver').notNull(),
    onward: boolean('onward'),
    chosenAt: moment('chosen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.storyId] }),
    index('story_choices_latest').on(table.readerId, table.chosenAt.desc().nullsFirst()),
    index('story_choices_story').on(table.storyId),
    check('story_choices_direction', sql`${table.direction} in ('ltr', 'rtl', 'down', 'strip')`),
    check('story_choices_course', sql`${table.course} in ('down', 'along')`),
    check('story_choices_fit', sql`${table.fit} in ('width', 'height', 'original')`),
    check('story_choices_pairs', sql`${table.pairs} in ('off', 'cover', 'moved')`),
  ],
);

/** How novels are set for a reader; what each may be says the call that keeps it (reading/library/rules.ts). */
export type KeptSetting = {
  ground: 'system' | 'paper' | 'sepia' | 'grey' | 'night' | 'black';
  letters: 'serif' | 'sans' | 'clear';
  size: number;
  lines: 'book' | 'close' | 'wide';
  margins: 'book' | 'slim' | 'broad';
  edge: 'ragged' | 'straight';
  hyphens: 'language' | 'none';
  move: 'scroll' | 'pages';
  /** Of books whose lines run from top to bottom. */
  writing: 'book' | 'horizontal';
};

/** How short notes stand over pages and beside texts. */
export type KeptNotes = {
  shown: boolean;
  density: 'few' | 'some' | 'all';
  /** From 1, hardly to be seen, to 10. */
  strength: number;
};

/** How a reader reads, whatever the story. */
export const readingSettings = pgTable(
  'reading_settings',
  {
    readerId: readerId().primaryKey(),
    /** Level at which pages scroll by themselves, 1 to 9. */
    glideSpeed: smallint('glide_speed'),
    prose: jsonb('prose').$type<KeptSetting>(),
    proseChosenAt: moment('prose_chosen_at'),
    notes: jsonb('notes').$type<KeptNotes>(),
    notesChosenAt: moment('notes_chosen_at'),
  },
  (table) => [
    check('reading_settings_glide_speed', sql`${table.glideSpeed} between 1 and 9`),
    check('reading_settings_prose', sql`(${table.prose} is null) = (${table.proseChosenAt} is null)`),
    check('reading_settings_notes', sql`(${table.notes} is null) = (${table.notesChosenAt} is null)`),
  ],
);

export const collections = pgTable(
  'collections',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** What its owner says of it; blank says nothing. */
    about: text('about').notNull().default(''),
    /** Readable by anyone who has its address. */
    shared: boolean('shared').notNull().default(false),
    /** With those that are no longer shown; whoever changes them holds this row. */
    storiesCount: integer('stories_count').notNull().default(0),
    followersCount: integer('followers_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('collections_owner').on(table.ownerId, table.id.desc().nullsFirst()),
    check('collections_counts', sql`${table.storiesCount} >= 0 and ${table.followersCount} >= 0`),
  ],
);

export const collectionStories = pgTable(
  'collection_stories',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    /** No foreign key: the place of a story that is gone is kept. */
    storyId: uuid('story_id').notNull(),
    /** From 1 without gaps. */
    position: integer('position').notNull(),
    /** Why its owner put it there; blank says nothing. */
    why: text('why').notNull().default(''),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.storyId] }),
    index('collection_stories_order').on(table.collectionId, table.position),
    index('collection_stories_story').on(table.storyId),
  ],
);

/** Who follows a collection of somebody else. One that is shared no longer is shown to nobody, and comes back when it is. */
export const collectionFollowers = pgTable(
  'collection_followers',
  {
    readerId: readerId(),
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.collectionId] }),
    index('collection_followers_collection').on(table.collectionId),
  ],
);
