import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { moderationContract } from './contract.ts';
import { listOwnReports, listReports } from './queries.ts';
import { checkReport } from './rules.ts';
import { decideReport, report } from './service.ts';

export const moderationRoutes = defineRoutes<typeof moderationContract, Deps>(
  moderationContract,
  {
    'POST /violation': async ({ deps, viewer, body, request }) => {
      const { subject_type: subjectType, subject_id: subjectId, category, text } = body;
      const reader = { viewer, country: request.country };
      return {
        report: await report(deps, reader, { subjectType, subjectId, category, text }),
        message: request.translate('violation_reported'),
      };
    },
    'GET /user/violations': async ({ deps, viewer, query }) => {
      const { page = 1, per_page = 24 } = query;
      return { ...(await listOwnReports(deps, viewer, { page, perPage: per_page })), page, per_page };
    },
    'GET /admin/violations': async ({ deps, query }) => {
      const { state, category, subject_type: subjectType, subject_id: subjectId } = query;
      const { page = 1, per_page = 24 } = query;
      const filter = { state, category, subjectType, subjectId };
      return { ...(await listReports(deps, filter, { page, perPage: per_page })), page, per_page };
    },
    'PATCH /admin/violations/:id': async ({ deps, viewer, params, body, request }) => ({
      report: await decideReport(deps, viewer, params.id, body),
      message: request.translate('report_decided'),
    }),
  },
  { 'POST /violation': checkReport },
);
