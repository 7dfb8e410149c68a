/** Copies of chapters that the server does not have yet. They survive a closed lid, a dead battery and a lost connection. */
import type { Draft } from './autosave.ts';

/** `seen` is when the server's text that it changes was written. */
export type KeptDraft = Draft & { seen: string };

const keyOf = (chapterId: string): string => `chapter-draft:${chapterId}`;

export function keepDraft(chapterId: string, draft: KeptDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(chapterId));
    else localStorage.setItem(keyOf(chapterId), JSON.stringify(draft));
  } catch {
    // A full or forbidden store: the text is still on the screen and on its way to the server.
  }
}

export function takeDraft(chapterId: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(chapterId)) ?? 'null');
    const { title, html, seen } = (kept ?? {}) as Record<string, unknown>;
    const isWhole = typeof title === 'string' && typeof html === 'string' && typeof seen === 'string';
    return isWhole ? { title, html, seen } : null;
  } catch {
    return null;
  }
}
