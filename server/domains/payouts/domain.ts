import { payoutDestinations, payouts as payoutRows, taxForms } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { collectPayouts, erasePayouts } from './personal.ts';

export const payouts = defineDomain({
  name: 'payouts',
  tables: [payoutDestinations, payoutRows, taxForms],
  personal: {
    columns: {
      'payout_destinations.user_id': 'kept',
      'payouts.user_id': 'kept',
      'payouts.form_asked_by': 'kept',
      'payouts.approved_by': 'kept',
      'payouts.closed_by': 'kept',
      'tax_forms.user_id': 'kept',
    },
    collect: collectPayouts,
    erase: erasePayouts,
  },
});
