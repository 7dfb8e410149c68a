import { formatDate, formatTime } from '#locales/index.ts';
import type { ConsoleEpisodeView } from '#server/domains/publishing/episodes/queries.ts';
import { EPISODES_A_PAGE } from '#server/domains/reading/reader/rules.ts';
import { type Address, address } from '../../../addresses.ts';
import type { Span } from '../../../ui/Hundreds.tsx';

export const numberIn = (text: string | null): number | null =>
  /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : null;

export const listAddress = (id: string, from: number, hash?: string): Address =>
  address('/creator/stories/@id', { id }, { query: { episodes: from }, hash });

/** No gaps: deleted episodes have no numbers. */
export const hundredsOf = (total: number): Span[] =>
  Array.from({ length: Math.ceil(total / EPISODES_A_PAGE) }, (_, index) => {
    const first = index * EPISODES_A_PAGE + 1;
    return { from: first, first, last: Math.min(first + EPISODES_A_PAGE - 1, total) };
  }).toReversed();

/** Publication time, past or planned, in the viewer's zone. Empty when neither is known. */
export function momentOf(
  { publish_at: planned, published_at: out }: Pick<ConsoleEpisodeView, 'publish_at' | 'published_at'>,
  zone: string,
): string {
  if (planned !== null) return `${formatDate(planned, zone)} ${formatTime(planned, zone)}`;
  return out === null ? '' : formatDate(out, zone);
}
