/** Data of one reader, all deleted with the account. */
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

/** Notices of new episodes: in the app and by mail, in the app only, or none. */
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
 * A reader's position in an episode. Current and furthest position each hold an id (page or chapter) and its number at
 * `lockVersion`. The number is valid while the episode is unchanged, otherwise the id gives the new number. No foreign
 * keys: when the item is gone, the number remains.
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
    itemOffset: doublePrecision('item_offset').notNull().default(0),
    furthestItemId: uuid('furthest_item_id').notNull(),
    furthestItem: integer('furthest_item').notNull(),
    /** True once the end was reached, even if the episode has grown since. */
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

/** The episode a reader last opened in a story, where they continue reading. */
export const storyPlaces = pgTable(
  'story_places',
  {
    readerId: readerId(),
    storyId: storyId(),
    /** No foreign key: an episode is erased with its story, and so is this row. */
    episodeId: uuid('episode_id').notNull(),
    readAt: moment('read_at').notNull(),
    /** When the reader hid the story from their shelves. Reading on clears it. */
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
/** Where paged layouts continue: turned downwards, or scrolled along a row. */
export type KeptCourse = 'down' | 'along';
export type ShownDirection = KeptDirection | `${'ltr' | 'rtl'}_${KeptCourse}`;
export type ShownFit = 'width' | 'height' | 'original';
export type ShownPairs = 'off' | 'cover' | 'moved';

/** Display choices of a reader for a story. Without a direction, the reader returned to the story's own settings. */
export const storyChoices = pgTable(
  'story_choices',
  {
    readerId: readerId(),
    storyId: storyId(),
    direction: text('direction').$type<KeptDirection>(),
    /** Null: the default of the direction, turned sideways. */
    course: text('course').$type<KeptCourse>(),
    /** Null: the default of the direction, like `onward`. */
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

/** A reader's typography for novels. reading/library/rules.ts defines the allowed values. */
export type KeptSetting = {
  ground: 'system' | 'paper' | 'sepia' | 'grey' | 'night' | 'black';
  letters: 'serif' | 'sans' | 'clear';
  size: number;
  lines: 'book' | 'close' | 'wide';
  margins: 'book' | 'slim' | 'broad';
  edge: 'ragged' | 'straight';
  hyphens: 'language' | 'none';
  move: 'scroll' | 'pages';
  /** Only for books whose lines run from top to bottom. */
  writing: 'book' | 'horizontal';
};

export type KeptNotes = {
  shown: boolean;
  density: 'few' | 'some' | 'all';
  /** From 1 (barely visible) to 10. */
  strength: number;
};

export const readingSettings = pgTable(
  'reading_settings',
  {
    readerId: readerId().primaryKey(),
    /** Auto-scroll speed, 1 to 9. */
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
    about: text('about').notNull().default(''),
    /** Readable by anyone who has its address. */
    shared: boolean('shared').notNull().default(false),
    /** Includes stories no longer shown. Lock this row to change the stories. */
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
    /** No foreign key: a story that is gone keeps its place. */
    storyId: uuid('story_id').notNull(),
    /** From 1 without gaps. */
    position: integer('position').notNull(),
    why: text('why').notNull().default(''),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.storyId] }),
    index('collection_stories_order').on(table.collectionId, table.position),
    index('collection_stories_story').on(table.storyId),
  ],
);

/** Followers of other people's collections. They do not see a collection while it is not shared. */
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
