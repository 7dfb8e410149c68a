/** What prose may be made of. One list, for the server that stores it and for the browser that edits and pastes it. */

const HEADINGS = ['h2', 'h3', 'h4'] as const;
export type LineTag = 'p' | 'pre' | (typeof HEADINGS)[number];

const CONTAINER_TAGS = [
  ...(['blockquote', 'ul', 'ol', 'li', 'figure', 'figcaption', 'aside', 'dl', 'dt', 'dd'] as const),
  ...(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'] as const),
] as const;
export type ContainerTag = (typeof CONTAINER_TAGS)[number];

/** In the order in which they enclose each other. */
export const MARKS = ['a', 'span', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code'] as const;
export type MarkTag = (typeof MARKS)[number];

const named = <Name extends string>(name: Name, tags: string): [string, Name][] =>
  tags.split(' ').map((tag) => [tag, name]);

/** Lines by the tags they come from: a chapter's own heading is the first, so nothing in it stands higher than the second. */
export const LINES: ReadonlyMap<string, LineTag> = new Map<string, LineTag>([
  ...named('p', 'p'),
  ...named('h2', 'h1 h2'),
  ...named('h3', 'h3'),
  ...named('h4', 'h4 h5 h6'),
  ...named('pre', 'pre listing plaintext xmp'),
]);

/** An aside is one only as a note. */
export const CONTAINERS: ReadonlyMap<string, ContainerTag> = new Map<string, ContainerTag>([
  ...CONTAINER_TAGS.filter((tag) => tag !== 'aside').map((tag): [string, ContainerTag] => [tag, tag]),
  ...named('ul', 'menu dir'),
]);

export const MARK_OF: ReadonlyMap<string, MarkTag> = new Map<string, MarkTag>([
  ...named('a', 'a'),
  ...named('strong', 'strong b'),
  ...named('em', 'em i cite dfn var'),
  ...named('u', 'u'),
  ...named('s', 's strike del'),
  ...named('sub', 'sub'),
  ...named('sup', 'sup'),
  ...named('code', 'code kbd samp tt'),
]);

/** End the line before and after them and are otherwise nothing. */
export const DIVIDERS: ReadonlySet<string> = new Set(
  `address article aside body center details dialog div fieldset footer form header hgroup html legend main nav search
   section summary`
    .trim()
    .split(/\s+/),
);

/** Go with everything in them: it is no prose. Anything else that is not known goes and leaves its text. */
export const DROPPED: ReadonlySet<string> = new Set(
  `applet audio base button canvas embed frame frameset head iframe input link map meta noembed noframes object
   optgroup option param script select source style svg template textarea title track video`
    .trim()
    .split(/\s+/),
);

/**
 * All that is left of how a book looks: centred, at the end of the line, small capitals, verse, a line of it that follows another one,
 * set in, and the number of a line.
 */
export const LOOKS = ['center', 'right', 'caps', 'verse', 'line', 'indent', 'number'] as const;
export type Look = (typeof LOOKS)[number];

const OWN: Record<string, readonly string[]> = {
  ol: ['start', 'reversed'],
  aside: ['role'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
};

/** Stored elements and the attributes each may carry. What these may say is told in `stored.ts`, MathML in `math.ts`. */
export const STORED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['p', 'pre', ...HEADINGS, ...CONTAINER_TAGS, 'span'].map((tag): [string, string[]] => [
    tag,
    ['id', 'class', 'lang', 'dir', ...(OWN[tag] ?? [])],
  ]),
  ...MARKS.filter((tag) => tag !== 'span').map((tag): [string, string[]] => [
    tag,
    tag === 'a' ? ['href', 'id', 'role', 'rel'] : [],
  ]),
  ...['hr', 'br', 'ruby', 'rt', 'rp'].map((tag): [string, string[]] => [tag, []]),
  ['img', ['data-picture', 'alt']],
]);

/** Of a picture or a formula, in words. */
export const ALT_MAX_LENGTH = 2000;

export const LINK_REL = 'nofollow ugc noopener';
const HREF_MAX_LENGTH = 2000;

/** Addresses of the web and of mail; anything else is no link. As the browser reads it, which is what may be so long. */
export function safeHref(href: string | null): string | null {
  if (href === null || !URL.canParse(href)) return null;
  const url = new URL(href);
  const isKnown = ['http:', 'https:', 'mailto:'].includes(url.protocol);
  return isKnown && url.href.length <= HREF_MAX_LENGTH ? url.href : null;
}

/** BCP 47, as far as anybody writes it. */
export const safeLang = (lang: string | null): string | undefined =>
  lang !== null && /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i.test(lang) ? lang : undefined;

export const safeDir = (dir: string | null): string | undefined =>
  dir !== null && /^(ltr|rtl|auto)$/i.test(dir) ? dir.toLowerCase() : undefined;
