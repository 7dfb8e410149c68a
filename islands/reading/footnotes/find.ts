/** Finds the footnote behind a call, in this chapter or another one. */
import { fetchPage } from '../stage/page.ts';

/** Paragraphs and list rows may be footnotes without being marked up as such. */
const BLOCKS = 'aside[role=doc-footnote],li,dd,p,td,blockquote,figcaption,pre';

/** The last page fetched: books often keep their footnotes together on one page. */
let asked: { address: string; page: Promise<Document | null> } | undefined;

const bring = (address: string): Promise<Document | null> =>
  fetchPage(address).then(
    (found) => found?.page ?? null,
    () => null,
  );

function pageAt(address: string): Promise<Document | null> {
  if (asked?.address !== address) asked = { address, page: bring(address) };
  return asked.page;
}

/** Null when no footnote is found, or when it contains the call itself. */
export async function findNote(call: HTMLAnchorElement): Promise<DocumentFragment | null> {
  const { hash, origin, pathname, search } = call;
  if (origin !== location.origin || hash === '') return null;
  const isHere = pathname === location.pathname && search === location.search;
  const page = isHere ? document : await pageAt(pathname + search);
  const place = page?.getElementById(decodeURIComponent(hash.slice(1)));
  const block = place?.closest<HTMLElement>(BLOCKS);
  if (!place?.closest('[data-text]') || !block || block.contains(call)) return null;
  return copyOf(block, isHere ? '' : pathname + search);
}

function copyOf(block: HTMLElement, address: string): DocumentFragment | null {
  const copy = document.importNode(block, true);
  for (const back of copy.querySelectorAll('[role=doc-backlink]')) back.remove();
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  for (const link of copy.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#')) link.setAttribute('href', address + href);
  }
  if (!/\S/.test(copy.textContent ?? '') && !copy.querySelector('img')) return null;
  const found = document.createDocumentFragment();
  copy.removeAttribute('id');
  found.append(...(copy.matches('p,pre') ? [copy] : copy.childNodes));
  return found;
}
