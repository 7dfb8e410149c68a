/** Wakes a chapter. The stage's script around it loads later, so this has copies of it (../../build/copies.ts). */

import { fill } from '../stage/fill.ts';
import { type Command, listenToKeys } from '../stage/keys.ts';
import { areLettersOff, PLACES, type Places, readKept } from '../stage/memory.ts';
import { keepProgress, keptPlace, placeKey, type Reading } from '../stage/progress.ts';
import { tellOfView } from '../stage/view.ts';
import { followBook } from './bar.ts';
import { openBook } from './book.ts';
import { awake, pressAwake, wakeFrame } from './frame.ts';
import type { Book } from './types.ts';

export async function hydrate(island: HTMLElement): Promise<void> {
  const host = island.closest<HTMLElement>('tsuzuki-island[name=stage]');
  const article = island.querySelector<HTMLElement>('[data-prose]');
  const bar = host?.querySelector<HTMLElement>('[data-reader-bar]');
  if (!host || !article || !bar) return;
  const number = Number(island.dataset.number);
  const count = Number(island.dataset.count);
  const { episodeId, slug, number: episode } = host.dataset;
  const kept = readKept<Places>(PLACES)[`${slug}/${episode}`]?.number;
  if (leadsElsewhere({ number, count, kept })) return;
  const { before, of } = bar.dataset;
  const id = article.dataset.prose ?? '';
  const follow = (rel: string) => host.querySelector<HTMLElement>(`#end a[rel=${rel}]`)?.click();
  const ways = { onward: () => follow('next'), back: () => follow('prev') };
  const place = { id, number, count, before: Number(before), of: Number(of) };
  const book = await openBook(article, place, ways);
  article.book = book;
  addEventListener('hashchange', () => leadsElsewhere({ number, count }) || openHit(book));
  island.setAttribute('awake', '');
  followBook(bar, book);
  wakeFrame(host);
  const signedIn = /(^|; )signed_in=1/.test(document.cookie);
  if (episodeId && slug && episode)
    readOn(host, book, { episodeId, slug, number: Number(episode), signedIn }, id);
  openHit(book);
  keepInOtherLanguage(host, book);
  if (episodeId)
    import.meta.later('../notes/novel/margin.ts').then(
      ({ wakeMargin }) => wakeMargin(host, article, book),
      () => undefined,
    );
  // The previous chapter was read aloud (../read-aloud/local-storage.ts).
  if (location.hash === '#aloud') host.querySelector('[name=aloud]')?.dispatchEvent(new Event('focusin'));
  if (episodeId && article.querySelector('[data-slot]'))
    import.meta.later('../../income/interstitials.ts').then(
      ({ watchSlots }) => watchSlots(article, episodeId),
      () => undefined,
    );
  readAhead(host, book);
  // A table that scrolls by itself needs these keys.
  article.addEventListener('keydown', (event) => {
    const box = (event.target as Element).closest('[data-wide]');
    if (box && box.scrollWidth > box.clientWidth && /^Arrow/.test(event.key)) event.stopPropagation();
  });
  listenToKeys(
    {
      get isPaged() {
        return book.flow.isOwn;
      },
      get showing() {
        return { direction: book.flow.isTurned ? ('rtl' as const) : ('ltr' as const) };
      },
    },
    (command) => run(host, book, command),
    { signal: new AbortController().signal, letters: () => !areLettersOff() },
  );
}

const CHAPTER = /^#chapter-(\d+)$/;

/** Old links and the theme's script name a chapter in the hash. A chapter named in the query takes precedence. */
function leadsElsewhere({
  number,
  count,
  kept,
}: {
  number: number;
  count: number;
  kept?: number | undefined;
}) {
  const named = Number(CHAPTER.exec(location.hash)?.[1] ?? number);
  if (named === number) return false;
  const url = new URL(location.href);
  const isNamed = url.searchParams.has('chapter');
  if (isNamed || named > count) {
    url.hash = '';
    history.replaceState(history.state, '', url);
    return false;
  }
  url.hash = '';
  url.searchParams.set('chapter', String(named));
  if (named === kept) session((storage) => storage.setItem(RESUMED, url.href));
  location.replace(url);
  return true;
}

/** Address of a chapter opened from this browser's own position. Nobody asked for it by name. */
const RESUMED = 'resumed';

function session<T>(ask: (storage: Storage) => T): T | null {
  try {
    return ask(sessionStorage);
  } catch {
    return null;
  }
}

/** The margin may still be loading. */
function writeNote(host: HTMLElement): void {
  const write = (): void => void host.dispatchEvent(new Event('note-place'));
  if (host.notes) write();
  else host.addEventListener('notes', write, { once: true });
}

/** A search hit in the book (pages/stories/panels/hits.ts). */
const openHit = (book: Book): void => {
  if (location.hash.startsWith('#hit-'))
    void import.meta.later('./hit.ts').then(({ showHit }) => showHit(book));
};

