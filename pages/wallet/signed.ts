import { formatNumber } from '../../locales/index.ts';

/** +100 and −30, with a minus sign as long as the plus. */
export const signed = (coins: number): string =>
  coins === 0 ? '0' : `${coins < 0 ? '\u2212' : '+'}${formatNumber(Math.abs(coins))}`;
