import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { withinDeedLimits } from '../../../limits/deeds.ts';
import { attentionLimits } from '../limits.ts';
import { attentionContract } from './contract.ts';
import { findAttention, listDayRows } from './queries.ts';
import { setCounted } from './service.ts';
import { daysTable } from './table.ts';

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
    await withinDeedLimits(deps, { viewer, address: request.ip }, attentionLimits, () =>
      setCounted(deps, viewer, counted),
    );
    return { counted, message: request.translate(counted ? 'attention_counted' : 'attention_deleted') };
  },
});
