import type { Deps } from '../../../deps.ts';
import { attachment } from '../../../lib/attachment.ts';
import { notFound } from '../../../lib/errors.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { payoutsContract } from './contract.ts';
import { disownDestination, setDestination, takeBackDestination } from './destinations.ts';
import { exportCsv, exportPain001 } from './export.ts';
import { openTaxForm, receiveTaxForm } from './forms.ts';
import { findOwnDestination, findPayout, listOwnPayouts, listPayouts } from './queries.ts';
import { approvePayouts, askForForm, callOffPayout, decidePayout, requestPayout } from './service.ts';

const PRIVATE = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };

/** The first account is valid at once. */
const namedNotice = ({ waiting }: { waiting: unknown }): string =>
  waiting === null ? 'destination_named_first' : 'destination_named';

async function findOwn(deps: Deps, viewer: Viewer, id: string) {
  const found = (await listOwnPayouts(deps, viewer)).payouts.find((payout) => payout.id === id);
  if (found === undefined) throw notFound('not_found');
  return found;
}

export const payoutsRoutes = defineRoutes<typeof payoutsContract, Deps>(payoutsContract, {
  'GET /user/payouts': ({ deps, viewer }) => listOwnPayouts(deps, viewer),
  'POST /user/payouts': async ({ deps, viewer, body, request }) => {
    const id = await requestPayout(deps, viewer, { shown: body.amount });
    return { payout: await findOwn(deps, viewer, id), message: request.translate('payout_requested') };
  },
  'DELETE /user/payouts/:id': async ({ deps, viewer, params, request }) => {
    await callOffPayout(deps, viewer, params.id);
    const message = request.translate('payout_called_off');
    return { payout: await findOwn(deps, viewer, params.id), message };
  },
  'GET /user/payout_destination': ({ deps, viewer }) => findOwnDestination(deps, viewer),
  'PUT /user/payout_destination': async ({ deps, viewer, body, request }) => {
    await setDestination(deps, viewer, body);
    const named = await findOwnDestination(deps, viewer);
    return { ...named, message: request.translate(namedNotice(named)) };
  },
  'DELETE /user/payout_destination': async ({ deps, viewer, request }) => {
    await takeBackDestination(deps, viewer);
    const message = request.translate('destination_gone');
    return { ...(await findOwnDestination(deps, viewer)), message };
  },
  'POST /payout_destination_notices': async ({ deps, body, request }) => {
    await disownDestination(deps, { token: body.token, address: request.ip });
    return { message: request.translate('destination_disowned') };
  },
  'POST /user/tax_forms': async ({ deps, viewer, request }) => {
    await receiveTaxForm(deps, viewer, request);
    return { message: request.translate('tax_form_received') };
  },
  'GET /admin/payouts': async ({ deps, query }) => {
    const { state = 'requested', page = 1, per_page = 24 } = query;
    return { ...(await listPayouts(deps, { state, page, perPage: per_page })), page, per_page };
  },
  'GET /admin/payouts/export': async ({ deps, viewer, query, reply }) => {
    const isCsv = query.format === 'csv';
    const file = isCsv
      ? await exportCsv(deps, viewer, query.state ?? 'approved')
      : await exportPain001(deps, viewer);
    const name = isCsv ? 'payouts.csv' : 'payouts.xml';
    return reply
      .type(isCsv ? 'text/csv; charset=utf-8' : 'application/xml; charset=utf-8')
      .headers({ ...PRIVATE, 'content-disposition': attachment(name) })
      .send(file) as never;
  },
  'POST /admin/payouts/approve': async ({ deps, viewer, body, request }) => ({
    ...(await approvePayouts(deps, viewer, body.ids)),
    message: request.translate('payouts_approved'),
  }),
  'PATCH /admin/payouts/:id': async ({ deps, viewer, params, body, request }) => {
    const { paid_on: paidOn, ...decision } = body;
    await decidePayout(deps, viewer, params.id, { ...decision, paidOn });
    const message = request.translate(`payout_${body.state}`);
    return { payout: await findPayout(deps, params.id), message };
  },
  'POST /admin/payouts/:id/form_request': async ({ deps, viewer, params, body, request }) => {
    await askForForm(deps, viewer, params.id, body.kind);
    return { payout: await findPayout(deps, params.id), message: request.translate('tax_form_asked') };
  },
  'GET /admin/payouts/:id/form': async ({ deps, viewer, params, reply }) => {
    const { bytes, name } = await openTaxForm(deps, viewer, params.id);
    return reply
      .type('application/pdf')
      .headers({
        ...PRIVATE,
        'content-disposition': attachment(name),
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(bytes) as never;
  },
});
