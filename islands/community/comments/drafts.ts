/**
 * Drafts of comments, kept in this browser until sent. The idempotency key detects a second send. A waiting draft
 * failed to send. It is sent automatically, for its author only.
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
    // Storage may be blocked. Then the draft lasts as long as the page.
    return null;
  }
}

export function keepDraft(subjectId: string, draft: Draft | null): void {
  try {
    if (draft === null || draft.text === '') localStorage.removeItem(PREFIX + subjectId);
    else localStorage.setItem(PREFIX + subjectId, JSON.stringify(draft));
  } catch {
    // Storage may be blocked.
  }
}
