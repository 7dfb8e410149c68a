import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';

export type HouseAdLook = 'seal' | 'paper' | 'ink' | 'sentence' | 'story';
export type HouseAdTarget =
  | 'all'
  | 'genres'
  | 'unpublished'
  | 'without_app'
  | 'few_subscriptions'
  | 'between_chapters';
/** Texts by language. The ad is not shown in a language without a text. */
export type HouseAdTexts = Record<string, { title: string; text: string }>;

/** Our own ads. Deleted ads keep their row, so that the table is empty only before it was first filled. */
export const houseAds = pgTable(
  'house_ads',
  {
    id: uuid('id').primaryKey(),
    look: text('look').$type<HouseAdLook>().notNull(),
    texts: jsonb('texts').$type<HouseAdTexts>().notNull(),
    /** One of our paths without language prefix, or an https address. */
    link: text('link').notNull(),
    /** Story that the look `story` takes cover, colour and link from. No foreign key: the story may be gone. */
    storyId: uuid('story_id'),
    /** First and last day (UTC). Null: no limit on that side. */
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    weight: integer('weight').notNull(),
    /** Maximum number of times one browser shows it per day. Null: no limit. */
    dailyMaxCount: integer('daily_max_count'),
    target: text('target').$type<HouseAdTarget>().notNull(),
    genres: text('genres').array().notNull().default(sql`'{}'`),
    subscriptionsBelow: integer('subscriptions_below'),
    paused: boolean('paused').notNull().default(false),
    lockVersion: integer('lock_version').notNull().default(0),
    createdAt: createdAt(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('house_ads_live').on(table.createdAt.desc(), table.id).where(sql`${table.deletedAt} is null`),
    check('house_ads_look', sql`${table.look} in ('seal', 'paper', 'ink', 'sentence', 'story')`),
    check('house_ads_story', sql`(${table.look} = 'story') = (${table.storyId} is not null)`),
    check(
      'house_ads_target',
      sql`${table.target} in ('all', 'genres', 'unpublished', 'without_app', 'few_subscriptions', 'between_chapters')`,
    ),
    check('house_ads_days', sql`${table.startsOn} <= ${table.endsOn}`),
    check('house_ads_weight', sql`${table.weight} between 1 and 100`),
    check('house_ads_link', sql`${table.link} ~ '^(/|https://)'`),
  ],
);

/** Number of times an ad was shown and clicked per day (UTC). Nothing records which reader saw it. */
export const houseAdDays = pgTable(
  'house_ad_days',
  {
    adId: uuid('ad_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    shown: bigint('shown', { mode: 'number' }).notNull().default(0),
    followed: bigint('followed', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.adId, table.day] })],
);
