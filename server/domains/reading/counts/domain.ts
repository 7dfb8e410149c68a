import {
  counterSlots,
  episodeCounters,
  episodeDays,
  houseAdDays,
  pendingFigures,
  rankings,
  seenMarks,
  storyCounters,
  storyDays,
  viewMarks,
} from '#db/schema/index.ts';
import { addDays } from '../../../lib/days.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { defineDomain, OFTEN_MS, SELDOM_MS } from '../../define.ts';
import { keepPartitions, type PartitionPlan } from '../../platform/tables/partitions.ts';
import { statisticsContract } from './contract.ts';
import { correctTotals } from './corrections.ts';
import { collectFigures } from './personal.ts';
import { rankWeek } from './rankings.ts';
import { statisticsRoutes } from './routes.ts';
import { addUpPending, rankRead } from './service.ts';
import { correctUnlocks, countUnlocks } from './unlocks.ts';
import { deleteOldMarks } from './views.ts';

/** With the ten minutes after which a page shows what was counted, no order of the most read is older than that. */
const RANKED_MS = 180_000;

/** Creators may ask for the days of any year, and money is reckoned by them: they are kept. */
const PARTITIONS: readonly PartitionPlan[] = [
  { table: 'seen_marks', unit: 'day', aheadCount: 3, firstKept: (today) => addDays(today, -1) },
  { table: 'episode_days', unit: 'month', aheadCount: 2, fillfactor: 85 },
  { table: 'story_days', unit: 'month', aheadCount: 2, fillfactor: 85 },
];

export const statistics = defineDomain({
  name: 'statistics',
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
