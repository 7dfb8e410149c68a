import {
  attentionDays,
  attentionReaders,
  collectionFollowers,
  collectionStories,
  collections,
  counterSlots,
  episodeCounters,
  episodeDays,
  episodePlaces,
  houseAdDays,
  pendingFigures,
  rankings,
  readingSettings,
  seenMarks,
  storyChoices,
  storyCounters,
  storyDays,
  storyPlaces,
  subscriptions,
  viewMarks,
} from '../../../db/schema/index.ts';
import { addDays } from '../../lib/days.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { listLimits } from '../../limits/actions.ts';
import { defineDomain, definePart, OFTEN_MS, SELDOM_MS } from '../define.ts';
import { keepPartitions, type PartitionPlan } from '../platform/tables/partitions.ts';
import { statisticsContract } from './counts/contract.ts';
import { correctTotals } from './counts/corrections.ts';
import { rankWeek } from './counts/rankings.ts';
import { statisticsRoutes } from './counts/routes.ts';
import { addUpPending, rankRead } from './counts/service.ts';
import { correctUnlocks, countUnlocks } from './counts/unlocks.ts';
import { deleteOldMarks } from './counts/views.ts';
import { storySubscribed } from './events.ts';
import { libraryContract } from './library/contract.ts';
import { libraryRoutes } from './library/routes.ts';
import {
  attentionLimits,
  collectLimits,
  followLimits,
  libraryLimits,
  placeLimits,
  readingLimits,
} from './limits.ts';
import {
  collectAttention,
  collectFigures,
  collectLibrary,
  eraseAttention,
  eraseLibrary,
} from './personal.ts';
import { readingContract } from './reader/contract.ts';
import { readingRoutes } from './reader/routes.ts';
import { attentionContract } from './reading-time/contract.ts';
import { attentionRoutes } from './reading-time/routes.ts';
import { firstDayKept } from './reading-time/rules.ts';
import { deleteOldDays } from './reading-time/service.ts';

const readingTimePart = definePart({
  name: 'reading-time',
  contract: attentionContract,
  routes: attentionRoutes,
  limits: listLimits(attentionLimits),
  tables: [attentionReaders, attentionDays],
  sweeps: [
    {
      name: 'attention.keep_partitions',
      everyMs: SELDOM_MS,
      run: (deps) =>
        keepPartitions(deps, [
          { table: 'attention_days', unit: 'month', aheadCount: 2, firstKept: firstDayKept },
        ]),
    },
    // Rows from before the partitions share one partition.
    { name: 'attention.delete_old_days', everyMs: SELDOM_MS, run: deleteOldDays },
  ],
  personal: {
    columns: { 'attention_readers.reader_id': 'erased', 'attention_days.reader_id': 'erased' },
    collect: collectAttention,
    erase: eraseAttention,
  },
});

/** Pages are cached for ten more minutes. No order of the most read is older than both together. */
const RANKED_MS = 180_000;

/** Days of episodes and stories are kept: creators may ask for any year, and money depends on them. */
const PARTITIONS: readonly PartitionPlan[] = [
  { table: 'seen_marks', unit: 'day', aheadCount: 3, firstKept: (today) => addDays(today, -1) },
  { table: 'episode_days', unit: 'month', aheadCount: 2, fillfactor: 85 },
  { table: 'story_days', unit: 'month', aheadCount: 2, fillfactor: 85 },
];

const countsPart = definePart({
  name: 'counts',
  contract: statisticsContract,
  routes: statisticsRoutes,
  tables: [
    storyDays,
    episodeDays,
    seenMarks,
    viewMarks,
    storyCounters,
    episodeCounters,
    pendingFigures,
    counterSlots,
    rankings,
    houseAdDays,
  ],
  sweeps: [
    { name: 'views.delete_old_marks', everyMs: SELDOM_MS, run: deleteOldMarks },
    {
      name: 'statistics.keep_partitions',
      everyMs: SELDOM_MS,
      run: (deps) => keepPartitions(deps, PARTITIONS),
    },
    { name: 'figures.add_up', everyMs: OFTEN_MS, run: addUpPending },
    { name: 'figures.count_unlocks', everyMs: OFTEN_MS, run: countUnlocks },
    { name: 'figures.correct_unlocks', everyMs: DAY_MS, run: correctUnlocks },
    { name: 'figures.correct', everyMs: DAY_MS, run: correctTotals },
    { name: 'stories.rank_read', everyMs: RANKED_MS, run: rankRead },
    { name: 'stories.rank_week', everyMs: SELDOM_MS, run: (deps) => rankWeek(deps) },
  ],
  personal: { columns: {}, collect: collectFigures },
});

const readerPart = definePart({
  name: 'reader',
  contract: readingContract,
  routes: readingRoutes,
  limits: readingLimits,
});

const libraryPart = definePart({
  name: 'library',
  contract: libraryContract,
  routes: libraryRoutes,
  events: [storySubscribed],
  limits: {
    ...libraryLimits,
    ...listLimits(collectLimits, followLimits, placeLimits),
  },
  tables: [
    subscriptions,
    episodePlaces,
    storyPlaces,
    storyChoices,
    readingSettings,
    collections,
    collectionStories,
    collectionFollowers,
  ],
  personal: {
    columns: {
      'subscriptions.reader_id': 'erased',
      'episode_places.reader_id': 'erased',
      'story_places.reader_id': 'erased',
      'story_choices.reader_id': 'erased',
      'reading_settings.reader_id': 'erased',
      'collections.owner_id': 'erased',
      'collection_followers.reader_id': 'erased',
    },
    collect: collectLibrary,
    erase: eraseLibrary,
  },
});

export const reading = defineDomain('reading', readingTimePart, countsPart, readerPart, libraryPart);
