/** Writes an Atom feed (RFC 4287). All addresses are absolute. */
import { escapeValue } from './prose/escape.ts';

export type AtomPerson = { name: string; url?: string };

export type AtomEntry = {
  /** An IRI that never changes, e.g. `urn:uuid:…`. Feed readers recognize known entries by it. */
  id: string;
  title: string;
  url: string;
  published: Date;
  /** Last change that matters to readers. */
  updated: Date;
  summary?: string;
  html?: string;
  authors?: readonly AtomPerson[];
  categories?: readonly string[];
  /** BCP 47, when it differs from the feed's language. */
  language?: string;
};

export type AtomFeed = {
  id: string;
  title: string;
  subtitle?: string;
  /** BCP 47. */
  language: string;
  self: string;
  page: string;
  icon?: string;
  authors: readonly AtomPerson[];
  /** Used when no entry is newer. */
  updated: Date;
  entries: readonly AtomEntry[];
};

export const ATOM_TYPE = 'application/atom+xml';

/** Removes characters that XML 1.0 cannot represent even as an entity (§2.2). */
const writable = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => ('\t\n\r'.includes(sign) ? sign : ''));

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
