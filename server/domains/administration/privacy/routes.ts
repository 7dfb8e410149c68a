import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { clearSessionCookies } from '../../../plugins/cookies.ts';
import { privacyContract } from './contract.ts';
import { requestDeletion } from './deletion.ts';
import { listExports, openExport, requestExport } from './export.ts';
import { findLeaving } from './leaving.ts';

export const privacyRoutes = defineRoutes<typeof privacyContract, Deps>(privacyContract, {
  'POST /user/export': async ({ deps, viewer, request }) => {
    await requestExport(deps, viewer);
    return { message: request.translate('export_requested') };
  },
  'GET /user/exports': async ({ deps, viewer }) => ({ exports: await listExports(deps, viewer) }),
  'GET /user/exports/:id': async ({ deps, viewer, params, query, request, reply }) => {
    const { open, bytes, name } = await openExport(deps, viewer, {
      exportId: params.id,
      token: query.token,
      address: request.ip,
    });
    return reply
      .type('application/zip')
      .headers({
        'content-length': String(bytes),
        'content-disposition': attachment(name),
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(await open());
  },
  'GET /user/deletion': ({ deps, viewer }) => findLeaving(deps, viewer),
  'DELETE /user': async ({ deps, viewer, body, request, reply }) => {
    await requestDeletion(deps, viewer, { password: body.password });
    clearSessionCookies(reply, deps.config);
    return { message: request.translate('deletion_requested') };
  },
});
