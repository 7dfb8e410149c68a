/** Code for signed-in readers, in its own file: their choice, position, and the end of the episode. */
import { takeChoice, takeSpeed } from './choices.ts';
import { wakeEnd as wakeActions } from './end.ts';
import { placeKey, type Reading } from './progress.ts';
import { resume } from './resume.ts';
import type { Mine, Seen, Stage } from './types.ts';

export { bringChoices, sendChoice, sendSpeed } from './choices.ts';

/** For comics and novels alike. */
export function wakeEnd(host: HTMLElement, own: Mine, signal: AbortSignal): void {
  wakeActions(host, own, signal);
  if ('setProse' in globalThis)
    import.meta.later('../typography/account-sync.ts').then(
      ({ takeSetting }) => takeSetting(own.prose),
      () => undefined,
    );
}

type Opened = Seen & { hash: string };

/** Share of an item. A screen may move this far while it settles. */
const SLACK = 0.02;

/** `opened`: screen and address when the episode was opened. We never move a reader who has moved since. */
export function settleIn(
  host: HTMLElement,
  stage: Stage,
  { own, opened, reading, signal }: { own: Mine; opened: Opened; reading: Reading; signal: AbortSignal },
): void {
  const { seen, zoom } = stage;
  const isStill = seen.item === opened.item;
  const isUntouched =
    isStill &&
    Math.abs(seen.fraction - opened.fraction) < SLACK &&
    zoom === 1 &&
    !document.querySelector('[data-panel][open],dialog[open]');
  takeSpeed(own.glide_speed);
  takeChoice(host, stage, { known: own.choice, isUntouched });
  const known = own.episodes.find(({ number }) => number === reading.number);
  if (known) resume(host, stage, { known, isStill, hash: opened.hash, key: placeKey(reading), signal });
}
