import { episodeDays, storyDays, viewMarks } from '../../../db/schema/index.ts';
import { defineDomain, SELDOM_MS } from '../define.ts';
import { statisticsContract } from './contract.ts';
import { statisticsRoutes } from './routes.ts';
import { deleteOldMarks } from './service.ts';

export const statistics = defineDomain({
  name: 'statistics',
  contract: statisticsContract,
  routes: statisticsRoutes,
  tables: [storyDays, episodeDays, viewMarks],
  sweeps: [{ name: 'views.delete_old_marks', everyMs: SELDOM_MS, run: deleteOldMarks }],
});
