/** The buttons for notes over pages and beside texts. */
import type { Note } from './types.ts';

/** From this number on, notes at one place become one "n notes here". */
export const CROWD_COUNT = 4;

/** Screen readers and keys use the panel, which has the same notes. */
export function noteButton({
  own = false,
  hidden = false,
}: Partial<Pick<Note, 'own' | 'hidden'>> = {}): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.toggleAttribute('data-own', own);
  button.toggleAttribute('data-hidden', hidden);
  return button;
}

export function wordsOf(text: string, tag: 'b' | 'span' = 'span'): HTMLElement {
  const words = document.createElement(tag);
  words.dir = 'auto';
  words.textContent = text;
  return words;
}
