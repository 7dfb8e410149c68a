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
/** By language; one that is missing is a language in which it is not shown. */
export type HouseAdTexts = Record<string, { title: string; text: string }>;

/** Our own advertisements. A deleted one stays, so that the table is empty only before it was first filled. */
export const houseAds = pgTable(
  'house_ads',
  {
    id: uuid('id').primaryKey(),
    look: text('look').$type<HouseAdLook>().notNull(),
    texts: jsonb('texts').$type<HouseAdTexts>().notNull(),
    /** A path of ours without language prefix, or an https address. */
    link: text('link').notNull(),
    /** With the look `story`: whose cover and colour it has, and where it leads. Nothing holds on to it. */
    storyId: uuid('story_id'),
    /** First and last day (UTC); null is without end on that side. */
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    weight: integer('weight').notNull(),
    /** How often one browser shows it in a day; null is without limit. */
    dailyMaxCount: integer('daily_max_count'),
    target: text('target').$type<HouseAdTarget>().notNull(),
    /** With the target `genres`. */
    genres: text('genres').array().notNull().default(sql`'{}'`),
    /** With the target `few_subscriptions`: who has fewer than these. */
    subscriptionsBelow: integer('subscriptions_below'),
    /** Shown to nobody for now. */
    paused: boolean('paused').notNull().default(false),
    /** Grows with every change, so that two administrators do not write over each other. */
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

/** How often one was shown and followed on a day (UTC); nothing says to whom. */
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
