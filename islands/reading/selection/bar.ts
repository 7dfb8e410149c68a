/** The bar for selected words: share, copy, listen, note, report. It comes with the panels. */
import { writeNote } from '../notes/novel/write.ts';
import { awake } from '../prose/frame.ts';
import { fill } from '../stage/fill.ts';
import { copy } from '../stage/share.ts';
import { linkTo, quoted } from './link.ts';
import { type Selected, selectedIn } from './selected-text.ts';

/** Waits until the reader stops selecting. */
const SETTLED_MS = 200;
const GAP_PIXELS = 8;
/** Phones show their own menu at the words, so ours is at the foot. */
const touches = matchMedia('(pointer: coarse)');

type Name = 'copy' | 'listen' | 'note' | 'report' | 'share';

/** Called at the first selection, and watches all later ones. */
export async function watchSelection(host: HTMLElement, article: HTMLElement): Promise<void> {
  await awake(host);
  if (!(await host.panels?.need())) throw new Error('the panels have not come');
  const bar = document.querySelector<HTMLElement>('#reader-selection');
  if (!bar) return;
  const told = bar.querySelector<HTMLElement>('[role=status]');
  let selected: Selected | null = null;
  let dismissed = '';
  let isPressed = false;
  let timer = 0;

  const follow = (): void => {
    if (!bar.hidden && selected) place(bar, selected.range);
  };
  const tell = (name: string, isQuiet = false): void => {
    if (!told) return;
    told.toggleAttribute('data-quiet', isQuiet);
    told.textContent = bar.dataset[name] ?? '';
    follow();
  };

  function hide(): void {
    if (bar?.contains(document.activeElement) && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
    if (bar) bar.hidden = true;
    tell('');
  }

  function look(): void {
    clearTimeout(timer);
    if (isPressed) return;
    const now = selectedIn(article);
    const key = now ? `${now.at} ${now.length}` : '';
    if (!now || key === dismissed) {
      if (!now) dismissed = '';
      if (!bar?.contains(document.activeElement)) hide();
      return;
    }
    const isNew = !selected || bar?.hidden || selected.at !== now.at || selected.length !== now.length;
    selected = now;
    if (!bar || !isNew) return;
    bar.hidden = false;
    place(bar, now.range);
    tell('selected', true);
  }
  const lookSoon = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(look, SETTLED_MS);
  };

  const actions: Record<Name, (of: Selected) => unknown> = {
    share: async (of) => tell(await share(bar, of)),
    copy: async ({ quote }) => tell((await copyText(quote)) ? 'copied' : 'notCopied'),
    async listen({ range }) {
      const island = host.querySelector<HTMLElement>('tsuzuki-island[name=aloud]');
      hide();
      if (!island) return;
      await awake(island);
      island.dispatchEvent(new CustomEvent('listen', { detail: range }));
    },
    note: ({ at }) => writeNote(host, at),
    report(of) {
      hide();
      report(host, bar, of);
    },
  };
  // Keeps a press from clearing the selection.
  bar.addEventListener('pointerdown', (event) => event.preventDefault());
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  bar.addEventListener('click', ({ target }) => {
    const name = target instanceof Element && target.closest<HTMLElement>('[data-words]')?.dataset.words;
    if (name && selected) void actions[name as Name](selected);
  });
  addEventListener('keydown', (event) => {
    if (bar.hidden || event.defaultPrevented || document.querySelector('[data-panel][open],dialog[open]'))
      return;
    const isIn = bar.contains(document.activeElement);
    if (event.key === 'Escape') {
      event.preventDefault();
      dismissed = selected ? `${selected.at} ${selected.length}` : '';
      hide();
    } else if (event.key === 'Tab' && !event.shiftKey && !isIn) {
      event.preventDefault();
      bar.querySelector('button')?.focus();
    }
  });
  document.addEventListener('selectionchange', lookSoon);
  addEventListener('pointerdown', () => {
    isPressed = true;
  });
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, () => {
      isPressed = false;
      lookSoon();
    });
  addEventListener('scroll', follow, { capture: true, passive: true });
  addEventListener('resize', follow);
  look();
}

function place(bar: HTMLElement, range: Range): void {
  if (touches.matches) {
    bar.removeAttribute('style');
    return;
  }
  // Gives the bar its full width before measuring.
  bar.style.inset = '0 auto auto 0';
  const { offsetWidth: wide, offsetHeight: high } = bar;
  const { left, top, bottom, width } = range.getBoundingClientRect();
  const above = top - high - GAP_PIXELS;
  const low = innerHeight - high - GAP_PIXELS;
  const y = Math.max(GAP_PIXELS, Math.min(above >= GAP_PIXELS ? above : bottom + GAP_PIXELS, low));
  const x = Math.max(GAP_PIXELS, Math.min(left + (width - wide) / 2, innerWidth - wide - GAP_PIXELS));
  bar.style.inset = `${y}px auto auto ${x}px`;
}

async function copyText(text: string): Promise<boolean> {
  const field = document.createElement('input');
  field.value = text;
  field.readOnly = true;
  document.querySelector('#reader-selection')?.append(field);
  try {
    return await copy(text, field);
  } finally {
    field.remove();
  }
}

/** Uses the system's share sheet on touch devices, else copies a quote with its link. Returns the message to show. */
async function share({ dataset }: HTMLElement, of: Selected): Promise<string> {
  const url = linkTo(dataset.url ?? '', of);
  const text = fill(dataset.quote ?? '', { quote: of.quote });
  const data = { title: dataset.name ?? '', text, url };
  if (touches.matches && 'share' in navigator) {
    // Closing the sheet is not an error.
    await navigator.share(data).catch(() => undefined);
    return '';
  }
  return (await copyText(`${text}\n${data.title}\n${url}`)) ? 'linked' : 'notCopied';
}

/** Adds the place and the words to the report. Text that is already there stays. */
function report(host: HTMLElement, { dataset }: HTMLElement, { quote }: Selected): void {
  const field = document.querySelector<HTMLTextAreaElement>('[data-panel=report] textarea');
  host.querySelector<HTMLElement>('[data-tool=report]')?.click();
  if (!field) return;
  const text = quoted(quote, (words) => fill(dataset.place ?? '', { quote: words }));
  const written = field.value.trim();
  const all = written === '' ? text : `${written}\n${text}`;
  if (field.maxLength > 0 && all.length > field.maxLength) return;
  field.value = all;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
