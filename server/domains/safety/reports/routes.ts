import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { moderationContract } from './contract.ts';
import { decideReport, undoDecision } from './decisions.ts';
import { sendNotice } from './notices.ts';
import { listOwnReports, listReports } from './queries.ts';
import { findSentNotice, presentNotice } from './queries-decided.ts';
import { listQueue } from './queries-queue.ts';
import { checkNotice, checkReport } from './rules.ts';
import { reportContent } from './service.ts';

export const moderationRoutes = defineRoutes<typeof moderationContract, Deps>(
  moderationContract,
  {
    'POST /violation': async ({ deps, viewer, body, request }) => {
      const { subject_type: subjectType, subject_id: subjectId, category, text } = body;
      const reader = { viewer, country: request.country, address: request.ip };
      return {
        report: await reportContent(deps, reader, { subjectType, subjectId, category, text }),
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
    'PATCH /admin/violations/:id': async ({ deps, viewer, params, body, request }) => {
      const { state, note, similar = false, hide = false, seen } = body;
      const decided = await decideReport(deps, viewer, params.id, { state, note, similar, hide, seen });
      return { ...decided, message: request.translate('report_decided') };
    },
    'DELETE /admin/violation_decisions/:id': async ({ deps, viewer, params, request }) => {
      await undoDecision(deps, viewer, params.id);
      return { message: request.translate('report_reopened') };
    },
    'GET /admin/violation_queue': ({ deps, query }) => {
      const { category, subject_type: subjectType, language, notices, after, per_page: perPage = 20 } = query;
      return listQueue(deps, { category, subjectType, language, notices }, { after, perPage });
    },
    'POST /illegal_content_notices': async ({ deps, body, request, reply }) => {
      const sender = { address: request.ip, locale: request.locale };
      const notice = await sendNotice(deps, sender, body);
      reply.code(201);
      return { receipt: await presentNotice(deps, notice), message: request.translate('notice_received') };
    },
    'GET /illegal_content_notices/:id': async ({ deps, params }) => ({
      receipt: await findSentNotice(deps, params.id),
    }),
  },
  { 'POST /violation': checkReport, 'POST /illegal_content_notices': checkNotice },
);
