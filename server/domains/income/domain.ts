import {
  houseAds,
  ledgerAccounts,
  ledgerLegs,
  ledgerTransfers,
  payoutDestinations,
  payouts as payoutRows,
  revenueCredits,
  revenueImports,
  revenueLines,
  revenueProblems,
  taxForms,
} from '../../../db/schema/index.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { limitWrites, listLimits } from '../../limits/actions.ts';
import { defineDomain, definePart, job, SELDOM_MS } from '../define.ts';
import { earningsContract } from './earnings/contract.ts';
import { earningsRoutes } from './earnings/routes.ts';
import { payoutMoved, revenueCredited, revenueUploaded } from './events.ts';
import { houseAdsContract } from './house-ads/contract.ts';
import { houseAdsRoutes } from './house-ads/routes.ts';
import { fillHouseAds } from './house-ads/service.ts';
import { interstitialsContract } from './interstitials/contract.ts';
import { interstitialsRoutes } from './interstitials/routes.ts';
import { sweepLedger } from './ledger/proof.ts';
import { DISOWN_LIMIT, payoutLimits } from './limits.ts';
import { payoutMails } from './mails.ts';
import { payoutsContract } from './payouts/contract.ts';
import { forgetDestinations } from './payouts/destinations.ts';
import { deleteOldForms } from './payouts/forms.ts';
import { payoutsRoutes } from './payouts/routes.ts';
import { collectLedger, collectPayouts, collectRevenue, erasePayouts } from './personal.ts';
import { revenueMails } from './revenue/administrators.ts';
import { checkForgotten, checkImport } from './revenue/check.ts';
import { revenueContract } from './revenue/contract.ts';
import { pickUp } from './revenue/pick-up.ts';
import { revenueRoutes } from './revenue/routes.ts';

const ledgerPart = definePart({
  name: 'ledger',
  tables: [ledgerAccounts, ledgerTransfers, ledgerLegs],
  sweeps: [{ name: 'ledger.prove', everyMs: DAY_MS, run: sweepLedger }],
  personal: { columns: { 'ledger_accounts.user_id': 'kept' }, collect: collectLedger },
});

const houseAdsPart = definePart({
  name: 'house-ads',
  contract: houseAdsContract,
  routes: houseAdsRoutes,
  tables: [houseAds],
  sweeps: [{ name: 'ads.fill', everyMs: SELDOM_MS, run: fillHouseAds }],
});

const interstitialsPart = definePart({
  name: 'interstitials',
  contract: interstitialsContract,
  routes: interstitialsRoutes,
});

const revenuePart = definePart({
  name: 'revenue',
  contract: revenueContract,
  routes: revenueRoutes,
  tables: [revenueImports, revenueLines, revenueProblems, revenueCredits],
  events: [revenueCredited],
  jobs: [
    job(
      revenueUploaded,
      { group: 'quick', attempts: 6, backoffMs: 2_000, priority: 5 },
      { run: (deps, { importId }) => checkImport(deps, importId) },
    ),
  ],
  sweeps: [
    // Every minute, so that the pick-up on the 1st at 03:00 starts within a minute.
    { name: 'revenue.pick_up', everyMs: MINUTE_MS, run: pickUp },
    { name: 'revenue.check_forgotten', everyMs: MINUTE_MS, run: checkForgotten },
  ],
  mails: revenueMails,
  personal: {
    columns: {
      'revenue_imports.uploaded_by': 'kept',
      'revenue_imports.credited_by': 'kept',
      'revenue_lines.owner_id': 'kept',
      'revenue_credits.user_id': 'kept',
    },
    collect: collectRevenue,
  },
});

const payoutsPart = definePart({
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

const earningsPart = definePart({ name: 'earnings', contract: earningsContract, routes: earningsRoutes });

export const income = defineDomain(
  'income',
  ledgerPart,
  houseAdsPart,
  interstitialsPart,
  revenuePart,
  payoutsPart,
  earningsPart,
);
