/** Owns the text, link and dates of our own advertisements, and which of them a page offers. */
import type { HouseAdLook, HouseAdTarget, HouseAdTexts, StoryRating } from '#db/schema/index.ts';
import { addDays, isDay } from '../../../lib/days.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { LOCALES, type Locale } from '../../../lib/locale.ts';
import { GENRES, RATINGS } from '../../publishing/stories/rules.ts';
import {
  AD_LINK_MAX_LENGTH,
  AD_SENTENCE_MAX_LENGTH,
  AD_TITLE_MAX_LENGTH,
  asksReader,
  pickOf,
} from '../interstitials/rules.ts';

export type HouseAdFields = {
  look: HouseAdLook;
  texts: HouseAdTexts;
  link: string;
  /** Only for the look `story`. */
  storyId: string | null;
  startsOn: string | null;
  endsOn: string | null;
  weight: number;
  dailyMaxCount: number | null;
  target: HouseAdTarget;
  genres: string[];
  subscriptionsBelow: number | null;
  paused: boolean;
};

/** Invisible characters could make one address look like another. */
const UNSEEN = /[\p{C}\p{Z}\\"<>^`{|}]/u;

/** One of our pages, or an address that begins with https:// and names a host. Nothing that a browser could run. */
export function isAdLink(link: string): boolean {
  if (link.length > AD_LINK_MAX_LENGTH || UNSEEN.test(link)) return false;
  if (link.startsWith('/')) return !link.startsWith('//');
  if (!link.startsWith('https://') || !URL.canParse(link)) return false;
  const { protocol, hostname, username, password } = new URL(link);
  return protocol === 'https:' && hostname.includes('.') && username === '' && password === '';
}

export const storySlugIn = (link: string): string | undefined => /^\/stories\/([^/?#]+)\/?$/.exec(link)?.[1];

export function adProblems(ad: HouseAdFields): FieldErrors {
  const fields: FieldErrors = {};
  for (const locale of LOCALES) {
    const { title = '', text = '' } = ad.texts[locale] ?? {};
    const most = ad.look === 'sentence' ? AD_SENTENCE_MAX_LENGTH : AD_TITLE_MAX_LENGTH;
    if ([...title].length > most) fields[`title_${locale}`] = ['too_long'];
    // Title and text only make sense together.
    if (title === '' && text !== '') fields[`title_${locale}`] = ['blank'];
    if (text === '' && title !== '') fields[`text_${locale}`] = ['blank'];
  }
  if (adLocales(ad.texts).length === 0 && Object.keys(fields).length === 0)
    fields[`title_${LOCALES[0]}`] = ['blank'];
  if (!isAdLink(ad.link)) fields.link = ['no_ad_link'];
  else if (ad.look === 'story' && ad.storyId === null) fields.link = ['no_ad_story'];
  for (const [name, day] of [
    ['starts_on', ad.startsOn],
    ['ends_on', ad.endsOn],
  ] as const)
    if (day !== null && !isDay(day)) fields[name] = ['invalid'];
  if (!fields.ends_on && ad.startsOn !== null && ad.endsOn !== null && ad.endsOn < ad.startsOn)
    fields.ends_on = ['before_start'];
  if (ad.target === 'genres' && ad.genres.length === 0) fields.genres = ['blank'];
  if (ad.genres.some((genre) => !GENRES.some((known) => known === genre))) fields.genres = ['invalid'];
  if (ad.target === 'few_subscriptions' && ad.subscriptionsBelow === null)
    fields.subscriptions_below = ['blank'];
  return fields;
}

export const adLocales = (texts: HouseAdTexts): Locale[] =>
  LOCALES.filter((locale) => texts[locale] !== undefined && texts[locale].title !== '');

export type AdState = 'coming' | 'running' | 'paused' | 'ended';

export function adState(
  { startsOn, endsOn, paused }: Pick<HouseAdFields, 'startsOn' | 'endsOn' | 'paused'>,
  today: string,
): AdState {
  if (endsOn !== null && endsOn < today) return 'ended';
  if (paused) return 'paused';
  return startsOn !== null && today < startsOn ? 'coming' : 'running';
}

/** When the next advertisement begins or ends. No page may be cached longer. */
export function adsChangeAt(
  ads: readonly Pick<HouseAdFields, 'startsOn' | 'endsOn'>[],
  today: string,
): Date | undefined {
  const days = ads
    .flatMap(({ startsOn, endsOn }) => [startsOn ?? '', endsOn === null ? '' : addDays(endsOn, 1)])
    .filter((day) => day > today)
    .sort();
  return days[0] === undefined ? undefined : new Date(`${days[0]}T00:00:00Z`);
}

/** Page of an advertisement, by properties that all its readers share. */
export type AdPlace = { locale: Locale; storyId: string; genre: string; isNovel: boolean };

export const fitsPlace = (
  { texts, target, genres, storyId }: Pick<HouseAdFields, 'texts' | 'target' | 'genres' | 'storyId'>,
  { locale, genre, isNovel, ...place }: AdPlace,
): boolean => {
  // Readers of a story know it already.
  if (storyId === place.storyId) return false;
  if (!adLocales(texts).includes(locale)) return false;
  if (target === 'genres') return genres.includes(genre);
  return target !== 'between_chapters' || isNovel;
};

/** No story advertises one for older readers. */
export const fitsRating = (rating: StoryRating, place: StoryRating): boolean =>
  RATINGS.indexOf(rating) <= RATINGS.indexOf(place);

/** More would slow the page down. */
const OFFERS_MAX_COUNT = 8;

/** Advertisements that a page contains: one for each slot, and a few replacements. */
export function offersOf<T extends { weight: number; target: HouseAdTarget }>(
  ads: readonly T[],
  { slots, episodeId }: { slots: readonly number[]; episodeId: string },
): T[] {
  const picked = new Set(slots.flatMap((slot) => pickOf(ads, slot, episodeId) ?? []));
  const heavy = ads.toSorted((a, b) => b.weight - a.weight);
  // Advertisements for every reader come first, so that everybody gets one.
  const isForAll = ({ target }: T) => !asksReader(target);
  for (const ad of [...heavy.filter(isForAll), ...heavy]) {
    if (picked.size >= Math.max(OFFERS_MAX_COUNT, slots.length)) break;
    picked.add(ad);
  }
  return ads.filter((ad) => picked.has(ad));
}
