/** Whom somebody wants to see no more is gone from all that stands on the page, wherever they have said so. */

const EVENT = 'person-out-of-sight';

export const tellOutOfSight = (personId: string): unknown =>
  document.dispatchEvent(new CustomEvent(EVENT, { detail: personId }));

export function onOutOfSight(hear: (personId: string) => void, signal: AbortSignal): void {
  document.addEventListener(EVENT, (event) => hear((event as CustomEvent<string>).detail), { signal });
}
