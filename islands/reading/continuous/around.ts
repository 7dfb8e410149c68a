/** Bars, title and addresses around an episode. They follow the episode in sight and keep the focus if possible. */
const PARTS = ['header[data-bar]', '[data-reader-bar]'] as const;
const LINKS = 'link[rel=canonical],link[rel=alternate][hreflang]';
/** Attributes that scripts have set in the browser. */
const OWN = /^(?:aria-(?:pressed|expanded|value.*)|data-(?:off|tick)|style|inert|open|hidden)$/;

export type Around = { title: string; links: string[]; parts: (Element | null)[] };

const linksOf = (page: Document): HTMLLinkElement[] => [
  ...page.head.querySelectorAll<HTMLLinkElement>(LINKS),
];

export const aroundOf = (page: Document): Around => ({
  title: page.title,
  links: linksOf(page).map((link) => link.getAttribute('href') ?? ''),
  parts: PARTS.map((part) => page.querySelector(part)).map((part) => part && document.importNode(part, true)),
});

export function neighbourOf({ parts }: Around, rel: 'next' | 'prev'): HTMLAnchorElement | null {
  return parts[1]?.querySelector<HTMLAnchorElement>(`a[rel=${rel}]`) ?? null;
}

export function showAround({ title, links, parts }: Around): void {
  document.title = title;
  for (const [at, link] of linksOf(document).entries()) link.href = links[at] ?? link.href;
  for (const [at, part] of PARTS.entries()) {
    const [old, fresh] = [document.querySelector(part), parts[at]];
    if (old && fresh) follow(old, fresh);
  }
}

/** Keeps elements that are the same, with their listeners and the focus. */
function follow(old: Element, fresh: Element): void {
  // An awake island renders itself.
  if (old.hasAttribute('awake')) return;
  for (const { name, value } of fresh.attributes)
    if (!OWN.test(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const before = [...old.childNodes];
  for (const node of fresh.childNodes) {
    const found = before.findIndex((each) => isSame(each, node));
    if (found < 0) {
      old.insertBefore(node.cloneNode(true), before[0] ?? null);
      continue;
    }
    for (const gone of before.splice(0, found)) gone.remove();
    const kept = before.shift();
    if (kept instanceof Element && node instanceof Element) follow(kept, node);
    else if (kept && kept.nodeValue !== node.nodeValue) kept.nodeValue = node.nodeValue;
  }
  for (const gone of before) gone.remove();
}

const isSame = (a: Node, b: Node): boolean =>
  a.nodeName === b.nodeName &&
  (!(a instanceof Element && b instanceof Element) ||
    ['rel', 'data-tool', 'data-turn'].every((name) => a.getAttribute(name) === b.getAttribute(name)));
