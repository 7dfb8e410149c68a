/** This reader's own data: the heart, unlocks, and what is read in the list of episodes. */
import { wakeLike } from './like.ts';
import type { Panels } from './panels.ts';
import type { Followed, Mine } from './types.ts';

/** Begins before the current episode, so that both neighbours are among the answer's hundred. */
const ASKED_BEFORE = 12;

const asked = async <T>(path: string): Promise<T | null> => {
  try {
    const reply = await fetch(`/api/${path}`, { headers: { accept: 'application/json' } });
    return reply.ok ? ((await reply.json()) as T) : null;
  } catch {
    return null;
  }
};

/** The account's data on a hundred episodes from a number on. Null when signed out, or without an answer. */
export type AskMine = (from?: number) => Promise<Mine | null>;

export function askMine({ dataset }: HTMLElement, signedIn: boolean): AskMine {
  const { storyId, number = '' } = dataset;
  const answers: Record<number, Promise<Mine | null>> = {};
  return (from = Math.max(1, Number(number) - ASKED_BEFORE)) => {
    if (!signedIn || !storyId) return Promise.resolve(null);
    answers[from] ??= asked(`stories/${storyId}/mine?episodes_from=${from}`);
    return answers[from];
  };
}

export function wakeMine(
  host: HTMLElement,
  stage: Followed | null,
  { panels, signedIn, ask, signal }: { panels: Panels; signedIn: boolean; ask: AskMine; signal: AbortSignal },
): void {
  const { episodeId } = host.dataset;
  if (signedIn) {
    const mine = ask();
    host.mine = mine;
    if (episodeId) wakeLike(host, episodeId, { mine, signal });
    const wakeOwn = async (): Promise<void> => {
      const own = await mine;
      if (!own || signal.aborted) return;
      const { wakeEnd } = await import.meta.later('./account.ts');
      wakeEnd(host, own, signal);
    };
    // Without that file, the forms are submitted.
    void wakeOwn().catch(() => undefined);
  }
  panels.onArrival(async () => {
    const { wakeList } = await import.meta.later('./arrival.ts');
    wakeList(host, stage, { panels, ask, signal });
  });
}
