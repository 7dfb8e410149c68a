import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { administrationContract } from './contract.ts';
import { findUser, listUsers } from './queries.ts';
import { actionsTable, listActions } from './queries-log.ts';
import { LOG_FILE_MAX_COUNT } from './rules.ts';
import { changeAccount } from './service.ts';

export const administrationRoutes = defineRoutes<typeof administrationContract, Deps>(
  administrationContract,
  {
    'GET /admin/users': async ({ deps, query }) => {
      const { q, filter, page = 1, per_page = 24 } = query;
      return { ...(await listUsers(deps, { q, filter, page, perPage: per_page })), page, per_page };
    },
    'GET /admin/users/:id': async ({ deps, params }) => ({ user: await findUser(deps, params.id) }),
    'PATCH /admin/users/:id': async ({ deps, viewer, params, body, request }) => {
      await changeAccount(deps, viewer, params.id, body);
      return { user: await findUser(deps, params.id), message: request.translate('account_changed') };
    },
    'GET /admin/log': async ({ deps, query, reply }) => {
      const { actor_id: actorId, deed, subject_id: subjectId, before, per_page: most = 24, format } = query;
      const filter = { actorId, deed, subjectId, before };
      if (format !== 'csv') return listActions(deps, { ...filter, most });
      const found = await listActions(deps, { ...filter, most: LOG_FILE_MAX_COUNT });
      // Text is sent unchanged: the schema describes the JSON form.
      return reply
        .type('text/csv; charset=utf-8')
        .headers({ 'content-disposition': attachment('log.csv'), 'cache-control': 'private, no-store' })
        .send(actionsTable(found.actions)) as never;
    },
  },
);
