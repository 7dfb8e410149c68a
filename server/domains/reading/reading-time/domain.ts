import { attentionDays, attentionReaders } from '#db/schema/index.ts';
import { listLimits } from '../../../limits/deeds.ts';
import { defineDomain, SELDOM_MS } from '../../define.ts';
import { keepPartitions } from '../../platform/tables/partitions.ts';
import { attentionContract } from './contract.ts';
import { attentionLimits } from './limits.ts';
import { collectAttention, eraseAttention } from './personal.ts';
import { attentionRoutes } from './routes.ts';
import { firstDayKept } from './rules.ts';
import { deleteOldDays } from './service.ts';

export const attention = defineDomain({
  name: 'attention',
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
    // Those of before there were partitions, which share one.
    { name: 'attention.delete_old_days', everyMs: SELDOM_MS, run: deleteOldDays },
  ],
  personal: {
    columns: { 'attention_readers.reader_id': 'erased', 'attention_days.reader_id': 'erased' },
    collect: collectAttention,
    erase: eraseAttention,
  },
});
