/** Plain text that people write to each other, with recognized web addresses and names. */
import { LinkifyIt } from 'linkify-it';

export type WrittenPart = { text: string; url?: string; mention?: string };

const links = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** `@` before a name as in profile addresses. Not within a word or an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}@/.])@([a-z0-9]+(?:-[a-z0-9]+)*)/gu;

/** Normalizes line ends, allows at most two empty lines in a row, and trims. */
export const tidied = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();

export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, slug = '']) => slug)),
];

export const hasLink = (text: string): boolean => links.test(text);

/** In order, together the whole text. A name is a mention only when `isKnown` says so. */
export function partsOf(text: string, isKnown: (slug: string) => boolean): WrittenPart[] {
  const parts: WrittenPart[] = [];
  let at = 0;
  for (const { index, lastIndex, url } of links.match(text) ?? []) {
    parts.push(...withMentions(text.slice(at, index), isKnown), { text: text.slice(index, lastIndex), url });
    at = lastIndex;
  }
  return [...parts, ...withMentions(text.slice(at), isKnown)];
}

function withMentions(text: string, isKnown: (slug: string) => boolean): WrittenPart[] {
  const parts: WrittenPart[] = [];
  let at = 0;
  for (const { 0: whole, 1: slug = '', index } of text.matchAll(MENTION)) {
    if (!isKnown(slug)) continue;
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: whole, mention: slug });
    at = index + whole.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
