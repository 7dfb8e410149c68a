/** Owns which advertisements count as seen. `reading/counts` counts them. */

import type { Deps } from '../../../deps.ts';
import { notFound, unprocessable } from '../../../lib/errors.ts';
import type { Locale } from '../../../lib/locale.ts';
import { recallEpisode } from '../../coins/unlock/access-facts.ts';
import { requireReadable, type Viewing, viewingOf } from '../../coins/unlock/viewing.ts';
import { viewCounter } from '../../reading/counts/view-counter.ts';
import { findVisited, markFor, takeAd, type Visit } from '../../reading/counts/views.ts';
import { findAdPlace, findAdReader, findOffers, type ShownAd } from './queries.ts';
import { type AdReader, fitsReader, isSlot, pickOf, showsSlots, slotsOf, VISITOR } from './rules.ts';

const isShownTo = ({ facts, hasUnlocked, isTeam }: Viewing): boolean =>
  showsSlots({ priceCoins: facts.priceCoins, hasUnlocked, isTeam, isPreview: false });

/**
 * Counts an impression or a click, and returns the mark for the device, if any. Throws the errors of reading the
 * episode (404, 451, 402), and 422 for an unknown slot. A network that sends endlessly gets the usual answer.
 */
export async function takeImpression(
  deps: Deps,
  seen: { episodeId: string; slot: number; adId?: string; isFollowed?: true },
  visit: Visit,
): Promise<string | null> {
  if (viewCounter.of(deps).impressions.take(visit.networks, deps.clock.now().getTime()) > 0) {
    deps.metrics.adLeftOut('too_many');
    return markFor(deps, visit);
  }
  const { known, viewing } = await findVisited(deps, seen.episodeId, visit);
  if (!isSlot(seen.slot, known.itemsCount)) throw unprocessable({ slot: ['invalid'] });
  if (!isShownTo(viewing) || visit.isCrawler) return null;
  return takeAd(deps, seen, visit);
}

export type SlotAds = { slots: number[]; ads: (ShownAd & { slot: number })[]; reader: AdReader };

/** Finds the slots, and our own advertisement for this reader in each. Throws the errors of reading the episode. */
export async function findSlots(
  deps: Deps,
  episodeId: string,
  { viewer, country, locale, isApp }: Pick<Visit, 'viewer' | 'country'> & { locale: Locale; isApp: boolean },
): Promise<SlotAds> {
  const known = await recallEpisode(deps, viewCounter.of(deps).episodes, episodeId);
  if (known === null) throw notFound('not_found');
  const viewing = await viewingOf(deps, { person: viewer, country }, known, { evenIfOpen: true });
  requireReadable(viewing.access);
  const slots = isShownTo(viewing) ? slotsOf(known.itemsCount) : [];
  if (slots.length === 0) return { slots, ads: [], reader: VISITOR };
  const [place, asked] = await Promise.all([
    findAdPlace(deps, episodeId),
    viewer === null ? VISITOR : findAdReader(deps, viewer.id),
  ]);
  const reader = { ...asked, hasApp: isApp || asked.hasApp };
  const { offers } = await findOffers(deps, { ...place, country, locale, slots, episodeId });
  const fitting = offers.filter((ad) => fitsReader(ad, reader));
  const ads = slots.flatMap((slot) => {
    const ad = pickOf(fitting, slot, episodeId);
    return ad === undefined ? [] : [{ slot, ...ad }];
  });
  return { slots, ads, reader };
}
