/** Finds a phrase in the book as the reader types, and lists the hits. Loaded when the reader reaches for the field. */
import type { Api } from '../../../server/api.ts';
import type { ReplyOf } from '../../../server/lib/contract.ts';
import { fill } from '../stage/fill.ts';
import type { Panels } from '../stage/panels.ts';

type Found = ReplyOf<Api['GET /episodes/:id/search']>;
type Hit = Found['hits'][number];

const WAIT_MS = 300;

export function wakeFind(host: HTMLElement, panels: Pick<Panels, 'close'>, signal: AbortSignal): void {
  const finder = host.querySelector<HTMLElement>('[data-find]');
  const field = finder?.querySelector<HTMLInputElement>('input[type=search]');
  const told = finder?.querySelector<HTMLElement>('[data-told]');
  const list = finder?.querySelector<HTMLElement>('[data-hits]');
  const contents = host.querySelector<HTMLElement>('[data-contents]');
  if (!finder || !field || !told || !list || !contents) return;
  const links = () => [...list.querySelectorAll('a')];
  const show = (found: Found | null, text = ''): void => {
    told.textContent = text;
    list.replaceChildren(...(found ? drawHits(found.hits, finder, contents) : []));
    contents.hidden = found !== null;
  };
  const ask = listenToPhrase(field, { finder, show, isShown: links().length > 0, signal });

  function move(by: 1 | -1): boolean {
    const stops = [field, ...links()];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    const next = at < 0 ? undefined : stops[at + by];
    next?.focus();
    return next !== undefined;
  }

  finder.addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (by !== 0 && move(by)) event.preventDefault();
      // With an empty field, Escape closes the panel.
      if (key !== 'Escape' || field.value === '') return;
      event.preventDefault();
      field.value = '';
      field.focus();
      ask();
    },
    { signal },
  );
  list.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      for (const each of links()) each.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'true');
      // The panel covers the text and the hit.
      if (document.querySelector<HTMLElement>('main')?.inert) panels.close();
      // The same address fires no event.
      if (link.href === location.href) dispatchEvent(new Event('hashchange'));
    },
    { signal },
  );
}

type Asking = {
  finder: HTMLElement;
  show(found: Found | null, text?: string): void;
  /** The page already contains the hits. */
  isShown: boolean;
  signal: AbortSignal;
};

/** Searches a moment after the last change, and never shows an outdated answer. Returns how to search at once. */
function listenToPhrase(field: HTMLInputElement, { finder, show, isShown, signal }: Asking): () => void {
  const { find, none = '', one = '', some = '', beyond = '', failed = '', busy = '' } = finder.dataset;
  const phraseNow = (): string => field.value.trim();
  let shown: string | null = isShown ? phraseNow() : '';
  let timer = 0;
  let asked = new AbortController();

  const tell = ({ hits, has_more }: Found, phrase: string): string => {
    const text = has_more ? beyond : hits.length === 0 ? none : hits.length === 1 ? one : some;
    return fill(text, { count: hits.length, phrase });
  };

  async function answer(phrase: string, own: AbortSignal): Promise<void> {
    const address = `/api/episodes/${find}/search?q=${encodeURIComponent(phrase)}`;
    const reply = await fetch(address, { headers: { accept: 'application/json' }, signal: own });
    const found = reply.ok ? ((await reply.json()) as Found) : null;
    if (own.aborted) return;
    if (found) return show(found, tell(found, phrase));
    shown = null;
    show(null, reply.status === 422 ? '' : reply.status === 429 ? busy : failed);
  }

  const stop = (): void => {
    clearTimeout(timer);
    asked.abort();
  };
  const ask = (): void => {
    const phrase = phraseNow();
    stop();
    if (phrase === shown) return;
    shown = phrase;
    if (phrase === '') {
      show(null);
      return;
    }
    const own = new AbortController();
    asked = own;
    answer(phrase, own.signal).catch(() => {
      if (own.signal.aborted) return;
      shown = null;
      show(null, failed);
    });
  };

  field.addEventListener(
    'input',
    () => {
      stop();
      // An aborted search must run again.
      shown = null;
      timer = window.setTimeout(ask, phraseNow() === '' ? 0 : WAIT_MS);
    },
    { signal },
  );
  field.form?.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      ask();
    },
    { signal },
  );
  signal.addEventListener('abort', stop);
  ask();
  return ask;
}

function drawHits(hits: readonly Hit[], finder: HTMLElement, contents: HTMLElement): Element[] {
  const templateOf = (name: string) => finder.querySelector<HTMLTemplateElement>(`template[${name}]`);
  const copyOf = (name: string) => {
    const copy = templateOf(name)?.content.firstElementChild?.cloneNode(true);
    return copy as HTMLElement | undefined;
  };
  const write = (element: Element | undefined, texts: readonly string[]): void => {
    for (const [index, text] of texts.entries()) {
      const piece = element?.children[index];
      if (piece) piece.textContent = text;
    }
  };
  const drawn: Element[] = [];
  for (const [index, { chapter, excerpt, mark, at, length }] of hits.entries()) {
    const { id, number, title } = chapter;
    if (hits[index - 1]?.chapter.id !== id) {
      const head = copyOf('data-hits-of');
      const count = hits.filter((hit) => hit.chapter.id === id).length;
      write(head, [`${number} · ${title}`, String(count)]);
      if (head) drawn.push(head);
    }
    const link = copyOf('data-hit');
    const row = contents.querySelector<HTMLAnchorElement>(`[data-chapter="${number}"]`);
    if (!(link instanceof HTMLAnchorElement) || !row) continue;
    link.href = `${row.href.split('#')[0]}#hit-${at}-${length}`;
    write(link, [excerpt.slice(0, mark.from), excerpt.slice(mark.from, mark.to), excerpt.slice(mark.to)]);
    drawn.push(link);
  }
  return drawn;
}
