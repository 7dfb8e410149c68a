/** The writing area. Only this file deals with the rich text library. */
import type Squire from 'squire-rte';
import { nearest } from './cursor.ts';
import { noteAt } from './footnotes.ts';
import { cleanFragment, foreignPictures, showFormulas } from './prose.ts';
import { chooseReading, holdReadings, rubyAt } from './ruby.ts';

export type Area = {
  editor: Squire;
  /** Readable even after removal from the page. */
  root: HTMLElement;
  destroy(): void;
};

export type Switch = 'bold' | 'italic' | 'heading' | 'quote' | 'bullets' | 'numbers';
export type Format = Switch | 'link' | 'picture' | 'note' | 'ruby';

export type AreaOptions = {
  html: string;
  label: string;
  /** Completes pictures and formulas that the library leaves out. */
  onDraw: (root: HTMLElement) => void;
  onFiles: (files: readonly File[]) => void;
  /** Number of pictures in pasted text that were left out. */
  onLeftOut: (count: number) => void;
  onPicture: (image: HTMLImageElement) => void;
};

const SCENE = /^\s*(?:\*\s?\*\s?\*|⁂)\s*$/;
const UNDO_STEPS = 200;
const UNDO_CHARACTERS = 30_000;

export async function openArea(
  root: HTMLElement,
  { html, label, onDraw, onFiles, onLeftOut, onPicture }: AreaOptions,
): Promise<Area> {
  const { default: Editor } = await import('squire-rte');
  const editor = new Editor(root, {
    blockTag: 'P',
    addLinks: false,
    undo: { documentSizeThreshold: UNDO_CHARACTERS, undoLimit: UNDO_STEPS },
    sanitizeToDOMFragment: cleanFragment,
  });
  editor.setHTML(html);
  drawIn(editor, onDraw);
  const leaving = new AbortController();
  receiveFiles(editor, onFiles, leaving.signal);
  // The library would offer to resize the picture, which is up to the reader.
  const press = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLImageElement) {
      event.stopPropagation();
      onPicture(target);
    } else if (target instanceof Element) chooseReading(editor, target);
  };
  root.addEventListener('click', press, { signal: leaving.signal });
  const paste = ({ clipboardData }: ClipboardEvent): void => {
    const pasted = clipboardData?.getData('text/html') ?? '';
    onLeftOut(pasted === '' ? 0 : foreignPictures(pasted));
  };
  root.addEventListener('paste', paste, { signal: leaving.signal, capture: true });
  root.addEventListener('focus', () => showWhole(root), { signal: leaving.signal });
  root.setAttribute('role', 'textbox');
  root.setAttribute('aria-label', label);
  root.setAttribute('aria-multiline', 'true');
  editor.setKeyHandler('Enter', (self, event, range) => {
    event.preventDefault();
    const line = lineAt(range, root);
    if (!event.shiftKey && line !== null && SCENE.test(line.textContent ?? '')) {
      self.saveUndoState(range);
      line.replaceChildren(document.createElement('br'));
      addScene(self);
    } else self.splitBlock(event.shiftKey, range);
  });
  return {
    editor,
    root,
    destroy() {
      leaving.abort();
      editor.destroy();
    },
  };
}

function showWhole(area: HTMLElement): void {
  if (!matchMedia('(width < 48rem)').matches) return;
  const above = area.getBoundingClientRect().top - TOOLS_HEIGHT;
  if (above > 0) scrollBy({ top: above });
}

const TOOLS_HEIGHT = 56;

/** Hides the change from the library, since the text stays the same. */
export function drawIn(editor: Squire, draw: (root: HTMLElement) => void): void {
  editor.modifyDocument(() => {
    showFormulas(editor.getRoot());
    holdReadings(editor.getRoot());
    draw(editor.getRoot());
  });
}

function receiveFiles(editor: Squire, onFiles: AreaOptions['onFiles'], signal: AbortSignal): void {
  const root = editor.getRoot();
  const picturesOf = (data: DataTransfer | null): File[] =>
    [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  editor.addEventListener('pasteImage', (event: Event) => {
    const { clipboardData } = (event as CustomEvent<{ clipboardData: DataTransfer | null }>).detail;
    onFiles(picturesOf(clipboardData));
  });
  const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
  const over = (event: DragEvent): void => {
    if (holdsFiles(event)) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const place = placeUnder(event);
    if (place !== null && root.contains(place.startContainer)) editor.setSelection(place);
    onFiles(picturesOf(event.dataTransfer));
  };
  root.addEventListener('dragover', over, { signal });
  root.addEventListener('drop', drop, { signal, capture: true });
}

function placeUnder({ clientX, clientY }: DragEvent): Range | null {
  const found = document.caretPositionFromPoint?.(clientX, clientY);
  if (!found) return null;
  const range = document.createRange();
  range.setStart(found.offsetNode, found.offset);
  return range;
}

export function addFigure(editor: Squire, image: HTMLImageElement): HTMLImageElement {
  const figure = document.createElement('figure');
  figure.append(image);
  editor.saveUndoState();
  editor.insertElement(figure);
  return image;
}

export const pictureAt = (editor: Squire): HTMLImageElement | null =>
  nearest(editor, 'figure')?.querySelector('img') ?? null;

function lineAt(range: Range, root: HTMLElement): HTMLElement | null {
  const start = range.startContainer;
  const line = (start instanceof Element ? start : start.parentElement)?.closest<HTMLElement>('p') ?? null;
  return line !== null && root.contains(line) ? line : null;
}

export function addScene(editor: Squire): void {
  const line = document.createElement('p');
  line.append(document.createElement('hr'));
  editor.insertElement(line);
}

export function formatsAt(editor: Squire): ReadonlySet<Format> {
  const found = new Set<Format>();
  const isIn = (format: Format, ...tags: string[]) => {
    if (tags.some((tag) => editor.hasFormat(tag))) found.add(format);
  };
  isIn('bold', 'B', 'STRONG');
  isIn('italic', 'I', 'EM');
  isIn('heading', 'H2', 'H3', 'H4');
  isIn('quote', 'BLOCKQUOTE');
  isIn('bullets', 'UL');
  isIn('numbers', 'OL');
  if (noteAt(editor) !== null) found.add('note');
  else isIn('link', 'A');
  if (rubyAt(editor) !== null) found.add('ruby');
  if (pictureAt(editor) !== null) found.add('picture');
  return found;
}

export function toggleFormat(editor: Squire, format: Switch): void {
  const isOn = formatsAt(editor).has(format);
  switch (format) {
    case 'bold':
      void (isOn ? editor.removeBold() : editor.bold());
      break;
    case 'italic':
      void (isOn ? editor.removeItalic() : editor.italic());
      break;
    case 'heading':
      turnLines(editor, isOn ? 'p' : 'h2');
      break;
    case 'quote':
      void (isOn ? editor.decreaseQuoteLevel() : editor.increaseQuoteLevel());
      break;
    case 'bullets':
      void (isOn ? editor.removeList() : editor.makeUnorderedList());
      break;
    case 'numbers':
      void (isOn ? editor.removeList() : editor.makeOrderedList());
      break;
  }
  editor.focus();
}

function turnLines(editor: Squire, tag: 'p' | 'h2'): void {
  editor.modifyBlocks((fragment) => {
    for (const line of fragment.querySelectorAll('p, h2, h3, h4')) {
      const turned = document.createElement(tag);
      for (const { name, value } of line.attributes) turned.setAttribute(name, value);
      turned.append(...line.childNodes);
      line.replaceWith(turned);
    }
    return fragment;
  });
}
