/**
 * What somebody has begun to write: kept in this browser until it is sent, with the key by which a second send is known. One
 * that waits was to be sent and could not be: it goes out by itself, for the person who wrote it.
 */

export type Draft = { text: string; spoiler?: boolean; key: string; waitsFor?: string };

const PREFIX = 'comment-draft:';

export function keptDraft(subjectId: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + subjectId) ?? 'null');
    const { text, key, spoiler, waitsFor } = (kept ?? {}) as Partial<Draft>;
    if (typeof text !== 'string' || typeof key !== 'string') return null;
    return {
      text,
      key,
      spoiler: spoiler === true,
      ...(typeof waitsFor === 'string' ? { waitsFor } : {}),
    };
  } catch {
    // Storage may be forbidden; then the draft lives as long as the page.
    return null;
  }
}

export function keepDraft(subjectId: string, draft: Draft | null): void {
  try {
    if (draft === null || draft.text === '') localStorage.removeItem(PREFIX + subjectId);
    else localStorage.setItem(PREFIX + subjectId, JSON.stringify(draft));
  } catch {
    // As above.
  }
}
