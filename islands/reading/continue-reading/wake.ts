/** This reader's stories on the landing page. runtime/theme.ts reserves room for them if the last visit had any. */
import { address } from '../../../pages/addresses.ts';
import { byAccount, byBrowser, type GoOn } from './find.ts';

const KEY = 'goOn';
const ROWS_MAX_COUNT = 3;

export async function hydrate(host: HTMLElement): Promise<void> {
  host.setAttribute('awake', '');
  const signedIn = /(^|; )signed_in=1/.test(document.cookie);
  const found = await (signedIn ? byAccount() : byBrowser()).catch(() => null);
  // Without an answer, the room stays reserved for the next visit.
  if (found === null) return;
  remember(found.length > 0);
  const list = host.querySelector('ul');
  const row = host.querySelector('template')?.content.firstElementChild;
  if (!list || !row) return;
  if (found.length === 0) host.querySelector('p')?.removeAttribute('hidden');
  list.replaceChildren(...found.slice(0, ROWS_MAX_COUNT).map((each) => draw(row, each, host.dataset)));
}

function draw(
  row: Element,
  { slug, title, language, thumbnail, isNovel, ...place }: GoOn,
  words: DOMStringMap,
) {
  const drawn = row.cloneNode(true) as Element;
  const part = <T extends HTMLElement>(name: string): T | null =>
    drawn.querySelector<T>(`[data-part=${name}]`);
  const { number, item, items } = place;
  const at = isNovel ? { query: { chapter: item } } : { hash: `p${item}` };
  const to = address('/stories/@slug/@number', { slug, number }, item === null ? {} : at);
  drawn.querySelector('a')?.setAttribute('href', `${words.base ?? ''}${to}`);
  const name = part('title');
  if (name) Object.assign(name, { textContent: title, lang: language, dir: 'auto' });
  const picture = part<HTMLImageElement>('cover');
  if (thumbnail === null) picture?.remove();
  else if (picture) {
    picture.src = thumbnail;
    part('none')?.remove();
  }
  const said = item === null ? words.begin : isNovel ? words.chapter : words.page;
  const line = part('place');
  if (line)
    line.textContent = (said ?? '').replace(
      /\{(\w+)\}/g,
      (_, key: string) => `${{ number, item, items }[key] ?? ''}`,
    );
  const done = part('done');
  if (done) done.style.width = `${(100 * (item === null ? 0 : item)) / Math.max(1, items)}%`;
  return drawn;
}

function remember(hasSome: boolean): void {
  try {
    localStorage.setItem(KEY, hasSome ? '1' : '0');
  } catch {
    // Storage may be forbidden. Then it has no positions either.
  }
}
