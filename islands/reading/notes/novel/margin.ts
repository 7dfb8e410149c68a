/** Short notes beside a chapter's text. Loads at rest, fetches only notes at text already seen, and moves no line. */

import { awake } from '../../prose/frame.ts';
import type { Book } from '../../prose/types.ts';
import { bringStyles } from '../../stage/page.ts';
import { openDesk } from '../core/desk.ts';
import { openList } from '../core/panel.ts';
import { isSignedIn } from '../core/setting.ts';
import type { Desk } from '../core/types.ts';
import { bringFeelings } from './feelings.ts';
import { type Kept, keptHere } from './local-storage.ts';
import css from './Marginalia.module.css';
import { drawNotes } from './marks.ts';
import { showNotes } from './popover.ts';
import { lieOf, type MarginNote, seenTo } from './spots.ts';
import { thinOut } from './thin.ts';
import { followDraft } from './write.ts';

/** Waits until the reader stops turning pages or scrolling. */
const SETTLED_MS = 250;

/** Inline, because the style sheet arrives later than the layer. */
const LAYER = 'position:absolute;inset:0 auto auto 0;width:0;height:0;visibility:hidden';

export function wakeMargin(host: HTMLElement, article: HTMLElement, book: Book): void {
  const { episodeId, slug, number } = host.dataset;
  const { prose: id } = article.dataset;
  if (!episodeId || !id) return;
  const { signal } = new AbortController();
  const item = { id, number: book.seen.item };
  const kept: Kept = { key: `${slug}/${number}`, item, length: book.text.length };
  let seen = keptHere(kept);
  const desk = openDesk({
    episodeId,
    items: [item],
    kind: 'chapter_id',
    signal,
    known: isSignedIn() ? awake(host).then(() => host.mine ?? null) : Promise.resolve(null),
    text: { upto: () => seen, wordsAt: (at) => wordsAt(book, at) },
  });
  const look = (): void => {
    seen = Math.max(seen, seenTo(lieOf(article, book)));
    desk.further();
  };
  look();
  desk.look([item]);
  host.notes = () => Promise.resolve(desk);

  const margin = openMargin(host, article, book, desk);
  let timer = 0;
  book.onSeen(() => {
    clearTimeout(timer);
    timer = window.setTimeout(look, SETTLED_MS);
  });
  desk.onChange(margin.draw);
  followDraft(host, { article, book, desk });
  host.dispatchEvent(new Event('notes'));
  bringFeelings(host, desk, item);
  margin.draw();
}

const WORDS_LENGTH = 32;
const BLOCK = 'p,h1,h2,h3,h4,li,dd,dt,td,th,pre,blockquote,figcaption';

function wordsAt({ text }: Book, at: number): string {
  const first = text.pieces.find(({ node, from }) => from + node.length > at);
  const block = first?.node.parentElement?.closest(BLOCK);
  let words = '';
  for (const { node, from } of text.pieces) {
    if (from + node.length <= at || words.length > WORDS_LENGTH) continue;
    if (block && !block.contains(node)) break;
    words += node.data.slice(Math.max(0, at - from));
  }
  const signs = [...words.trim().replace(/\s+/g, ' ')];
  if (signs.length <= WORDS_LENGTH) return signs.join('');
  return `${signs
    .slice(0, WORDS_LENGTH)
    .join('')
    .replace(/\s\S*$/, '')} …`;
}

function openMargin(host: HTMLElement, article: HTMLElement, book: Book, desk: Desk) {
  const layer = document.createElement('div');
  layer.dataset.marginalia = '';
  layer.className = css.margin ?? '';
  layer.setAttribute('aria-hidden', 'true');
  layer.setAttribute('style', LAYER);
  (article.closest('main') ?? article).append(layer);
  const many = article.closest<HTMLElement>('[data-notes-here]')?.dataset.notesHere ?? '{count}';
  const id = article.dataset.prose ?? '';
  let isDrawn = false;
  let isComing = false;
  let timer = 0;

  async function drawNow(): Promise<void> {
    isComing = false;
    const { setting, draft } = desk;
    layer.hidden = !setting.shown && draft === null;
    if (layer.hidden) {
      layer.replaceChildren();
      return;
    }
    const notes = (setting.shown && desk.of(id)?.notes.filter(({ offset }) => offset !== null)) || [];
    const all = [...thinOut(notes, setting.density), ...draftOf(desk, id)];
    if (all.length === 0 && !isDrawn) return;
    isDrawn = all.length > 0;
    await bringStyles();
    layer.style.setProperty('--strength', String(setting.strength / 10));
    drawNotes(all, lieOf(article, book), {
      layer,
      many,
      // A mark hides its text, so it opens the notes. A bubble shows its text, so it opens its line in the list.
      async open(notes, by) {
        await awake(host);
        if (notes.length > 1 || 'mark' in by.dataset) await showNotes(host, { desk, notes, by });
        else await openList(host, desk, notes[0]?.id);
      },
    });
    layer.style.visibility = '';
  }
  const draw = (): void => {
    if (isComing) return;
    isComing = true;
    requestAnimationFrame(() => void drawNow());
  };
  /** Hides the notes while the lines move. */
  const drawLater = (): void => {
    clearTimeout(timer);
    layer.style.visibility = 'hidden';
    timer = window.setTimeout(draw, SETTLED_MS);
  };
  followLines(article, { moves: drawLater, moved: draw });
  return { draw };
}

/** Attributes with the reader's choices (../../typography/typography.ts). */
const SETTINGS = [
  'style',
  ...'letters lines margins edge hyphens move writing'.split(' ').map((name) => `data-${name}`),
];

/** Lines move with the window, the typography, content between them, and page turns. */
function followLines(article: HTMLElement, { moves, moved }: { moves(): void; moved(): void }): void {
  const sizes = new ResizeObserver(moved);
  sizes.observe(article);
  sizes.observe(article.closest('main') ?? article);
  // When the document scrolls, notes move along.
  article.addEventListener('scroll', moves, { passive: true });
  article.addEventListener('load', moved, { capture: true });
  document.fonts.addEventListener('loadingdone', moved);
  new MutationObserver(moves).observe(document.documentElement, {
    attributes: true,
    attributeFilter: SETTINGS,
  });
}

function draftOf({ draft }: Desk, id: string): MarginNote[] {
  if (!draft?.place || !('offset' in draft.place) || draft.place.chapter_id !== id) return [];
  const body = draft.text.trim() === '' ? '…' : draft.text;
  const { offset } = draft.place;
  return [{ id: 'draft', offset, body, author: { display_name: '' }, own: true, hidden: false }];
}
