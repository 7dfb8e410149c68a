/** What readers would see of prices that are still being typed. */
import { type PricingFacts, priceInForce } from '../../server/domains/pricing/rules.ts';

export type PricedEpisode = {
  id: string;
  number: number;
  published_rank: number;
  title: string;
  thumbnail_url: string | null;
  custom_price: number;
};

/** Digits alone are a number: "1.000" is none, neither one nor a thousand. */
export const readCoins = (text: string): number | null =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;

/** What is sent: a number where one stands, else what stands there, for the server to refuse. */
export const coinsOf = (text: string): number | string => readCoins(text) ?? text.trim();

export type Typed = {
  type: string;
  freeCount: string;
  price: string;
  custom: Readonly<Record<string, string>>;
};

export type PreviewRow = PricedEpisode & {
  /** Null where what is typed is no price. */
  coins: number | null;
};

const PREVIEW_MAX_COUNT = 6;

/** The newest episodes first, or those around the last free one. */
export function previewRows(episodes: readonly PricedEpisode[], typed: Typed, most: number): PreviewRow[] {
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
    .map((episode) => ({ ...episode, coins: coinsFor(episode, typed, price) }))
    .reverse();
}

function coinsFor(
  episode: PricedEpisode,
  { type, freeCount, price, custom }: Typed,
  read: (text: string | undefined) => number | null,
): number | null {
  const wanted = type === 'custom' ? read(custom[episode.id]) : read(price);
  const facts: PricingFacts = {
    type: type as PricingFacts['type'],
    freeCount: readCoins(freeCount) ?? 0,
    priceCoins: wanted ?? -1,
  };
  const coins = priceInForce(facts, {
    publishedRank: episode.published_rank,
    customPriceCoins: wanted ?? -1,
  });
  return coins < 0 ? null : coins;
}

/** What is stored, as its fields show it. */
export const typedFrom = (
  strategy: { type: string; free_count: number; price: number },
  episodes: readonly PricedEpisode[],
): Typed => ({
  type: strategy.type,
  freeCount: String(strategy.free_count || 1),
  price: String(strategy.price),
  custom: Object.fromEntries(episodes.map(({ id, custom_price }) => [id, String(custom_price)])),
});

/** What a form holds now; a price without a field of its own stays as it was typed. */
export function typedIn(form: HTMLFormElement, typed: Typed, episodes: readonly PricedEpisode[]): Typed {
  const values = new FormData(form);
  const type = String(values.get('type') ?? '');
  const custom = Object.fromEntries(
    episodes.map(({ id }) => [id, String(values.get(`prices.${id}`) ?? typed.custom[id] ?? '')]),
  );
  const price = String(values.get(`price_of.${type}`) ?? '');
  return { type, freeCount: String(values.get('free_count') ?? ''), price, custom };
}