/** A reader who scrolls up within this time wants the menu of languages, not an earlier sentence. */
const UP_MS = 60_000;

/** HDR-23: the page in the other language opens at the same sentence, like a search hit. */
function keepInOtherLanguage(host: HTMLElement, book: Book): void {
  let read = { fraction: 0, at: 0 };
  book.onSeen(({ fraction }) => {
    const at = performance.now();
    if (fraction >= read.fraction || at - read.at > UP_MS) read = { fraction, at };
  });
  host.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('header a[hreflang]');
    const isRecent = performance.now() - read.at < UP_MS;
    const fraction = book.seen.fraction || (isRecent ? read.fraction : 0);
    const at = Math.round(fraction * book.text.length);
    if (link) link.hash = at > 0 ? `hit-${at}-0` : '';
  });
}

/** The address names no place within the chapter. */
const isFree = (): boolean => location.hash === '' || CHAPTER.test(location.hash);

/** Share of the chapter's characters. */
const NEAR_END = 0.8;

function readAhead(host: HTMLElement, book: Book): void {
  let next = host.querySelector<HTMLAnchorElement>('#end a[data-ahead]');
  book.onSeen(({ fraction, isAtEnd }) => {
    const link = next;
    if (!link || (fraction < NEAR_END && !isAtEnd)) return;
    next = null;
    import.meta.later('./ahead.ts').then(
      ({ bringAhead }) => bringAhead(link),
      () => undefined,
    );
  });
}

/** Not for team views and drafts, which count nothing and keep no position. */
function readOn(host: HTMLElement, book: Book, reading: Reading, id: string): void {
  const { signal } = new AbortController();
  tellOfView(reading.episodeId, signal);
  const kept = keptPlace(book, reading);
  if (kept && isFree() && kept.id === id && scrollY === 0) book.goTo(kept.fraction);
  keepProgress(book, reading, reading.signedIn ? comeBack(host, book, reading) : Promise.resolve(), signal);
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Nothing overwrites the account's position until it is known, or the reader has moved. */
function comeBack(host: HTMLElement, book: Book, reading: Reading): Promise<void> {
  const opened = book.seen.fraction;
  const moved = new Promise<void>((resolve) =>
    book.onSeen(({ fraction }) => fraction !== opened && resolve()),
  );
  return Promise.race([moved, goOn(host, book, { ...reading, opened }).catch(never)]);
}

/** Continues a later position from another device. Only offers it when another chapter was asked for by name. */
async function goOn(
  host: HTMLElement,
  book: Book,
  { opened, ...reading }: Reading & { opened: number },
): Promise<void> {
  const here = readKept<Places>(PLACES)[placeKey(reading)];
  await awake(host);
  const mine = await host.mine;
  if (!mine) return never();
  const known = mine.episodes.find(({ number }) => number === reading.number);
  if (!known || (here && here.at >= Date.parse(known.read_at))) return;
  // An episode read to its end opens at its beginning.
  if (known.finished && known.item === known.items) return;
  const { item, offset } = known;
  if (item === book.seen.item) {
    if (isFree() && book.seen.fraction === opened) book.goTo(offset);
    return;
  }
  const url = new URL(location.href);
  const isResumed = session((storage) => storage.getItem(RESUMED)) === url.href;
  const isNamed =
    (url.searchParams.has('chapter') && !isResumed) || url.hash !== '' || book.seen.fraction !== opened;
  url.hash = item > 1 ? '' : 'chapter-1';
  session((storage) => storage.removeItem(RESUMED));
  if (item > 1) url.searchParams.set('chapter', String(item));
  else url.searchParams.delete('chapter');
  if (!isNamed) {
    location.replace(url);
    // Keeps no position of a chapter that is left at once.
    return never();
  }
  const offer = host.querySelector<HTMLElement>('[data-resume]');
  const link = offer?.querySelector('a');
  if (!offer || !link) return;
  link.href = url.href;
  link.textContent = fill(link.textContent ?? '', { page: item });
  offer.hidden = false;
}

function run(host: HTMLElement, { flow }: Book, command: Command): boolean {
  const press = (selector: string): boolean => {
    const control = host.querySelector<HTMLElement>(selector);
    if (control) void pressAwake(host, control);
    return control !== null;
  };
  switch (command) {
    case 'next':
      return flow.turn(1);
    case 'previous':
      return flow.turn(-1);
    case 'first':
    case 'last':
      return flow.jump(command);
    case 'nextEpisode':
      return press('#end a[rel=next]');
    case 'previousEpisode':
      return press('#end a[rel=prev]');
    case 'like':
      return press('#end [data-likes]');
    case 'contents':
    case 'episodes':
      return press(`[data-tool=${command}]`);
    case 'note':
      writeNote(host);
      return host.dataset.episodeId !== undefined;
    case 'help':
      void awake(host).then(async () => (await import.meta.later('./help.ts')).showHelp(host));
      return true;
    default:
      return false;
  }
}
