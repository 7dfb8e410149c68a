/** The place of another device: it is gone to while nobody has moved here, and offered to who has. */
import { fill } from './fill.ts';
import { PLACES, type Places, readKept } from './memory.ts';
import type { Mine, Seen, Stage } from './types.ts';

export type Resumed = {
  /** What the account knows of this episode. */
  known: Mine['episodes'][number];
  /** Nobody has gone to another item since the page was opened. */
  isStill: boolean;
  /** Of the address with which the page was opened. */
  hash: string;
  /** Of the episode among the places of this browser. */
  key: string;
  signal: AbortSignal;
};

/** Read later elsewhere than here, and not to its end, which is opened at the beginning. */
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
  // A link to a page was followed; what the theme's script has added is the place of this browser.
  const isLinked = hash && hash !== `#${here?.anchor}`;
  const go = (): void => stage.goTo({ item, fraction });
  if (!isLinked && isStill) {
    go();
    return;
  }
  /** Alone, or beside another. */
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
  // Whoever comes there by themselves, or to another episode, needs no way there.
  stage.onSeen((seen) => isShown(seen) && close());
  signal.addEventListener('abort', close);
}
