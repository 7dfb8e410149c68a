/** Owns which advertisements count as seen; `statistics` counts them. */
import type { Deps } from '../../deps.ts';
import { notFound, unprocessable } from '../../lib/errors.ts';
import { admitVisit, noteVisit, type Visit } from '../statistics/views.ts';
import { recallEpisode } from '../unlock/known.ts';
import { requireReadable, type Viewing, viewingOf } from '../unlock/viewing.ts';
import { isSlot, showsSlots, slotsOf } from './rules.ts';

const isShownTo = ({ facts, hasUnlocked, isTeam }: Viewing): boolean =>
  showsSlots({ priceCoins: facts.priceCoins, hasUnlocked, isTeam, isPreview: false });

/**
 * Takes an impression for counting and answers the mark that the device is to keep, if any. Throws what reading the
 * episode would: 404, 451, 402; 422 for what is no slot of it; and 429 for a network that asks without end.
 */
export async function takeImpression(
  deps: Deps,
  { episodeId, slot }: { episodeId: string; slot: number },
  visit: Visit,
): Promise<string | null> {
  const { known, viewing } = await admitVisit(deps, episodeId, visit, deps.views.impressions);
  if (!isSlot(slot, known.itemsCount)) throw unprocessable({ slot: ['invalid'] });
  if (!isShownTo(viewing) || visit.isCrawler) return null;
  return noteVisit(deps, { episodeId, slot }, visit);
}

/** Throws what reading the episode would. */
export async function findSlots(
  deps: Deps,
  episodeId: string,
  { viewer, country }: Pick<Visit, 'viewer' | 'country'>,
): Promise<number[]> {
  const known = await recallEpisode(deps, deps.views.episodes, episodeId);
  if (known === null) throw notFound('not_found');
  const viewing = await viewingOf(deps, { person: viewer, country }, known, { evenIfOpen: true });
  requireReadable(viewing.access);
  return isShownTo(viewing) ? slotsOf(known.itemsCount) : [];
}
