/** What somebody has begun to write: kept in this browser until it is sent, with the key by which a second send is known. */

export type Draft = { text: string; key: string };

const PREFIX = 'comment-draft:';

export function keptDraft(subjectId: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + subjectId) ?? 'null');
    const { text, key } = (kept ?? {}) as Partial<Draft>;
    return typeof text === 'string' && typeof key === 'string' ? { text, key } : null;
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
