/** The writing area: the one place where the library of rich text meets the house. */
import type Squire from 'squire-rte';
import { cleanFragment, showFormulas } from './prose.ts';

export type Area = {
  editor: Squire;
  /** Still readable once it has left the page. */
  root: HTMLElement;
  destroy(): void;
};

export type Format = 'bold' | 'italic' | 'heading' | 'quote' | 'bullets' | 'numbers' | 'link';

const SCENE = /^\s*(?:\*\s?\*\s?\*|⁂)\s*$/;
const UNDO_STEPS = 200;
const UNDO_CHARACTERS = 30_000;

/** Loaded only when somebody writes. */
export async function openArea(
  root: HTMLElement,
  { html, label }: { html: string; label: string },
): Promise<Area> {
  const { default: Editor } = await import('squire-rte');
  const editor = new Editor(root, {
    blockTag: 'P',
    addLinks: false,
    undo: { documentSizeThreshold: UNDO_CHARACTERS, undoLimit: UNDO_STEPS },
    sanitizeToDOMFragment: cleanFragment,
  });
  editor.setHTML(html);
  showFormulas(root);
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
  return { editor, root, destroy: () => editor.destroy() };
}

function lineAt(range: Range, root: HTMLElement): HTMLElement | null {
  const start = range.startContainer;
  const line = (start instanceof Element ? start : start.parentElement)?.closest<HTMLElement>('p') ?? null;
  return line !== null && root.contains(line) ? line : null;
}

/** Behind the paragraph that is being written; what comes next begins a new one. */
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
  isIn('link', 'A');
  return found;
}

/** Switches a format on or off; a link needs its address. */
export function toggleFormat(editor: Squire, format: Exclude<Format, 'link'>): void {
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
      turned.append(...line.childNodes);
      line.replaceWith(turned);
    }
    return fragment;
  });
}
