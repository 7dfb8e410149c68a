import { translator } from '#locales/messages.ts';
import { viewerData } from '#pages/layout/data.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { PAYOUT_MAX_DAYS } from '#server/domains/income/earnings/rules.ts';
import { findOwnDestination, listOwnPayouts } from '#server/domains/income/payouts/queries.ts';
import { dueAfter, OPEN_STATES } from '#server/domains/income/payouts/rules.ts';

export const data = viewerData(async ({ deps, viewer, locale }) => {
  const [own, destinations] = [await listOwnPayouts(deps, viewer), await findOwnDestination(deps, viewer)];
  const isOpen = ({ state }: { state: string }) => (OPEN_STATES as readonly string[]).includes(state);
  const now = deps.clock.now();
  const { user } = await findOwnAccount(deps, viewer.id);
  return {
    head: { title: translator(locale, 'payouts')('title') },
    own,
    open: own.payouts.find(isOpen) ?? null,
    before: own.payouts.filter((payout) => !isOpen(payout)),
    destinations,
    zone: user.timezone,
    payoutDays: PAYOUT_MAX_DAYS,
    today: now.toISOString(),
    dueAt: dueAfter(now).toISOString(),
    problem: own.problem === null ? null : translator(locale, 'codes')(own.problem as 'payout_open'),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
