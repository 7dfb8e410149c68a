import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { moderationContract } from './contract.ts';
import { listOwnReports } from './queries.ts';
import { checkReport } from './rules.ts';
import { report } from './service.ts';

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
  },
  { 'POST /violation': checkReport },
);
