import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { unprocessable } from '../../../lib/errors.ts';
import { answerOnce } from '../../../lib/idempotency.ts';
import { type CallContext, defineRoutes } from '../../../lib/mount.ts';
import { type Received, receiveParts } from '../../media/upload.ts';
import { answerKeeper } from '../../platform/tables/answers.ts';
import { creditImport } from './commit.ts';
import { revenueContract } from './contract.ts';
import { findImport, listImports, problemsTable } from './queries.ts';
import { FILE_MAX_BYTES, IMPORT_KINDS } from './rules.ts';
import { discardImport, uploadRevenue, withReceived } from './service.ts';

type Reply = ReplyOf<(typeof revenueContract)['POST /admin/revenue_imports']>;
type Upload = Received & { ids: string[]; replies: Reply[] };
type Context = CallContext<(typeof revenueContract)['POST /admin/revenue_imports'], Deps>;

/** Receives the one file of a multipart body. The kind must come before it. */
async function receiveFile(context: Context): Promise<Reply> {
  const { deps, viewer, request } = context;
  const [ids, replies]: [string[], Reply[]] = [[], []];
  const begun: Upload = {
    ids,
    replies,
    fields: {},
    count: () => replies.length,
    async discard() {
      for (const id of ids.splice(0)) await discardImport(deps, viewer, id);
    },
  };
  const limits = { field: 'file', most: { files: 1, fileSize: FILE_MAX_BYTES + 1 } };
  await receiveParts(deps, request, limits, begun, async (upload, { filename: name, content }) => {
    const kind = IMPORT_KINDS.find((known) => known === upload.fields.kind);
    if (kind === undefined) throw unprocessable({ kind: [upload.fields.kind ? 'invalid' : 'blank'] });
    if (name === '') throw unprocessable({ file: ['blank'] });
    await withReceived(deps, content, async (received) => {
      const { sha256 } = received;
      const reply = await once(context, { kind, sha256 }, async () => {
        const id = await uploadRevenue(deps, viewer, { name, kind, ...received });
        upload.ids.push(id);
        const found = await findImport(deps, id);
        const said = found.state === 'same' ? 'revenue_same' : 'revenue_received';
        return { import: found, message: request.translate(said) };
      });
      upload.replies.push(reply);
    });
  });
  const [reply] = replies;
  if (reply === undefined) throw new Error('a file was received and not answered');
  return reply;
}

/** The contents are known only after the upload. The same contents under the same key are not imported again. */
function once(context: Context, body: object, work: () => Promise<Reply>): Promise<Reply> {
  const { deps, viewer, headers, reply } = context;
  const key = headers['Idempotency-Key'];
  if (key === undefined) return work();
  const asked = { route: 'POST /admin/revenue_imports', params: undefined, query: undefined, body };
  return answerOnce(reply, { answers: answerKeeper, deps, userId: viewer.id, key, asked }, work);
}

export const revenueRoutes = defineRoutes<typeof revenueContract, Deps>(revenueContract, {
  'POST /admin/revenue_imports': receiveFile,
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
