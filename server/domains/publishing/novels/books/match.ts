type New = {
  title: string;
  /** Null for a chapter of pictures only, which do not identify it. */
  textHash: string | null;
};
type Old = New & { id: string };

/** Equal texts match first, in reading order, then equal titles: an edited chapter keeps its title. */
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
