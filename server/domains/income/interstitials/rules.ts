/** Owns slots (ADS-03, ADS-04) and which advertisement they show. Browsers load this file, so it imports little. */
import type { HouseAdLook, HouseAdTarget } from '#db/schema/index.ts';
import { type Consent, mayUse } from '../../accounts/consent/rules.ts';

export const AD_LOOKS = [
  'seal',
  'paper',
  'ink',
  'sentence',
  'story',
] as const satisfies readonly HouseAdLook[];
export const AD_TARGETS = [
  'all',
  'genres',
  'unpublished',
  'without_app',
  'few_subscriptions',
  'between_chapters',
] as const satisfies readonly HouseAdTarget[];

/** Fits the slot of 300 by 250 pixels. */
export const AD_TITLE_MAX_LENGTH = 48;
export const AD_SENTENCE_MAX_LENGTH = 90;
export const AD_TEXT_MAX_LENGTH = 90;
export const AD_LINK_MAX_LENGTH = 500;
export const AD_WEIGHT_MAX = 100;
export const AD_DAILY_MAX = 100;
export const AD_SUBSCRIPTIONS_MAX = 1000;

export const ITEMS_A_SLOT = 4;

/** True after the 4th, 8th, 12th item and so on, but never after the last. */
export const isSlot = (item: number, items: number): boolean =>
  Number.isInteger(item) && item > 0 && item % ITEMS_A_SLOT === 0 && item < items;

export const slotsOf = (items: number): number[] =>
  Array.from({ length: Math.floor(items / ITEMS_A_SLOT) }, (_, index) => (index + 1) * ITEMS_A_SLOT).filter(
    (item) => isSlot(item, items),
  );

export type SlotFacts = {
  priceCoins: number;
  hasUnlocked: boolean;
  /** True for the story's team and administrators. */
  isTeam: boolean;
  isPreview: boolean;
};

/** Paying readers see no advertisements, and neither does the team of the episode (decisions.md §6). */
export const showsSlots = ({ priceCoins, hasUnlocked, isTeam, isPreview }: SlotFacts): boolean =>
  priceCoins === 0 && !hasUnlocked && !isTeam && !isPreview;

/** Readers without consent see only our own advertisements, which get no data. Nobody under 18 can consent. */
export const adSource = (consent: Consent | null, frameUrl: string | null | undefined): 'house' | 'frame' =>
  frameUrl && mayUse('adverts', consent) ? 'frame' : 'house';

/** Steps of this size around a circle never crowd, however many there are. */
const GOLDEN = 0.618_033_988_749_895;

/** A number from 0 to 1 that is the same for everybody (FNV-1a). */
function spread(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0) / 2 ** 32;
}

/**
 * Picks the same advertisement for all readers of an episode, each in proportion to its weight. The episode decides the
 * start on a circle, and its slots follow in even steps.
 */
export function pickOf<T extends { weight: number }>(
  ads: readonly T[],
  slot: number,
  episodeId: string,
): T | undefined {
  const total = ads.reduce((sum, { weight }) => sum + weight, 0);
  let left = ((spread(episodeId) + (slot / ITEMS_A_SLOT) * GOLDEN) % 1) * total;
  for (const ad of ads) {
    left -= ad.weight;
    if (left < 0) return ad;
  }
  return ads.at(-1);
}

/** A visitor publishes nothing, has no subscriptions and is not known to have the app. */
export type AdReader = { publishes: boolean; subscriptionsCount: number; hasApp: boolean };
export const VISITOR: AdReader = { publishes: false, subscriptionsCount: 0, hasApp: false };

/** True when the target depends on the reader, so that a page for everybody cannot decide it. */
export const asksReader = (target: HouseAdTarget): boolean =>
  target === 'unpublished' || target === 'without_app' || target === 'few_subscriptions';

export type Offer = {
  /** Null before the table was first filled. */
  id: string | null;
  weight: number;
  target: HouseAdTarget;
  subscriptionsBelow: number | null;
  dailyMaxCount: number | null;
  /** Last day (UTC) of the advertisement. */
  endsOn: string | null;
  /** The advertised story, which a reader may not want to see again. */
  storyId: string | null;
};

export const fitsReader = (
  { target, subscriptionsBelow }: Pick<Offer, 'target' | 'subscriptionsBelow'>,
  { publishes, subscriptionsCount, hasApp }: AdReader,
): boolean => {
  if (target === 'unpublished') return !publishes;
  if (target === 'without_app') return !hasApp;
  return target !== 'few_subscriptions' || subscriptionsCount < (subscriptionsBelow ?? 0);
};

export type Moment = {
  reader: AdReader;
  /** UTC. */
  today: string;
  shownCount: (id: string) => number;
  isUnwanted: (storyId: string) => boolean;
};

const isWanted = ({ storyId }: Offer, { isUnwanted }: Pick<Moment, 'isUnwanted'>): boolean =>
  storyId === null || !isUnwanted(storyId);

const isFit = (ad: Offer, { reader, today, shownCount, isUnwanted }: Moment): boolean =>
  isWanted(ad, { isUnwanted }) &&
  fitsReader(ad, reader) &&
  (ad.endsOn === null || today <= ad.endsOn) &&
  (ad.dailyMaxCount === null || ad.id === null || shownCount(ad.id) < ad.dailyMaxCount);

/**
 * Keeps the shared advertisement if it fits the reader or nothing else does, else picks another one. The slot is empty
 * only when the reader wants to see none again.
 */
export function exchangeOf<T extends Offer>(
  shared: T,
  offers: readonly T[],
  { slot, episodeId, ...moment }: Moment & { slot: number; episodeId: string },
): T | undefined {
  if (isFit(shared, moment)) return shared;
  const fitting = offers.filter((ad) => isFit(ad, moment));
  const others = isWanted(shared, moment) ? [shared] : offers.filter((ad) => isWanted(ad, moment));
  return pickOf(fitting, slot, episodeId) ?? pickOf(others, slot, episodeId);
}
