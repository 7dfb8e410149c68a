/** Draft of a new story, kept in this browser for its user. */
import type { Details } from './details.ts';

export type Draft = Omit<Details, 'format'> & { format: Details['format']; publication_type: string };

const keyOf = (owner: string): string => `story-draft:${owner}`;

/** Storage may be full or blocked. The form then works without a draft. */
export function keepDraft(owner: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(draft));
  } catch {
    // The text stays on the page.
  }
}

export function dropDraft(owner: string): void {
  try {
    localStorage.removeItem(keyOf(owner));
  } catch {
    // No draft then.
  }
}

/** Reads the draft and keeps only values that fit this form, since an older form may have saved it. */
export function findDraft(owner: string, blank: Draft): Draft | null {
  let kept: unknown;
  try {
    kept = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null');
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null) return null;
  const known = kept as Record<string, unknown>;
  const text = (name: keyof Draft) => (typeof known[name] === 'string' ? (known[name] as string) : null);
  const draft: Draft = {
    ...blank,
    ...Object.fromEntries(
      (
        ['title', 'genre', 'language', 'description', 'publication_type', 'format', 'rating'] as const
      ).flatMap((name) => {
        const value = text(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    cover_media_id: text('cover_media_id'),
    tags: Array.isArray(known.tags) ? known.tags.filter((tag): tag is string => typeof tag === 'string') : [],
  };
  return isBegun(draft, blank) ? draft : null;
}

export const isBegun = (draft: Draft, blank: Draft): boolean =>
  draft.title.trim() !== '' ||
  draft.description.trim() !== '' ||
  draft.tags.length > 0 ||
  draft.cover_media_id !== null ||
  (draft.genre !== '' && draft.genre !== blank.genre);
