/**
 * Copies of chapters not yet saved on the server. They survive a crash, a lost connection and an expired session. Other
 * users of this device, even of the same team, do not see them.
 */
import type { Draft } from './chapterAutosave.ts';

export type DraftKey = { owner: string; chapterId: string };

/** `seen` is the time of the server's text that this draft changes. Blank during a conflict. */
export type KeptDraft = Draft & { seen: string };

const keyOf = ({ owner, chapterId }: DraftKey): string => `chapter-draft:${owner}:${chapterId}`;

export function keepDraft(key: DraftKey, draft: KeptDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(key));
    else localStorage.setItem(keyOf(key), JSON.stringify(draft));
  } catch {
    // Storage is full or blocked. The text is still on the screen and being sent.
  }
}

export function takeDraft(key: DraftKey): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(key)) ?? 'null');
    const { title, html, seen } = (kept ?? {}) as Record<string, unknown>;
    const isWhole = typeof title === 'string' && typeof html === 'string' && typeof seen === 'string';
    return isWhole ? { title, html, seen } : null;
  } catch {
    // Storage is blocked or contains invalid data, so there is no copy.
    return null;
  }
}
