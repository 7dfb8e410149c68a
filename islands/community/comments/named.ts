/** Whom somebody may mean while they write an `@`: people who speak in the thread, as far as it stands there. */
import type { CommentView } from '../../../server/domains/community/comments/queries.ts';

export type Person = NonNullable<CommentView['author']>;

export const OFFERED_MAX_COUNT = 5;

/** As `lib/written.ts` knows a mention, and as somebody types one: names hold more than slugs do. */
const BEGUN = /(?<![\p{L}\p{N}@/.])@([\p{L}\p{N}-]{0,40})$/u;

/** What is begun before the cursor, without its `@`; null where no name is. */
export const begunBefore = (text: string): string | null => BEGUN.exec(text)?.[1] ?? null;

/** Those whose slug or a word of whose name begins so, the team first. */
export function offeredFor(begun: string, people: Iterable<Person>): Person[] {
  const start = begun.toLowerCase();
  const fits = ({ slug, display_name: name }: Person) =>
    [slug, ...name.toLowerCase().split(/\s+/)].some((word) => word.startsWith(start));
  return [...people]
    .filter(fits)
    .sort((one, other) => Number(other.is_team) - Number(one.is_team))
    .slice(0, OFFERED_MAX_COUNT);
}
