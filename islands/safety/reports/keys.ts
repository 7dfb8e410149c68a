/** Keys for the queue, with their texts in `reportQueue`. Off while typing, and the user can disable them (WCAG 2.1.4). */
import type { MessageKey } from '../../../locales/index.ts';

export const KEYS = [
  ['j', 'keyDown'],
  ['k', 'keyUp'],
  ['a', 'keyAction'],
  ['r', 'keyReject'],
  ['u', 'keyUndo'],
  ['?', 'keyHelp'],
] as const satisfies readonly (readonly [string, MessageKey<'reportQueue'>])[];
export type Key = (typeof KEYS)[number][0];

const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]';

export function keyOf(event: KeyboardEvent): Key | null {
  const { key, target, ctrlKey, metaKey, altKey, isComposing, repeat } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return null;
  if (target instanceof Element && target.closest(TYPED)) return null;
  const known = KEYS.find(([name]) => name === key.toLowerCase())?.[0] ?? null;
  // A repeated key moves on but decides nothing.
  return repeat && known !== 'j' && known !== 'k' ? null : known;
}

const KEPT = 'report-letters';

export function readLetters(): boolean {
  try {
    return localStorage.getItem(KEPT) !== 'off';
  } catch {
    return true;
  }
}

export function writeLetters(isOn: boolean): void {
  try {
    localStorage.setItem(KEPT, isOn ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts for this page.
  }
}
