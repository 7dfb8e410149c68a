import {
  freeAtOf,
  type PricingFacts,
  priceInForce,
} from '../../../server/domains/publishing/pricing/rules.ts';

export type PricedEpisode = {
  id: string;
  number: number;
  published_rank: number;
  title: string;
  thumbnail_url: string | null;
  custom_price: number;
  first_published_at: string | null;
};

/** Accepts only digits. "1.000" is not a number, since it could mean one or a thousand. */
export const readCoins = (text: string): number | null =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;

/** The number to send. Sends invalid text unchanged, for the server to refuse. */
export const coinsOf = (text: string): number | string => readCoins(text) ?? text.trim();

export type Typed = {
  type: string;
  freeCount: string;
  price: string;
  /** Empty means never. */
  freeAfterDays: string;
  custom: Readonly<Record<string, string>>;
};

export type PreviewRow = PricedEpisode & {
  /** Null when the input is not a price. */
  coins: number | null;
  /** ISO date when the episode becomes free. Null means never. */
  freeAt: string | null;
};

const PREVIEW_MAX_COUNT = 6;

/** The newest episodes, or those around the last free one. */
export function previewRows(
  episodes: readonly PricedEpisode[],
  typed: Typed,
  { most, now }: { most: number; now: Date },
): PreviewRow[] {
  const freeCount = readCoins(typed.freeCount) ?? 0;
  const priced = episodes.findIndex((episode) => episode.published_rank > freeCount);
  const from =
    typed.type === 'first_free'
      ? Math.min(
          Math.max((priced < 0 ? episodes.length : priced) - PREVIEW_MAX_COUNT / 2, 0),
          Math.max(episodes.length - PREVIEW_MAX_COUNT, 0),
        )
      : Math.max(episodes.length - PREVIEW_MAX_COUNT, 0);
  const price = (text: string | undefined): number | null => {
    const coins = readCoins(text ?? '');
    return coins === null || coins > most ? null : coins;
  };
  return episodes
    .slice(from, from + PREVIEW_MAX_COUNT)
    .map((episode) => ({ ...episode, ...priceOf(episode, typed, { read: price, now }) }))
    .reverse();
}

function priceOf(
  episode: PricedEpisode,
  { type, freeCount, freeAfterDays, price, custom }: Typed,
  { read, now }: { read: (text: string | undefined) => number | null; now: Date },
): Pick<PreviewRow, 'coins' | 'freeAt'> {
  const wanted = type === 'custom' ? read(custom[episode.id]) : read(price);
  const facts: PricingFacts = {
    type: type as PricingFacts['type'],
    freeCount: readCoins(freeCount) ?? 0,
    priceCoins: wanted ?? -1,
    freeAfterDays: readCoins(freeAfterDays),
  };
  const first = episode.first_published_at;
  const priced = {
    publishedRank: episode.published_rank,
    customPriceCoins: wanted ?? -1,
    firstPublishedAt: first === null ? null : new Date(first),
  };
  const coins = priceInForce(facts, priced, now);
  if (coins < 0) return { coins: null, freeAt: null };
  return { coins, freeAt: freeAtOf(facts, priced, now)?.toISOString() ?? null };
}

export const typedFrom = (
  strategy: { type: string; free_count: number; free_after_days: number | null; price: number },
  episodes: readonly PricedEpisode[],
): Typed => ({
  type: strategy.type,
  freeCount: String(strategy.free_count || 1),
  price: String(strategy.price),
  freeAfterDays: String(strategy.free_after_days ?? ''),
  custom: Object.fromEntries(episodes.map(({ id, custom_price }) => [id, String(custom_price)])),
});

/** Current form values. Prices without a field keep their previous input. */
export function typedIn(form: HTMLFormElement, typed: Typed, episodes: readonly PricedEpisode[]): Typed {
  const values = new FormData(form);
  const type = String(values.get('type') ?? '');
  const custom = Object.fromEntries(
    episodes.map(({ id }) => [id, String(values.get(`prices.${id}`) ?? typed.custom[id] ?? '')]),
  );
  const price = String(values.get(`price_of.${type}`) ?? '');
  const text = (name: string) => String(values.get(name) ?? '');
  return { type, freeCount: text('free_count'), freeAfterDays: text('free_after_days'), price, custom };
}
