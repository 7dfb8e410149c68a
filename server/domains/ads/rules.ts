/** Owns where an advertisement stands between the items of an episode (ADS-03, ADS-04), for whom there is none, and whose it is. */
import { type Consent, mayUse } from '../consent/rules.ts';

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

/** What stands in the slots in turn, so that all readers of a page are shown the same. */
export const pickOf = <T>(ads: readonly T[], slot: number): T | undefined =>
  ads[(Math.ceil(slot / ITEMS_A_SLOT) - 1) % ads.length];
