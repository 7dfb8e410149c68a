import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { monthOf } from '../../../lib/months.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { earningsContract } from './contract.ts';
import { monthsTable } from './months-csv.ts';
import { findEarnings, listRevenue } from './queries.ts';
import { findMonth } from './queries-month.ts';
import { SCRIPT_NAME, script } from './script.ts';
import { openStatement } from './statement.ts';

const fileHeaders = (name: string) => ({
  'content-disposition': attachment(name),
  'cache-control': 'private, no-store',
});

export const earningsRoutes = defineRoutes<typeof earningsContract, Deps>(earningsContract, {
  'GET /creator/revenue': async ({ deps, viewer, query, reply }) => {
    const rows = await listRevenue(deps, viewer, { storyId: query.story_id });
    if (query.format !== 'csv') return { rows };
    // Text is sent unchanged. The schema describes the JSON form.
    return reply
      .type('text/csv; charset=utf-8')
      .headers(fileHeaders(`revenue-${monthOf(deps.clock.now())}.csv`))
      .send(monthsTable(rows)) as never;
  },
  'GET /creator/revenue/:period': ({ deps, viewer, params, query: { page = 1, per_page: perPage = 24 } }) =>
    findMonth(deps, viewer, params.period, { page, perPage }),
  'GET /creator/revenue/:period/statement': async ({ deps, viewer, params, locale, reply }) => {
    const { open, name } = await openStatement(deps, viewer, { period: params.period, locale });
    return reply.type('application/zip').headers(fileHeaders(name)).send(open());
  },
  'GET /creator/revenue/recompute': async ({ reply }) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-disposition', attachment(SCRIPT_NAME))
      .send(script.bytes),
  'GET /user/earnings': ({ deps, viewer }) => findEarnings(deps, viewer),
});
