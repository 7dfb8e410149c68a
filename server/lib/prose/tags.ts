/** What prose may be made of. One list, for the server that stores it and for the browser that edits and pastes it. */

const HEADINGS = ['h2', 'h3', 'h4'] as const;
export type LineTag = 'p' | (typeof HEADINGS)[number];
export type ContainerTag = 'blockquote' | 'ul' | 'ol' | 'li';

/** In the order in which they enclose each other. */
export const MARKS = ['a', 'strong', 'em', 'u', 's', 'sub', 'sup'] as const;
export type MarkTag = (typeof MARKS)[number];

const named = <Name extends string>(name: Name, tags: string): [string, Name][] =>
  tags.split(' ').map((tag) => [tag, name]);

/** Lines by the tags they come from: a chapter's own heading is the first, so nothing in it stands higher than the second. */
export const LINES: ReadonlyMap<string, LineTag> = new Map<string, LineTag>([
  ...named('p', 'p'),
  ...named('h2', 'h1 h2'),
  ...named('h3', 'h3'),
  ...named('h4', 'h4 h5 h6'),
]);

export const CONTAINERS: ReadonlyMap<string, ContainerTag> = new Map<string, ContainerTag>([
  ...named('blockquote', 'blockquote'),
  ...named('ul', 'ul menu dir'),
  ...named('ol', 'ol'),
  ...named('li', 'li'),
]);

export const MARK_OF: ReadonlyMap<string, MarkTag> = new Map<string, MarkTag>([
  ...named('a', 'a'),
  ...named('strong', 'strong b'),
  ...named('em', 'em i cite dfn var'),
  ...named('u', 'u'),
  ...named('s', 's strike del'),
  ...named('sub', 'sub'),
  ...named('sup', 'sup'),
]);

/** End the line before and after them and are otherwise nothing. */
export const DIVIDERS: ReadonlySet<string> = new Set(
  `address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form header
   hgroup html legend listing main nav plaintext pre search section summary table tbody td tfoot th thead tr xmp`
    .trim()
    .split(/\s+/),
);

/** Their line ends are meant. */
export const PREFORMATTED: ReadonlySet<string> = new Set(['listing', 'plaintext', 'pre', 'xmp']);

/** Go with everything in them: it is no prose. Anything else that is not known goes and leaves its text. */
export const DROPPED: ReadonlySet<string> = new Set(
  `applet audio base button canvas embed frame frameset head iframe img input link map math meta noembed noframes object
   optgroup option param picture script select source style svg template textarea title track video`
    .trim()
    .split(/\s+/),
);

/** Stored elements and the attributes each may carry. */
export const STORED: ReadonlyMap<string, readonly string[]> = new Map([
  ...['p', ...HEADINGS, 'blockquote', 'ul', 'ol', 'li'].map((tag): [string, string[]] => [
    tag,
    ['lang', 'dir'],
  ]),
  ...MARKS.map((tag): [string, string[]] => [tag, tag === 'a' ? ['href', 'rel'] : []]),
  ...['hr', 'br', 'ruby', 'rt', 'rp'].map((tag): [string, string[]] => [tag, []]),
]);

export const LINK_REL = 'nofollow ugc noopener';
const HREF_MAX_LENGTH = 2000;

/** Addresses of the web and of mail; anything else is no link. As the browser would read it, not as it is written. */
export function safeHref(href: string | null): string | null {
  if (href === null || href.length > HREF_MAX_LENGTH || !URL.canParse(href)) return null;
  const url = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}

/** BCP 47, as far as anybody writes it. */
export const safeLang = (lang: string | null): string | undefined =>
  lang !== null && /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i.test(lang) ? lang : undefined;

export const safeDir = (dir: string | null): string | undefined =>
  dir !== null && /^(ltr|rtl|auto)$/i.test(dir) ? dir.toLowerCase() : undefined;
