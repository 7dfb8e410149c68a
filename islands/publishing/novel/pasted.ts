/** Turns pasted text of word processors into HTML. They write lists, notes and scene breaks as plain paragraphs. */

const FROM_WORD_PROCESSOR = /urn:schemas-microsoft-com|class=["']?Mso|mso-|docs-internal-guid|["'#]ftnt/i;
export const isFromWordProcessor = (html: string): boolean => FROM_WORD_PROCESSOR.test(html);

export function readWordProcessor(body: HTMLElement): void {
  joinLists(body);
  joinNotes(body);
  for (const line of body.querySelectorAll('p'))
    if (SCENE.test(line.textContent ?? '') && line.querySelector('img') === null)
      line.replaceWith(document.createElement('hr'));
}

const SCENE = /^\s*(?:(?:[*⁎∗]\s*){3,7}|⁂|#|(?:[-–—~]\s*){3,7})\s*$/;
const LEVEL = /mso-list:\s*\S+\s+level(\d)/i;
const COUNTED = /^\s*\(?(?:\d{1,4}|[a-z]{1,4})[.)]/i;

type List = { level: number; tag: 'ol' | 'ul'; list: HTMLElement };

/** Word marks each line's level and writes the bullet or number into the text. */
function joinLists(body: HTMLElement): void {
  let open: List[] = [];
  for (const line of body.querySelectorAll<HTMLElement>('[style*="mso-list"]')) {
    const level = Number(LEVEL.exec(line.getAttribute('style') ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    const signs = [...line.querySelectorAll('[style*="mso-list"]')];
    const sign = signs.map(({ textContent }) => textContent).join('');
    for (const each of signs) each.remove();
    if (open[0]?.list !== line.previousElementSibling) open = [];
    const tag = COUNTED.test(sign) ? 'ol' : 'ul';
    open = open.filter((each) => each.level < level || (each.level === level && each.tag === tag));
    const item = document.createElement('li');
    item.append(...line.childNodes);
    listFor(open, { level, tag }, line).append(item);
    line.remove();
  }
}

/** The list that continues with this line, or a new list in the item above. */
function listFor(open: List[], { level, tag }: Omit<List, 'list'>, line: HTMLElement): HTMLElement {
  const last = open.at(-1);
  if (last?.level === level) return last.list;
  const list = document.createElement(tag);
  const item = last?.list.lastElementChild;
  if (item) item.append(list);
  else line.before(list);
  open.push({ level, tag, list });
  return list;
}

const NOTE = /#(_?(?:ftn|edn|ftnt)\d{1,4})$/;
const CALL = /#_?(?:ftnref|ednref|ftnt_ref)\d{1,4}$/;

function joinNotes(body: HTMLElement): void {
  // Above the small numbers of the chapter's other notes.
  let place = 100_000 + Math.floor(Math.random() * 800_000);
  const links = [...body.querySelectorAll('a')];
  const hrefOf = (link: Element): string => link.getAttribute('href') ?? '';
  for (const call of links) {
    const name = NOTE.exec(hrefOf(call))?.[1];
    if (name === undefined) continue;
    const back = links.find(
      (link) => CALL.test(hrefOf(link)) && (link.id === name || link.getAttribute('name') === name),
    );
    const text = back?.closest<HTMLElement>('[style*="mso-element"]') ?? back?.closest<HTMLElement>('p, li');
    if (!back || !text) continue;
    place += 2;
    turn(call, { id: `t${place}`, href: `#t${place + 1}`, role: 'doc-noteref' });
    call.textContent = (call.textContent ?? '').replaceAll(/[[\]\s]/g, '');
    const note = document.createElement('aside');
    turn(note, { id: `t${place + 1}`, role: 'doc-footnote' });
    back.remove();
    const lines = text.matches('p') ? [text.cloneNode(true)] : [...text.childNodes];
    note.append(...lines);
    const way = document.createElement('a');
    turn(way, { href: `#t${place}`, role: 'doc-backlink' });
    way.textContent = '↩';
    (note.querySelector('p:last-of-type') ?? note).append(' ', way);
    // The rule between text and notes is not a scene break.
    const before = (text.closest('[style*="footnote-list"], [style*="endnote-list"]') ?? text.parentElement)
      ?.previousElementSibling;
    if (before?.matches('hr')) before.remove();
    text.replaceWith(note);
  }
  for (const line of body.querySelectorAll('[style*="-list"] > hr')) line.remove();
}

function turn(element: Element, attributes: Record<string, string>): void {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
