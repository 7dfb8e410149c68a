import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { withinActionLimits } from '../../../limits/actions.ts';
import { attentionLimits } from '../limits.ts';
import { attentionContract } from './contract.ts';
import { daysTable } from './days-csv.ts';
import { findAttention, listDayRows } from './queries.ts';
import { setCounted } from './service.ts';

export const attentionRoutes = defineRoutes<typeof attentionContract, Deps>(attentionContract, {
  'GET /user/attention': ({ deps, viewer, query, request }) => {
    const { month, page = 1, per_page: perPage = 24 } = query;
    return findAttention(deps, { viewer, country: request.country }, { month, page, perPage });
  },
  'GET /user/attention/export': async ({ deps, viewer, query, request, reply }) => {
    const reader = { viewer, country: request.country };
    const { month, timezone } = await findAttention(deps, reader, {
      month: query.month,
      page: 1,
      perPage: 1,
    });
    return reply
      .type('text/csv; charset=utf-8')
      .headers({
        'content-disposition': attachment(`attention-${month}.csv`),
        'cache-control': 'private, no-store',
      })
      .send(daysTable(await listDayRows(deps, reader, { month, timezone }))) as never;
  },
  'PUT /user/attention': async ({ deps, viewer, body: { counted }, request }) => {
    await withinActionLimits(deps, { viewer, address: request.ip }, attentionLimits, () =>
      setCounted(deps, viewer, counted),
    );
    return { counted, message: request.translate(counted ? 'attention_counted' : 'attention_deleted') };
  },
});
