import { payoutDestinations, payouts as payoutRows, taxForms } from '#db/schema/index.ts';
import { limitWrites, listLimits } from '../../../limits/deeds.ts';
import { defineDomain, SELDOM_MS } from '../../define.ts';
import { payoutsContract } from './contract.ts';
import { forgetDestinations } from './destinations.ts';
import { payoutMoved } from './events.ts';
import { deleteOldForms } from './forms.ts';
import { DISOWN_LIMIT, payoutLimits } from './limits.ts';
import { payoutMails } from './mails.ts';
import { collectPayouts, erasePayouts } from './personal.ts';
import { payoutsRoutes } from './routes.ts';

export const payouts = defineDomain({
  name: 'payouts',
  contract: payoutsContract,
  routes: limitWrites(payoutsRoutes, payoutLimits),
  tables: [payoutDestinations, payoutRows, taxForms],
  events: [payoutMoved],
  mails: payoutMails,
  limits: { ...listLimits(payoutLimits), disown: DISOWN_LIMIT },
  sweeps: [
    { name: 'payouts.forget_destinations', everyMs: SELDOM_MS, run: forgetDestinations },
    { name: 'payouts.delete_old_forms', everyMs: SELDOM_MS, run: deleteOldForms },
  ],
  personal: {
    columns: {
      'payout_destinations.user_id': 'kept',
      'payouts.user_id': 'kept',
      'payouts.form_asked_by': 'kept',
      'payouts.approved_by': 'kept',
      'payouts.closed_by': 'kept',
      'payouts.taken_by': 'kept',
      'tax_forms.user_id': 'erased',
    },
    collect: collectPayouts,
    erase: erasePayouts,
  },
});
