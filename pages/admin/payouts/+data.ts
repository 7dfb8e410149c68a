import { translator } from '#locales/messages.ts';
import { pagesOf, readPage } from '#pages/creator/page.ts';
import { administratorData } from '#pages/layout/data.ts';
import { findDebtor } from '#server/domains/income/payouts/export.ts';
import { listPayouts } from '#server/domains/income/payouts/queries.ts';
import { utcDay } from '#server/lib/days.ts';

const PER_PAGE = 24;
const STATES = ['requested', 'approved', 'paid', 'rejected', 'called_off'] as const;

export const data = administratorData(async (request) => {
  const { deps, locale, query } = request;
  const state = STATES.find((known) => known === query.get('state')) ?? 'requested';
  const page = readPage(query);
  const { payouts, counts, total } = await listPayouts(deps, { state, page, perPage: PER_PAGE });
  return {
    head: { title: translator(locale, 'administration')('rooms.payouts') },
    states: STATES.map((each) => ({ state: each, count: counts[each] })),
    state,
    payouts,
    page,
    bank: findDebtor(deps) ? (counts.approved > 0 ? 'ready' : 'empty') : 'unknown',
    today: utcDay(deps.clock.now()),
    pages: pagesOf(request, { total, page, perPage: PER_PAGE }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
