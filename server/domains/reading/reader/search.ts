/** Finds a phrase in the chapters of an episode, without case and accents, also in languages without spaces. */

import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { chapters, keptChapters } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound, unprocessable } from '../../../lib/errors.ts';
import { endOfSign, foldPhrase, foldText } from '../../../lib/fold.ts';
import { BLOCK_END, countedIn, plainTextOf } from '../../../lib/prose/plain.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { recallEpisode } from '../../coins/unlock/access-facts.ts';
import { requireReadable, viewingOf } from '../../coins/unlock/viewing.ts';
import { viewCounter } from '../counts/view-counter.ts';
import { readingLimits } from '../limits.ts';
import type { Edition } from './base-rows.ts';
import type { Asking } from './episode.ts';
import { HITS_MAX_COUNT } from './rules.ts';

export type Hit = {
  chapter: { id: string; number: number; title: string };
  excerpt: string;
  /** Range in the excerpt (UTF-16). */
  mark: { from: number; to: number };
  /** Position in the chapter, in the characters of reading positions. */
  at: number;
  length: number;
  offset: number;
};

export type FoundInBook = {
  hits: Hit[];
  /** More hits exist, or may exist. */
  hasMore: boolean;
};

export type Wanted = {
  phrase: string;
  address: string;
};

/** Throws the errors of reading the episode, 422 for a blank phrase, and 429. */
export async function searchBook(
  deps: Deps,
  episodeId: string,
  { viewer, country, ...wanted }: Asking & Wanted,
): Promise<FoundInBook> {
  const known = await recallEpisode(deps, viewCounter.of(deps).episodes, episodeId);
  if (known === null) throw notFound('not_found');
  const { access, isKept } = await viewingOf(deps, { person: viewer, country }, known);
  requireReadable(access);
  if (foldPhrase(wanted.phrase) === '') throw unprocessable({ q: ['blank'] });
  return findInBook(deps, episodeId, { ...wanted, isKept });
}

/** The caller checks access. The episode's length decides the cost. Frequent phrases end early. Throws 429. */
export async function findInBook(
  deps: Deps,
  episodeId: string,
  { phrase, address, isKept }: Wanted & Edition,
): Promise<FoundInBook> {
  await attempt(deps, readingLimits.bookSearches, [subjects.address(address)]);
  const wanted = foldPhrase(phrase);
  const hits: Hit[] = [];
  if (wanted === '') return { hits, hasMore: false };
  let number = 0;
  let read = 0;
  for await (const { id, title, plain } of readPlain(deps, episodeId, isKept)) {
    number += 1;
    read += plain.length;
    let present: ReturnType<typeof presenterOf> | undefined;
    for (const place of placesIn(plain, wanted)) {
      if (hits.length === HITS_MAX_COUNT) return { hits, hasMore: true };
      present ??= presenterOf(plain);
      hits.push({ chapter: { id, number, title }, ...present(place) });
    }
    if (read > READ_MAX_LENGTH) return { hits, hasMore: true };
  }
  return { hits, hasMore: false };
}

/** Up to half a megabyte each. Other requests run in between. */
const CHAPTERS_AT_ONCE = 4;
/** About ten times a long novel, which limits the cost of an artificial book. */
const READ_MAX_LENGTH = 8_000_000;

async function* readPlain(
  { db }: Deps,
  episodeId: string,
  isKept = false,
): AsyncGenerator<{ id: string; title: string; plain: string }> {
  const table = isKept ? keptChapters : chapters;
  let behind: SQL | undefined;
  for (;;) {
    const rows = await db
      .select({
        id: table.id,
        position: table.position,
        title: table.title,
        plain: table.plain,
        // Older rows have no plain text until a sweep adds it.
        html: sql<string | null>`case when ${table.plain} is null then ${table.html} end`,
      })
      .from(table)
      .where(and(eq(table.episodeId, episodeId), behind))
      .orderBy(asc(table.position), asc(table.id))
      .limit(CHAPTERS_AT_ONCE);
    for (const { id, title, plain, html } of rows)
      yield { id, title, plain: plain ?? plainTextOf(html ?? '') };
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHAPTERS_AT_ONCE) return;
    const { id, position } = last;
    behind = or(gt(table.position, position), and(eq(table.position, position), gt(table.id, id)));
  }
}

type Place = { from: number; to: number };

function* placesIn(plain: string, wanted: string): Generator<Place> {
  const { text, from } = foldText(plain);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const last = from[at + wanted.length - 1] ?? 0;
    yield { from: from[at] ?? 0, to: endOfSign(plain, last) };
  }
}

/** Hits come in order, so that a chapter is counted once, however many there are. */
function presenterOf(plain: string): (place: Place) => Omit<Hit, 'chapter'> {
  const all = countedIn(plain);
  let counted = 0;
  let countedTo = 0;
  return ({ from, to }) => {
    counted += countedIn(plain.slice(countedTo, from));
    countedTo = from;
    const length = countedIn(plain.slice(from, to));
    return { ...excerptOf(plain, { from, to }), at: counted, length, offset: all === 0 ? 0 : counted / all };
  };
}

const BEFORE_MAX_LENGTH = 60;
const BEHIND_MAX_LENGTH = 90;
const ELLIPSIS = '…';

/** Enough of its block to show the sentence. Words stay whole where spaces separate them. */
export function excerptOf(plain: string, { from, to }: Place): Pick<Hit, 'excerpt' | 'mark'> {
  const blockFrom = plain.lastIndexOf(BLOCK_END, from - 1) + 1;
  const blockEnd = plain.indexOf(BLOCK_END, to);
  const blockTo = blockEnd < 0 ? plain.length : blockEnd;
  const [start, end] = [
    Math.max(blockFrom, from - BEFORE_MAX_LENGTH),
    Math.min(blockTo, to + BEHIND_MAX_LENGTH),
  ];
  let before = plain.slice(start, from).replace(/\s+/g, ' ');
  let behind = plain.slice(to, end).replace(/\s+/g, ' ');
  before =
    start > blockFrom
      ? `${ELLIPSIS} ${before.replace(/^\S{0,20}\s|^[\udc00-\udfff\p{M}]+/u, '')}`
      : before.trimStart();
  behind =
    end < blockTo ? `${behind.replace(/\s\S{0,20}$|[\ud800-\udbff]$/, '')} ${ELLIPSIS}` : behind.trimEnd();
  const hit = plain.slice(from, to).replace(/\s+/g, ' ');
  return { excerpt: before + hit + behind, mark: { from: before.length, to: before.length + hit.length } };
}
