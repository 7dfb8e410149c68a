/** Which chapters of an episode go on as chapters of a book that is read anew. */
type New = {
  title: string;
  /** Null where it holds nothing but pictures: they say of no chapter which one it is. */
  textHash: string | null;
};
type Old = New & { id: string };

/**
 * By the position in the book: the id of the chapter that it goes on as, or null. The same text comes first, in the order of
 * reading; then the same title, since who mends a chapter leaves its name.
 */
export function matchChapters(old: readonly Old[], found: readonly New[]): (string | null)[] {
  const matched: (string | null)[] = found.map(() => null);
  const taken = new Set<string>();
  const match = (keyOf: (chapter: New) => string): void => {
    const free = new Map<string, string[]>();
    for (const chapter of old) {
      const key = keyOf(chapter);
      if (key !== '' && !taken.has(chapter.id)) free.set(key, [...(free.get(key) ?? []), chapter.id]);
    }
    for (const [index, chapter] of found.entries()) {
      if (matched[index] !== null) continue;
      const id = free.get(keyOf(chapter))?.shift();
      if (id === undefined) continue;
      matched[index] = id;
      taken.add(id);
    }
  };
  match(({ textHash }) => textHash ?? '');
  match(({ title }) => title.trim().toLowerCase());
  return matched;
}
