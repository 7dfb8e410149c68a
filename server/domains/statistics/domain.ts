import {
  counterSlots,
  episodeCounters,
  episodeDays,
  houseAdDays,
  pendingFigures,
  rankings,
  storyCounters,
  storyDays,
  viewMarks,
} from '../../../db/schema/index.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { defineDomain, OFTEN_MS, SELDOM_MS } from '../define.ts';
import { statisticsContract } from './contract.ts';
import { correctTotals } from './corrections.ts';
import { collectFigures } from './personal.ts';
import { rankWeek } from './rankings.ts';
import { statisticsRoutes } from './routes.ts';
import { addUpPending, rankRead } from './service.ts';
import { deleteOldMarks } from './views.ts';

/** With the ten minutes after which a page shows what was counted, no order of the most read is older than that. */
const RANKED_MS = 180_000;

export const statistics = defineDomain({
  name: 'statistics',
  contract: statisticsContract,
  routes: statisticsRoutes,
  tables: [
    storyDays,
    episodeDays,
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
    { name: 'figures.add_up', everyMs: OFTEN_MS, run: addUpPending },
    { name: 'figures.correct', everyMs: DAY_MS, run: correctTotals },
    { name: 'stories.rank_read', everyMs: RANKED_MS, run: rankRead },
    { name: 'stories.rank_week', everyMs: SELDOM_MS, run: (deps) => rankWeek(deps) },
  ],
  personal: { columns: {}, collect: collectFigures },
});
