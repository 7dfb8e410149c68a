/** Elements of prose. One list for the server that stores prose and the browser that edits and pastes it. */

const HEADINGS = ['h2', 'h3', 'h4'] as const;
export type LineTag = 'p' | 'pre' | (typeof HEADINGS)[number];

const CONTAINER_TAGS = [
  ...(['blockquote', 'ul', 'ol', 'li', 'figure', 'figcaption', 'aside', 'dl', 'dt', 'dd'] as const),
  ...(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'] as const),
] as const;
export type ContainerTag = (typeof CONTAINER_TAGS)[number];

/** From the outermost to the innermost. */
export const MARKS = ['a', 'span', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code'] as const;
export type MarkTag = (typeof MARKS)[number];

const named = <Name extends string>(name: Name, tags: string): [string, Name][] =>
  tags.split(' ').map((tag) => [tag, name]);

/** Lines by their source tags. The chapter has the first-level heading, so others begin at the second level. */
export const LINES: ReadonlyMap<string, LineTag> = new Map<string, LineTag>([
  ...named('p', 'p'),
  ...named('h2', 'h1 h2'),
  ...named('h3', 'h3'),
  ...named('h4', 'h4 h5 h6'),
  ...named('pre', 'pre listing plaintext xmp'),
]);

/** `aside` is allowed only as a note. */
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

/** End the line before and after, without any other meaning. */
export const DIVIDERS: ReadonlySet<string> = new Set(
  `address article aside body center details dialog div fieldset footer form header hgroup html legend main nav search
   section summary`
    .trim()
    .split(/\s+/),
);

/** Removed with their content, which is not prose. Other unknown elements leave their text. */
export const DROPPED: ReadonlySet<string> = new Set(
  `applet audio base button canvas embed frame frameset head iframe input link map meta noembed noframes object
   optgroup option param script select source style svg template textarea title track video`
    .trim()
    .split(/\s+/),
);

/** Looks that remain of a book: centered, right-aligned, small caps, verse, later verse line, indented, line number. */
export const LOOKS = ['center', 'right', 'caps', 'verse', 'line', 'indent', 'number'] as const;
export type Look = (typeof LOOKS)[number];

const OWN: Record<string, readonly string[]> = {
  ol: ['start', 'reversed'],
  aside: ['role'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
};

/** Stored elements and their attributes. `stored.ts` checks the values, `math.ts` checks MathML. */
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

export const ALT_MAX_LENGTH = 2000;

export const LINK_REL = 'nofollow ugc noopener';
const HREF_MAX_LENGTH = 2000;

/** Allows only web and mail addresses. The length limit applies to the normalized form. */
export function safeHref(href: string | null): string | null {
  if (href === null || !URL.canParse(href)) return null;
  const url = new URL(href);
  const isKnown = ['http:', 'https:', 'mailto:'].includes(url.protocol);
  return isKnown && url.href.length <= HREF_MAX_LENGTH ? url.href : null;
}

/** BCP 47, as far as anybody uses it. */
export const safeLang = (lang: string | null): string | undefined =>
  lang !== null && /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i.test(lang) ? lang : undefined;

export const safeDir = (dir: string | null): string | undefined =>
  dir !== null && /^(ltr|rtl|auto)$/i.test(dir) ? dir.toLowerCase() : undefined;
