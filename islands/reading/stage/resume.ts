/** The position of another device: goes there if nobody has moved here, else offers it. */
import { fill } from './fill.ts';
import { PLACES, type Places, readKept } from './memory.ts';
import type { Mine, Seen, Stage } from './types.ts';

export type Resumed = {
  known: Mine['episodes'][number];
  /** Nobody has gone to another item since the page was opened. */
  isStill: boolean;
  hash: string;
  key: string;
  signal: AbortSignal;
};

/** Read later elsewhere, and not finished. A finished episode opens at its beginning. */
export function isLaterElsewhere(
  { item, items, read_at: readAt }: Resumed['known'],
  here: { number: number; at: number } | undefined,
): boolean {
  if (item >= items) return false;
  if (here === undefined) return item > 1;
  return item !== here.number && Date.parse(readAt) > here.at;
}

export function resume(
  host: HTMLElement,
  stage: Stage,
  { known, isStill, hash, key, signal }: Resumed,
): void {
  const here = readKept<Places>(PLACES)[key];
  if (!isLaterElsewhere(known, here)) return;
  const { item, offset: fraction } = known;
  // A link to a page was followed. A hash from the theme's script is this browser's own position.
  const isLinked = hash && hash !== `#${here?.anchor}`;
  const go = (): void => stage.goTo({ item, fraction });
  if (!isLinked && isStill) {
    go();
    return;
  }
  const isShown = ({ item: from, last }: Pick<Seen, 'item' | 'last'>): boolean =>
    from <= item && item <= last;
  const offer = host.querySelector<HTMLElement>('[data-resume]');
  const button = offer?.querySelector('button');
  if (!offer || !button || isShown(stage.seen)) return;
  button.textContent = fill(button.textContent ?? '', { page: item });
  offer.hidden = false;
  const close = (): void => {
    offer.hidden = true;
  };
  button.addEventListener(
    'click',
    () => {
      go();
      close();
    },
    { signal },
  );
  // A reader who gets there, or to another episode, needs no offer.
  stage.onSeen((seen) => isShown(seen) && close());
  signal.addEventListener('abort', close);
}
