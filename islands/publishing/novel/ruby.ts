import type Squire from 'squire-rte';
import { nearest } from './cursor.ts';

export const READING_MAX_LENGTH = 100;
const BASE_MAX_LENGTH = 200;
const LINES = 'p, h2, h3, h4, li, td, th, dt, dd, pre, blockquote, figure, ruby, img';

export function rubyAt(editor: Squire): HTMLElement | null {
  const range = editor.getSelection();
  const held = nearest(editor, 'ruby');
  if (held !== null || range.collapsed) return held;
  const found = [...editor.getRoot().querySelectorAll('ruby')].filter((ruby) => range.intersectsNode(ruby));
  const [only] = found;
  return found.length === 1 && only !== undefined && range.toString().trim() === only.textContent
    ? only
    : null;
}

/** At the end of a line, browsers would otherwise continue typing inside the reading. */
export function holdReadings(root: ParentNode): void {
  for (const ruby of root.querySelectorAll<HTMLElement>('ruby:not([contenteditable])'))
    ruby.contentEditable = 'false';
}

export const readingOf = (ruby: HTMLElement): string =>
  [...ruby.querySelectorAll('rt')].map((reading) => reading.textContent ?? '').join('');

function baseOf(ruby: HTMLElement): string {
  const copy = ruby.cloneNode(true) as HTMLElement;
  for (const part of copy.querySelectorAll('rt, rp')) part.remove();
  return copy.textContent ?? '';
}

/** A non-editable element cannot hold the cursor, so a press selects all of it. */
export function chooseReading(editor: Squire, target: Element): void {
  const ruby = target.closest('ruby');
  if (ruby === null) return;
  const range = document.createRange();
  range.selectNode(ruby);
  editor.setSelection(range);
}

/** The selected words within one line. Blank when they cannot have a reading. */
export function chosenWords(editor: Squire): string {
  const range = editor.getSelection();
  const words = range.toString();
  const isWithinLine = range.cloneContents().querySelector(LINES) === null;
  return isWithinLine && words.trim() !== '' && words.length <= BASE_MAX_LENGTH ? words : '';
}

export function putReading(editor: Squire, reading: string): void {
  const known = rubyAt(editor);
  const range = editor.getSelection();
  editor.saveUndoState(range);
  const ruby = document.createElement('ruby');
  const part = (tag: 'rt' | 'rp', text: string): HTMLElement => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };
  const readings = [part('rp', '('), part('rt', reading), part('rp', ')')];
  if (known !== null) {
    ruby.append(baseOf(known), ...readings);
    known.replaceWith(ruby);
    return;
  }
  ruby.append(range.toString(), ...readings);
  range.deleteContents();
  editor.insertElement(ruby, range);
}

export function removeReading(editor: Squire): void {
  const known = rubyAt(editor);
  if (known === null) return;
  editor.saveUndoState();
  known.replaceWith(baseOf(known));
}
