/**
 * Owns where an advertisement stands between the items of an episode (ADS-03, ADS-04), for whom there is none, whose it is,
 * and which of our own it is. Readers bring it along, so it imports little.
 */
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

/** As much as the slot of 300 by 250 pixels holds. */
export const AD_TITLE_MAX_LENGTH = 48;
export const AD_SENTENCE_MAX_LENGTH = 90;
export const AD_TEXT_MAX_LENGTH = 90;
export const AD_LINK_MAX_LENGTH = 500;
export const AD_WEIGHT_MAX = 100;
export const AD_DAILY_MAX = 100;
export const AD_SUBSCRIPTIONS_MAX = 1000;

/** Items that are read between two of them. */
export const ITEMS_A_SLOT = 4;

/** Whether one stands after this item of so many: after the 4th, 8th, 12th and so on, never after the last. */
export const isSlot = (item: number, items: number): boolean =>
  Number.isInteger(item) && item > 0 && item % ITEMS_A_SLOT === 0 && item < items;

/** All of them, each named by the item before it. */
export const slotsOf = (items: number): number[] =>
  Array.from({ length: Math.floor(items / ITEMS_A_SLOT) }, (_, index) => (index + 1) * ITEMS_A_SLOT).filter(
    (item) => isSlot(item, items),
  );

export type SlotFacts = {
  priceCoins: number;
  hasUnlocked: boolean;
  /** Of the story's team, or an administrator. */
  isTeam: boolean;
  isPreview: boolean;
};

/** Who pays sees none, and neither does whoever looks after the episode (decisions.md §6). */
export const showsSlots = ({ priceCoins, hasUnlocked, isTeam, isPreview }: SlotFacts): boolean =>
  priceCoins === 0 && !hasUnlocked && !isTeam && !isPreview;

/** Nobody else's advertisement for who has not agreed, as nobody under 18 can: our own ones are told nothing. */
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
 * Which of them stands in a slot: all readers of an episode are shown the same, and each as often as its weight says. An
 * episode begins anywhere in the round and goes on in even steps.
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

/** What may be asked of the reader. A visitor publishes nothing, has subscribed to nothing and is not known to have the app. */
export type AdReader = { publishes: boolean; subscriptionsCount: number; hasApp: boolean };
export const VISITOR: AdReader = { publishes: false, subscriptionsCount: 0, hasApp: false };

/** Whether one is meant for somebody, this reader alone can tell. */
export const asksReader = (target: HouseAdTarget): boolean =>
  target === 'unpublished' || target === 'without_app' || target === 'few_subscriptions';

export type Offer = {
  /** Null before the table of them was first filled. */
  id: string | null;
  weight: number;
  target: HouseAdTarget;
  subscriptionsBelow: number | null;
  dailyMaxCount: number | null;
  /** The day (UTC) after which it is shown no more. */
  endsOn: string | null;
  /** The story that it is about, which a reader may not want to see again. */
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
  /** How often this browser has shown one today. */
  shownCount: (id: string) => number;
  /** Whether its reader has said: not this story again. */
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
 * What is to stand in a slot instead of the one that all share; that one stays where nothing else fits. Nothing only where a
 * reader wants none of them again.
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
