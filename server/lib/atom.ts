/** An Atom feed (RFC 4287) as text: what is given, and nothing of where it comes from. All addresses are whole ones. */
import { escapeValue } from './prose/escape.ts';

export type AtomPerson = { name: string; url?: string };

export type AtomEntry = {
  /** An IRI that stays the same for ever, such as `urn:uuid:…`: by it a reader knows what it has shown already. */
  id: string;
  title: string;
  url: string;
  published: Date;
  /** When it last changed in a way that matters to readers. */
  updated: Date;
  summary?: string;
  /** Clean HTML. */
  html?: string;
  authors?: readonly AtomPerson[];
  categories?: readonly string[];
  /** BCP 47, where it differs from that of the feed. */
  language?: string;
};

export type AtomFeed = {
  id: string;
  title: string;
  subtitle?: string;
  /** BCP 47. */
  language: string;
  /** Of the feed itself. */
  self: string;
  /** Of the page that shows the same. */
  page: string;
  /** A square picture. */
  icon?: string;
  authors: readonly AtomPerson[];
  /** Used where no entry has been updated later. */
  updated: Date;
  entries: readonly AtomEntry[];
};

export const ATOM_TYPE = 'application/atom+xml';

/** What XML 1.0 cannot hold even as an entity (§2.2) is left out. */
const writable = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => ('\t\n\r'.includes(sign) ? sign : ''));

/** For a value as well as for text. */
export const escapeXml = (text: string): string => escapeValue(writable(text));

const element = (name: string, text: string | undefined, attributes = ''): string[] =>
  text === undefined || text === '' ? [] : [`<${name}${attributes}>${escapeXml(text)}</${name}>`];

const link = (rel: string, href: string, type: string): string =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;

const author = ({ name, url }: AtomPerson): string =>
  `<author>${[...element('name', name), ...element('uri', url)].join('')}</author>`;

const language = (code: string | undefined): string =>
  code === undefined ? '' : ` xml:lang="${escapeXml(code)}"`;

function writeEntry(entry: AtomEntry): string {
  return [
    `<entry${language(entry.language)}>`,
    ...element('id', entry.id),
    ...element('title', entry.title),
    link('alternate', entry.url, 'text/html'),
    ...element('published', entry.published.toISOString()),
    ...element('updated', entry.updated.toISOString()),
    ...(entry.authors ?? []).map(author),
    ...(entry.categories ?? []).map((term) => `<category term="${escapeXml(term)}"/>`),
    ...element('summary', entry.summary),
    ...element('content', entry.html, ' type="html"'),
    '</entry>',
  ].join('\n');
}

export function writeAtom(feed: AtomFeed): string {
  const updated = new Date(
    Math.max(feed.updated.getTime(), ...feed.entries.map((entry) => entry.updated.getTime())),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"${language(feed.language)}>`,
    ...element('id', feed.id),
    ...element('title', feed.title),
    ...element('subtitle', feed.subtitle),
    ...element('updated', updated.toISOString()),
    link('self', feed.self, ATOM_TYPE),
    link('alternate', feed.page, 'text/html'),
    ...element('icon', feed.icon),
    ...feed.authors.map(author),
    ...feed.entries.map(writeEntry),
    '</feed>\n',
  ].join('\n');
}
