/** Footnotes in the writing area: a mark in the text links to a note at the end and back. */
import type Squire from 'squire-rte';
import { freshPlaces, nearest } from './cursor.ts';

const CALL = 'a[role=doc-noteref]';
const NOTE = 'aside[role=doc-footnote]';
const BACK = 'a[role=doc-backlink]';

export type FoundNote = { call: HTMLAnchorElement | null; note: HTMLElement };

const calledBy = (root: ParentNode, call: Element): HTMLElement | null => {
  const place = /^#(t\d+)$/.exec(call.getAttribute('href') ?? '')?.[1];
  return place === undefined ? null : (root.querySelector(`#${place}`)?.closest<HTMLElement>(NOTE) ?? null);
};

export function noteAt(editor: Squire): FoundNote | null {
  const root = editor.getRoot();
  const call = nearest<HTMLAnchorElement>(editor, CALL);
  const note = call === null ? nearest(editor, NOTE) : calledBy(root, call);
  if (note === null) return null;
  const calls = [...root.querySelectorAll<HTMLAnchorElement>(CALL)];
  return { note, call: call ?? calls.find((each) => calledBy(root, each) === note) ?? null };
}

export function textOfNote({ note }: FoundNote): string {
  const copy = note.cloneNode(true) as HTMLElement;
  for (const back of copy.querySelectorAll(BACK)) back.remove();
  const lines = [...copy.querySelectorAll('p')];
  return (lines.length === 0 ? [copy] : lines).map((line) => line.textContent?.trim() ?? '').join('\n');
}

function linesOf(text: string, back: HTMLAnchorElement | null): HTMLElement[] {
  const lines = text.split(/\n+/).map((words) => {
    const line = document.createElement('p');
    line.textContent = words.trim();
    return line;
  });
  if (back !== null) lines.at(-1)?.append(' ', back);
  return lines;
}

export function addNote(editor: Squire, text: string): void {
  const root = editor.getRoot();
  const range = editor.getSelection();
  editor.saveUndoState(range);
  range.collapse(false);
  const holder = nearest(editor, 'a, ruby');
  if (holder !== null) range.setStartAfter(holder);
  const [callPlace = '', notePlace = ''] = freshPlaces(root, 2);
  const call = document.createElement('a');
  call.id = callPlace;
  call.href = `#${notePlace}`;
  call.setAttribute('role', 'doc-noteref');
  call.textContent = '*';
  editor.insertElement(call, range);
  const back = document.createElement('a');
  back.href = `#${callPlace}`;
  back.setAttribute('role', 'doc-backlink');
  back.textContent = '↩';
  const note = document.createElement('aside');
  note.id = notePlace;
  note.setAttribute('role', 'doc-footnote');
  note.append(...linesOf(text, back));
  const calls = [...root.querySelectorAll(CALL)];
  const next = calls.slice(calls.indexOf(call) + 1).flatMap((each) => calledBy(root, each) ?? [])[0];
  if (next === undefined) root.append(note);
  else next.before(note);
  number(root, call);
}

export function rewriteNote(editor: Squire, { note }: FoundNote, text: string): void {
  editor.saveUndoState();
  note.replaceChildren(...linesOf(text, note.querySelector<HTMLAnchorElement>(BACK)));
}

export function removeNote(editor: Squire, { call, note }: FoundNote): void {
  editor.saveUndoState();
  call?.remove();
  note.remove();
  number(editor.getRoot(), null);
}

/** Renumbers marks that count upwards. Marks of books with another scheme stay. */
function number(root: ParentNode, fresh: HTMLElement | null): void {
  const calls = [...root.querySelectorAll<HTMLElement>(CALL)];
  const known = calls
    .filter((call) => call !== fresh)
    .map((call) => Number(call.textContent?.trim() || Number.NaN));
  const counts = known.every((value, index) => value > (known[index - 1] ?? 0));
  const first = known[0] ?? 1;
  for (const [index, call] of calls.entries()) {
    if (counts) (call.querySelector('sup') ?? call).textContent = String(first + index);
    else if (call === fresh) call.textContent = String(calls.length);
  }
}
