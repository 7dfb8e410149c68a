/**
 * Copies of chapters that the server does not have yet. They survive a closed lid, a dead battery, a lost connection and the
 * end of a session; whoever signs in next on this device, of the same team perhaps, is not shown them.
 */
import type { Draft } from './chapterAutosave.ts';

export type DraftKey = { owner: string; chapterId: string };

/** `seen` is when the server's text that it changes was written; blank while nobody has decided between the two. */
export type KeptDraft = Draft & { seen: string };

const keyOf = ({ owner, chapterId }: DraftKey): string => `chapter-draft:${owner}:${chapterId}`;

export function keepDraft(key: DraftKey, draft: KeptDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(key));
    else localStorage.setItem(keyOf(key), JSON.stringify(draft));
  } catch {
    // A full or forbidden store: the text is still on the screen and on its way to the server.
  }
}

export function takeDraft(key: DraftKey): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(key)) ?? 'null');
    const { title, html, seen } = (kept ?? {}) as Record<string, unknown>;
    const isWhole = typeof title === 'string' && typeof html === 'string' && typeof seen === 'string';
    return isWhole ? { title, html, seen } : null;
  } catch {
    // A forbidden store, or something else in it: then there is no copy.
    return null;
  }
}
