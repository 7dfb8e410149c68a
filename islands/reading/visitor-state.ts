/** After sign-in, sends a visitor's positions and choices to the account (decisions.md §6). Repeating this is safe. */
import type { Choices, Places } from './stage/memory.ts';

const KEY = 'places';
/** How stories are shown. */
const CHOICES = 'reading';
/** How novels are set (typography/local-storage.ts). */
const PROSE = 'prose';
/** Set while the account does not have all of them (stage/memory.ts). */
const UNSENT = 'unsent';
/** Maximum per request. */
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
      // Reaching the last chapter does not finish the episode.
      ...(anchor.startsWith('chapter-') && { finished: isDone === true }),
      read_at: new Date(at).toISOString(),
    }));
    const reply = await fetch('/api/library/progress', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ episodes }),
    });
    // The server would refuse the same (422) forever.
    if (!reply.ok && reply.status !== 422) return;
    const now: Places = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    for (const [key, { at }] of waiting) if (now[key]?.at === at) now[key].isSent = true;
    localStorage.setItem(KEY, JSON.stringify(now));
    if (Object.values(now).every(({ isSent }) => isSent)) localStorage.removeItem(UNSENT);
  } catch {
    // Storage may be forbidden, or the connection lost. The next page tries again.
  }
}

/** The code for this belongs to the reader, and loads only when needed. */
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
    // Storage may be forbidden, or the connection lost.
  }
}

/** Account data goes with its session, because the next user of this device may be somebody else. */
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
      // Storage may be forbidden. Nothing was kept then.
    }
}
