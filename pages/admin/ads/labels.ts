import { formatDate, type Locale } from '#locales/index.ts';
import { useLocale, useTranslations } from '#locales/react.tsx';
import type { ListedAd } from '#server/domains/income/house-ads/queries.ts';
import type { Genre } from '#server/domains/publishing/stories/rules.ts';
import { countDays } from '#server/lib/days.ts';

type Words = { title: string; text: string };
const NONE: Words = { title: '', text: '' };

export const wordsOf = ({ texts, languages: [first] }: ListedAd, locale: Locale): Words =>
  texts[locale] ?? (first === undefined ? undefined : texts[first]) ?? NONE;

export function nameOf({ look, texts, languages: [first] }: ListedAd): string {
  const { title, text } = (first === undefined ? undefined : texts[first]) ?? NONE;
  // An ad with the look `sentence` has no title, only its text.
  return look === 'sentence' ? text : title;
}

export function useTarget({ target, genres, subscriptions_below: below }: ListedAd): string {
  const t = useTranslations('houseAds');
  const names = useTranslations('genres');
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' });
  if (target === 'genres')
    return t('readersOf', { genres: list.format(genres.map((one) => names(one as Genre))) });
  return target === 'few_subscriptions' ? t('fewerThan', { count: below ?? 0 }) : t(`targets.${target}`);
}

export function useRuns({ starts_on: from, ends_on: to }: ListedAd): string {
  const t = useTranslations('houseAds');
  if (from !== null && to !== null) return t('fromTo', { from: formatDate(from), to: formatDate(to) });
  if (from !== null) return t('from', { day: formatDate(from) });
  return to === null ? t('always') : t('until', { day: formatDate(to) });
}

export function useState({ state, starts_on: from }: ListedAd, today: string): string {
  const t = useTranslations('houseAds');
  if (state !== 'coming' || from === null) return t(state === 'coming' ? 'running' : state);
  return t('begins', { days: countDays(today, from) - 1 });
}
