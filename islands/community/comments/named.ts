/** People to suggest after an `@`: those who speak in the loaded part of the thread. */
import type { CommentView } from '../../../server/domains/community/comments/queries.ts';

export type Person = NonNullable<CommentView['author']>;

export const OFFERED_MAX_COUNT = 5;

/** A mention as in `lib/written.ts`, while typing. Names allow more characters than slugs. */
const BEGUN = /(?<![\p{L}\p{N}@/.])@([\p{L}\p{N}-]{0,40})$/u;

export const begunBefore = (text: string): string | null => BEGUN.exec(text)?.[1] ?? null;

export function offeredFor(begun: string, people: Iterable<Person>): Person[] {
  const start = begun.toLowerCase();
  const fits = ({ slug, display_name: name }: Person) =>
    [slug, ...name.toLowerCase().split(/\s+/)].some((word) => word.startsWith(start));
  return [...people]
    .filter(fits)
    .sort((one, other) => Number(other.is_team) - Number(one.is_team))
    .slice(0, OFFERED_MAX_COUNT);
}
