import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { attachment } from '../../lib/attachment.ts';
import { unprocessable } from '../../lib/errors.ts';
import { defineRoutes } from '../../lib/mount.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { type Received, receiveParts } from '../media/upload.ts';
import { creditImport } from './commit.ts';
import { revenueContract } from './contract.ts';
import { findImport, listImports, problemsTable } from './queries.ts';
import { FILE_MAX_BYTES, IMPORT_KINDS } from './rules.ts';
import { discardImport, uploadRevenue } from './service.ts';

type Upload = Received & { ids: string[] };

/** The one file of a multipart body, with the kind that was named before it. */
async function receiveFile(deps: Deps, viewer: Viewer, request: FastifyRequest): Promise<string> {
  const ids: string[] = [];
  const begun: Upload = {
    ...{ ids, fields: {}, count: () => ids.length },
    async discard() {
      for (const id of ids.splice(0)) await discardImport(deps, viewer, id);
    },
  };
  const limits = { field: 'file', most: { files: 1, fileSize: FILE_MAX_BYTES + 1 } };
  const { ids: received } = await receiveParts(deps, request, limits, begun, async (upload, part) => {
    const kind = IMPORT_KINDS.find((known) => known === upload.fields.kind);
    if (kind === undefined) throw unprocessable({ kind: [upload.fields.kind ? 'invalid' : 'blank'] });
    if (part.filename === '') throw unprocessable({ file: ['blank'] });
    upload.ids.push(await uploadRevenue(deps, viewer, { name: part.filename, kind, content: part.content }));
  });
  return received[0] ?? '';
}

export const revenueRoutes = defineRoutes<typeof revenueContract, Deps>(revenueContract, {
  'POST /admin/revenue_imports': async ({ deps, viewer, request }) => {
    const id = await receiveFile(deps, viewer, request);
    return { import: await findImport(deps, id), message: request.translate('revenue_received') };
  },
  'GET /admin/revenue_imports': ({ deps, query }) =>
    listImports(deps, { page: query.page ?? 1, perPage: query.per_page ?? 24 }),
  'GET /admin/revenue_imports/:id': async ({ deps, params }) => ({
    import: await findImport(deps, params.id),
  }),
  'GET /admin/revenue_imports/:id/problems': async ({ deps, params, reply }) => {
    const table = await problemsTable(deps, params.id);
    return reply
      .type('text/csv; charset=utf-8')
      .headers({
        'content-disposition': attachment('bad-lines.csv'),
        'cache-control': 'private, no-store',
      })
      .send(table) as never;
  },
  'POST /admin/revenue_imports/:id/commit': async ({ deps, viewer, params, request }) => {
    const state = await creditImport(deps, viewer.id, params.id);
    const message = request.translate(state === 'same' ? 'revenue_same' : 'revenue_credited');
    return { import: await findImport(deps, params.id), message };
  },
  'POST /admin/revenue_imports/:id/discard': async ({ deps, viewer, params, request }) => {
    await discardImport(deps, viewer, params.id);
    return { import: await findImport(deps, params.id), message: request.translate('revenue_discarded') };
  },
});
