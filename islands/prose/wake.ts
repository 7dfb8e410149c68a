/**
 * Wakes a chapter. It keeps the place and says where one is; what stands around it is the stage's script, which comes when somebody
 * reaches for it. Both stand on one page, and this one has copies of what it needs of the other (../build/copies.ts).
 */
import { watchSlots } from '../slots.ts';
import { fill } from '../stage/fill.ts';
import { type Command, listenToKeys } from '../stage/keys.ts';
import { areLettersOff, PLACES, type Places, readKept } from '../stage/memory.ts';
import { keepProgress, keptPlace, placeKey, type Reading } from '../stage/progress.ts';
import { tellOfView } from '../stage/view.ts';
import { followBook } from './bar.ts';
import { type Book, openBook } from './book.ts';
import { isTurned } from './flow.ts';
import { awake, pressAwake, wakeFrame } from './frame.ts';
import { wakePages } from './pages.ts';

/** Called by the loader with the host of a chapter. */
export async function hydrate(island: HTMLElement): Promise<void> {
  const host = island.closest<HTMLElement>('tsuzuki-island[name=stage]');
  const article = island.querySelector<HTMLElement>('[data-prose]');
  const bar = host?.querySelector<HTMLElement>('[data-reader-bar]');
  if (!host || !article || !bar) return;
  const number = Number(island.dataset.number);
  const count = Number(island.dataset.count);
  if (leadsElsewhere(number, count)) return;
  addEventListener('hashchange', () => leadsElsewhere(number, count));
  const { before, of } = bar.dataset;
  const id = article.dataset.prose ?? '';
  const book = openBook(article, { id, number, count, before: Number(before), of: Number(of) });
  article.book = book;
  island.setAttribute('awake', '');
  followBook(bar, book);
  wakeFrame(host);
  const { episodeId, slug, number: episode } = host.dataset;
  const signedIn = /(^|; )signed_in=1/.test(document.cookie);
  if (episodeId && slug && episode)
    readOn(host, book, { episodeId, slug, number: Number(episode), signedIn }, id);
  if (episodeId) watchSlots(article, episodeId);
  const direction = isTurned(article) ? 'rtl' : 'ltr';
  const follow = (rel: string) => host.querySelector<HTMLElement>(`#end a[rel=${rel}]`)?.click();
  const pages = wakePages(article, { onward: () => follow('next'), back: () => follow('prev') });
  listenToKeys(
    {
      get isPaged() {
        return book.isPaged;
      },
      showing: { direction },
    },
    (command) => run(host, pages, command),
    { signal: new AbortController().signal, letters: () => !areLettersOff() },
  );
}

const CHAPTER = /^#chapter-(\d+)$/;

/**
 * A link of before named a chapter by its place in the page of all, and so does the theme's script. Where the address names one
 * itself, that is the one which is meant.
 */
function leadsElsewhere(number: number, count: number): boolean {
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
  location.replace(url);
  return true;
}

/** A look from the team, and a draft, are no reading: nothing is counted and no place is kept. */
function readOn(host: HTMLElement, book: Book, reading: Reading, id: string): void {
  const { signal } = new AbortController();
  tellOfView(reading.episodeId, signal);
  const kept = keptPlace(book, reading);
  const isFree = location.hash === '' || CHAPTER.test(location.hash);
  if (kept && isFree && kept.id === id && scrollY === 0) book.goTo(kept.fraction);
  const settled = reading.signedIn ? comeBack(host, book, reading).catch(() => undefined) : Promise.resolve();
  keepProgress(book, reading, settled, signal);
}

/** What was read later on another device is gone on with; where another chapter is asked for by name, it is offered. */
async function comeBack(host: HTMLElement, book: Book, reading: Reading): Promise<void> {
  const opened = book.seen.fraction;
  const here = readKept<Places>(PLACES)[placeKey(reading)];
  if (!(await awake(host))) return;
  const known = (await host.mine)?.episodes.find(({ number }) => number === reading.number);
  if (!known || (here && here.at >= Date.parse(known.read_at))) return;
  // What was read to its end opens at its beginning.
  if (known.finished && known.item === known.items) return;
  const { item, offset } = known;
  if (item === book.seen.item) {
    if (book.seen.fraction === opened) book.goTo(offset);
    return;
  }
  const url = new URL(location.href);
  const isNamed = url.searchParams.has('chapter') || url.hash !== '' || book.seen.fraction !== opened;
  url.hash = item > 1 ? '' : 'chapter-1';
  if (item > 1) url.searchParams.set('chapter', String(item));
  else url.searchParams.delete('chapter');
  if (!isNamed) {
    location.replace(url);
    // Nothing is kept of a chapter that is left at once.
    return new Promise(() => undefined);
  }
  const offer = host.querySelector<HTMLElement>('[data-resume]');
  const link = offer?.querySelector('a');
  if (!offer || !link) return;
  link.href = url.href;
  link.textContent = fill(link.textContent ?? '', { page: item });
  offer.hidden = false;
}

function run(host: HTMLElement, pages: ReturnType<typeof wakePages>, command: Command): boolean {
  const press = (selector: string): boolean => {
    const control = host.querySelector<HTMLElement>(selector);
    if (control) void pressAwake(host, control);
    return control !== null;
  };
  const scroll = (by: number): boolean => {
    scrollBy({ top: by * 0.9 * innerHeight });
    return true;
  };
  switch (command) {
    case 'next':
      return pages.turn(1) || scroll(1);
    case 'previous':
      return pages.turn(-1) || scroll(-1);
    case 'first':
    case 'last':
      return pages.jump(command);
    case 'nextEpisode':
      return press('#end a[rel=next]');
    case 'previousEpisode':
      return press('#end a[rel=prev]');
    case 'like':
      return press('#end [data-likes]');
    case 'episodes':
      return press('[data-tool=contents],[data-tool=episodes]');
    default:
      return false;
  }
}
