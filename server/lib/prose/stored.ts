import type { Hooks, NoteLink, TreeReader } from './model.ts';
import { LINK_REL, LOOKS, STORED, safeDir, safeHref, safeLang } from './tags.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PLACE = /^t[1-9]\d{0,5}$/;
/** While a book file is read, its pictures are `p1`, `p2` … and its chapters `c1`, `c2` … */
const PICTURE = new RegExp(`^(?:${UUID}|p[1-9]\\d{0,5})$`);
/** A place in this chapter, another chapter, or a place in another chapter. */
const INSIDE = new RegExp(`^(?:#t[1-9]\\d{0,5}|chapter:(?:${UUID}|c[1-9]\\d{0,5})(?:#t[1-9]\\d{0,5})?)$`);
const BY_ID = new RegExp(`^(?:chapter:)?${UUID}(?:#|$)`);

export const START_MAX = 1_000_000;
/** Maximum span of a cell. HTML allows no more columns. */
export const SPAN_MAX = 1000;

const SCOPES: ReadonlySet<string> = new Set(['row', 'col', 'rowgroup', 'colgroup']);
export const isScope = (scope: string): boolean => SCOPES.has(scope);

export const isPlace = (id: string): boolean => PLACE.test(id);
export const isPicture = (picture: string): boolean => PICTURE.test(picture);
export const isInsideHref = (href: string): boolean => INSIDE.test(href);
/** Names within a book file mean nothing outside it. */
const isOfBook = (name: string): boolean => !name.startsWith('#') && !BY_ID.test(name);

export const storableHref = (href: string): string | null => (isInsideHref(href) ? href : safeHref(href));

const ROLE_OF: Record<NoteLink, string> = { call: 'doc-noteref', back: 'doc-backlink' };
export const roleOf = (note: NoteLink): string => ROLE_OF[note];
export const noteOf = (role: string | null): NoteLink | undefined =>
  role === 'doc-noteref' ? 'call' : role === 'doc-backlink' ? 'back' : undefined;

/** Keeps everything that chapters may contain: for input from the editor, or for our own chapters that return. */
export function storedHooks<Node>({ attributeOf }: TreeReader<Node>): Required<Hooks<Node>> {
  return {
    link(href, node) {
      const kept = storableHref(href);
      if (kept === null || !isInsideHref(kept)) return kept === null ? null : { href: kept };
      const note = noteOf(attributeOf(node, 'role'));
      return isOfBook(kept) ? null : { href: kept, ...(note !== undefined && { note }) };
    },
    picture(node) {
      const picture = attributeOf(node, 'data-picture') ?? '';
      return isPicture(picture) && !isOfBook(picture)
        ? { picture, alt: attributeOf(node, 'alt') ?? '' }
        : null;
    },
    place: (node) => attributeOf(node, 'id'),
  };
}

/** Names of `LOOKS` in a class, in their order. `center` and `right` exclude each other. */
export function lookOf(names: string): string | undefined {
  if (names === '') return undefined;
  const all = new Set(names.split(/[ \t\n\r\f]+/));
  const found = LOOKS.filter((look) => all.has(look) && !(look === 'right' && all.has('center')));
  return found.length === 0 ? undefined : found.join(' ');
}

const isCount = (value: string, least: number, most: number): boolean =>
  /^-?\d{1,7}$/.test(value) && Number(value) >= least && Number(value) <= most;

const VALUES: ReadonlyMap<string, (value: string, tag: string) => boolean> = new Map<
  string,
  (value: string, tag: string) => boolean
>([
  ['id', isPlace],
  ['class', (value) => lookOf(value) === value],
  ['lang', (value) => safeLang(value) === value],
  ['dir', (value) => safeDir(value) === value],
  ['href', (value) => isInsideHref(value) || safeHref(value) === value],
  ['rel', (value) => value === LINK_REL],
  ['role', (value, tag) => (tag === 'aside' ? value === 'doc-footnote' : noteOf(value) !== undefined)],
  ['data-picture', isPicture],
  ['alt', () => true],
  ['start', (value) => isCount(value, -START_MAX, START_MAX)],
  ['reversed', (value) => value === ''],
  ['colspan', (value) => isCount(value, 2, SPAN_MAX)],
  ['rowspan', (value) => isCount(value, 2, SPAN_MAX)],
  ['scope', isScope],
]);

/** True when the element is on the list, and each attribute has an allowed value. */
export function isStoredElement(tag: string, attributes: Iterable<{ name: string; value: string }>): boolean {
  const allowed = STORED.get(tag);
  if (allowed === undefined) return false;
  for (const { name, value } of attributes) {
    if (!allowed.includes(name) || VALUES.get(name)?.(value, tag) !== true) return false;
  }
  return true;
}
