/** Removes a muted or blocked person from the whole page at once. */

const EVENT = 'person-out-of-sight';

export const tellOutOfSight = (personId: string): unknown =>
  document.dispatchEvent(new CustomEvent(EVENT, { detail: personId }));

export function onOutOfSight(hear: (personId: string) => void, signal: AbortSignal): void {
  document.addEventListener(EVENT, (event) => hear((event as CustomEvent<string>).detail), { signal });
}
