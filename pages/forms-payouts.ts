import { address } from './addresses.ts';

const own = (notice: string) => ({
  page: '/creator/payouts' as const,
  next: '/creator/payouts' as const,
  notice,
});
const house = { page: '/admin/payouts', next: '/admin/payouts' } as const;

export const payoutPlaces = {
  'DELETE /user/payout_destination': own('destination_gone'),
  'DELETE /user/payouts/:id': own('payout_called_off'),
  'PATCH /admin/payouts/:id': {
    ...house,
    notice: ({ payout: { state } }: { payout: { state: string } }) => `payout_${state}`,
  },
  'POST /admin/payouts/:id/form_request': { ...house, notice: 'tax_form_asked' },
  'POST /admin/payouts/approve': {
    ...house,
    notice: ({ refused }: { refused: readonly unknown[] }) =>
      refused.length === 0 ? 'payouts_approved' : 'payouts_approved_some',
  },
  'POST /payout_destination_notices': {
    page: (_params: unknown, { token }: Readonly<Record<string, unknown>>) =>
      address('/payout_notice', {}, { query: { token: String(token ?? '') } }),
    next: '/forgotten_password' as const,
    notice: 'destination_disowned',
  },
  'POST /user/payouts': own('payout_requested'),
  'POST /user/tax_forms': own('tax_form_received'),
  'PUT /user/payout_destination': {
    ...own(''),
    notice: ({ waiting }: { waiting: unknown }) =>
      waiting === null ? 'destination_named_first' : 'destination_named',
  },
};
