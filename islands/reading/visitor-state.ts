/**
 * Places and choices that a visitor has kept in the browser come along when they sign in (decisions.md §6), from whatever page is next.
 * The account merges them by itself, so nothing is lost when this happens twice or is cut off.
 */
import type { Choices, Places } from './stage/memory.ts';

const KEY = 'places';
/** How stories are shown. */
const CHOICES = 'reading';
/** How novels are set (typography/local-storage.ts). */
const PROSE = 'prose';
/** Set while there is any that the account does not know (stage/memory.ts). */
const UNSENT = 'unsent';
/** What the server takes at once. */
const SENT_MAX_COUNT = 200;

export async function bringPlacesAlong(): Promise<void> {
  try {
    if (!localStorage.getItem(UNSENT)) return;
    const places: Places = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const waiting = Object.entries(places)
      .filter(([, { isSent }]) => !isSent)
      .slice(0, SENT_MAX_COUNT);
    if (waiting.length === 0) return localStorage.removeItem(UNSENT);
    const episodes = waiting.map(([, { episodeId, number, furthest, fraction, anchor, isDone, at }]) => ({
      episode_id: episodeId,
      item: number,
      furthest_item: Math.max(number, furthest),
      offset: fraction,
      // The last chapter is not the end of it.
      ...(anchor.startsWith('chapter-') && { finished: isDone === true }),
      read_at: new Date(at).toISOString(),
    }));
    const reply = await fetch('/api/library/progress', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ episodes }),
    });
    // What the server can make nothing of would be sent for ever.
    if (!reply.ok && reply.status !== 422) return;
    const now: Places = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    for (const [key, { at }] of waiting) if (now[key]?.at === at) now[key].isSent = true;
    localStorage.setItem(KEY, JSON.stringify(now));
    if (Object.values(now).every(({ isSent }) => isSent)) localStorage.removeItem(UNSENT);
  } catch {
    // Storage may be forbidden, or the line cut: the next page tries again.
  }
}

/** What sends them is the reader's; it is fetched for those who have any. */
export async function bringChoicesAlong(): Promise<void> {
  try {
    if (/"at"(?!.*"isSent":true)/.test(localStorage.getItem(PROSE) ?? '')) {
      const { sendSetting } = await import.meta.later('./typography/account-sync.ts');
      await sendSetting();
    }
    const kept: Choices = JSON.parse(localStorage.getItem(CHOICES) ?? '{}');
    if (!Object.values(kept).some(({ isSent, storyId }) => storyId && !isSent)) return;
    const { bringChoices } = await import.meta.later('./stage/account.ts');
    await bringChoices();
  } catch {
    // As above.
  }
}

/** What an account knows goes with its session: whoever comes to this device next is somebody else. */
export function forgetPlacesOfAccount(): void {
  for (const key of [KEY, CHOICES, PROSE])
    try {
      const kept = localStorage.getItem(key);
      if (!kept?.includes('"isSent":true')) continue;
      if (key === PROSE) {
        localStorage.removeItem(key);
        continue;
      }
      const all = Object.entries(JSON.parse(kept) as Record<string, { isSent?: boolean }>);
      const own = all.filter(([, { isSent }]) => !isSent);
      localStorage.setItem(key, JSON.stringify(Object.fromEntries(own)));
    } catch {
      // Storage may be forbidden; then nothing was kept.
    }
}
