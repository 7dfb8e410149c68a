/** Letter keys can be switched off (WCAG 2.1.4), and rest while a field has the focus. */
import { axisOf } from './geometry.ts';
import type { Stage } from './types.ts';

export type Command =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'nextEpisode'
  | 'previousEpisode'
  | 'goTo'
  | 'movePair'
  | 'zoomIn'
  | 'zoomOut'
  | 'whole'
  | 'fullscreen'
  | 'glide'
  | 'like'
  | 'note'
  | 'contents'
  | 'episodes'
  | 'help';

type Way = Pick<Stage, 'isPaged'> & { isTurned: boolean; isDown?: boolean };
type Stroke = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

const LETTERS: Readonly<Record<string, Command>> = {
  c: 'contents',
  e: 'episodes',
  f: 'fullscreen',
  g: 'goTo',
  j: 'next',
  k: 'previous',
  l: 'like',
  n: 'note',
  o: 'movePair',
  s: 'glide',
};
const SIGNS: Readonly<Record<string, Command>> = {
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'whole',
  '?': 'help',
};

/** Null for keys that the browser handles itself, such as scrolling. */
export function commandOf(
  { key, shiftKey }: Stroke,
  { isPaged, isTurned, isDown = false }: Way,
  { letters }: { letters: boolean },
): Command | null {
  const onward = isTurned ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const isOnward = key === onward;
    if (shiftKey) return isOnward ? 'nextEpisode' : 'previousEpisode';
    return isOnward ? 'next' : 'previous';
  }
  if (isPaged) {
    if (key === ' ') return shiftKey ? 'previous' : 'next';
    if (key === 'PageDown' || (isDown && key === 'ArrowDown')) return 'next';
    if (key === 'PageUp' || (isDown && key === 'ArrowUp')) return 'previous';
    if (key === 'Home') return 'first';
    if (key === 'End') return 'last';
  }
  if (!letters) return null;
  return SIGNS[key] ?? (shiftKey ? null : (LETTERS[key.toLowerCase()] ?? null));
}

const FIELD = 'input:not([type=checkbox],[type=range],[type=radio]),textarea,select,[contenteditable]';
/** Elements that use these keys themselves. */
const ACTS = 'button,a[href],summary,input,label';

export function listenToKeys(
  stage: Pick<Stage, 'isPaged'> & { showing: Pick<Stage['showing'], 'direction'> },
  run: (command: Command) => boolean,
  { signal, letters }: { signal: AbortSignal; letters: () => boolean },
): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return;
      const { target } = event;
      if (target instanceof Element) {
        if (target.closest(FIELD) || target.closest('dialog[open],[data-panel][open] :not(summary)')) return;
        if (event.key === ' ' && target.closest(ACTS) && !target.closest('[data-item]')) return;
        if (/^(?:Arrow|Home|End|Page)/.test(event.key) && target.closest('input')) return;
      }
      const command = commandOf(
        event,
        { ...axisOf(stage.showing), isPaged: stage.isPaged },
        { letters: letters() },
      );
      if (command !== null && run(command)) event.preventDefault();
    },
    { signal },
  );
}
