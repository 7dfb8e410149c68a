/** Keeps the position: in this browser at once, in the account later or on leaving, with the reading time. */
import type { Time } from './attention.ts';
import { keepPlace, PLACES, type Places, readKept } from './memory.ts';
import type { Followed } from './types.ts';

const SETTLED_MS = 1000;
const SENT_MS = 5000;
/** Shorter times wait for more, or until the page is left. */
const TOLD_SECONDS = 15;

export type Reading = { episodeId: string; slug: string; number: number; signedIn: boolean };

export const placeKey = ({ slug, number }: Pick<Reading, 'slug' | 'number'>): string => `${slug}/${number}`;

/** The position kept in this browser, in terms of the current pages. */
export function keptPlace(
  stage: Followed,
  reading: Reading,
): { id: string; item: number; fraction: number; at: number } | null {
  const kept = readKept<Places>(PLACES)[placeKey(reading)];
  if (!kept || kept.isDone) return null;
  const item =
    stage.items.find(({ id }) => id === kept.item)?.number ?? Math.min(kept.number, stage.items.length);
  return { id: kept.item, item, fraction: kept.fraction, at: kept.at };
}

/** `settled`: the account's position is known. Until then, opening the episode alone does not overwrite it. */
export function keepProgress(
  stage: Followed,
  reading: Reading,
  settled: Promise<unknown>,
  signal: AbortSignal,
): void {
  const placeNow = () => stage.place ?? stage.seen;
  const opened = placeNow().item;
  let isSettled = !reading.signedIn;
  let timer = 0;
  let sentAt = 0;
  let sent = '';
  let time: Time | undefined;
  if (reading.signedIn)
    import.meta.later('./attention.ts').then(
      ({ watchReading }) => {
        if (!signal.aborted) time = watchReading(stage, signal);
      },
      () => undefined,
    );

  function keep(least: number): void {
    const { last } = stage.seen;
    const { item, fraction } = placeNow();
    const shown = stage.items[item - 1];
    if (shown === undefined || (!isSettled && item === opened)) return;
    const kept = keepPlace(placeKey(reading), {
      episodeId: reading.episodeId,
      item: shown.id,
      anchor: shown.element.id,
      number: item,
      furthest: last,
      isDone: stage.isDone ?? last === stage.items.length,
      isSent: reading.signedIn,
      fraction: Math.round(fraction * 1e6) / 1e6,
    });
    if (!reading.signedIn) return;
    const place = {
      item,
      furthest_item: Math.max(item, kept.furthest),
      offset: kept.fraction,
      finished: stage.isDone,
    };
    const text = JSON.stringify(place);
    const seconds = time?.take(least);
    const moved = text !== sent;
    if (!moved && !seconds) return;
    [sent, sentAt] = [text, Date.now()];
    // A failed position is sent with the next one, or by the next page that has the account's menu.
    const failed = (): void => {
      time?.putBack(seconds);
      // The position is known. Only the time failed.
      if (!moved) return;
      sent = '';
      keepPlace(placeKey(reading), { ...kept, isSent: false });
    };
    void fetch(`/api/episodes/${reading.episodeId}/progress`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...place, seconds, moved }),
      keepalive: true,
    }).then(({ ok }) => {
      if (!ok) failed();
    }, failed);
  }
  const keepLater = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(keep, Math.max(SETTLED_MS, sentAt + SENT_MS - Date.now()), TOLD_SECONDS);
  };
  const keepNow = (): void => {
    clearTimeout(timer);
    keep(1);
  };
  stage.onSeen(keepLater);
  void settled.then(() => {
    isSettled = true;
    if (!signal.aborted) keepLater();
  });
  addEventListener('pagehide', keepNow, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keepNow(), {
    signal,
  });
  // The next episode has come into sight.
  signal.addEventListener('abort', keepNow);
}
