/** Resolves addresses in a notice to our content. The sender does not learn the result. */
import { and, eq, isNull } from 'drizzle-orm';
import { comments, episodes, stories, storySlugs, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { isId } from '../../../lib/ids.ts';
import { LOCALES } from '../../../lib/locale.ts';
import { NOTICE_ADDRESS_MAX_LENGTH, NOTICE_ADDRESSES_MAX_COUNT } from './rules.ts';
import { findSubjects, type Known, type Subject } from './subjects.ts';

export type Named = { things: (Known & Subject)[]; others: string[] };

/** Addresses with or without our host, each once. Drops commas between them and brackets around them. */
export function readAddresses(base: string, sent: string): { addresses: string[]; problems: string[] } {
  const lines = sent
    .split(/\s+/u)
    .map((line) => line.replace(/^<|[>,;]+$/gu, ''))
    .filter((line) => line !== '');
  if (lines.length === 0) return { addresses: [], problems: ['blank'] };
  if (lines.length > NOTICE_ADDRESSES_MAX_COUNT) return { addresses: [], problems: ['too_many_addresses'] };
  const addresses = new Set<string>();
  for (const line of lines) {
    const address = oursOf(base, line);
    if (address === null) return { addresses: [], problems: ['not_our_address'] };
    addresses.add(address);
  }
  return { addresses: [...addresses], problems: [] };
}

function oursOf(base: string, line: string): string | null {
  if (line.length > NOTICE_ADDRESS_MAX_LENGTH) return null;
  const { host, origin } = new URL(base);
  const named = /^https?:\/\//i.test(line)
    ? line
    : line.startsWith('/')
      ? `${origin}${line}`
      : `https://${line}`;
  if (!URL.canParse(named)) return null;
  const url = new URL(named);
  const isOurs = url.host === host && url.username === '' && url.password === '';
  const address = `${origin}${url.pathname}${url.search}${url.hash}`;
  return isOurs && address.length <= 3 * NOTICE_ADDRESS_MAX_LENGTH ? address : null;
}

/** At most five queries per address. Deleted content is named by its address, a deleted episode by its story. */
export async function resolveAddresses(deps: Deps, addresses: readonly string[]): Promise<Named> {
  const things = new Map<string, Known & Subject>();
  const others: string[] = [];
  for (const address of addresses) {
    const subject = await subjectAt(deps, new URL(address));
    const [known] =
      subject === null ? [] : await findSubjects(deps, subject.subjectType, [subject.subjectId]);
    if (subject === null || known === undefined) others.push(address);
    else things.set(subject.subjectId, { ...known, ...subject });
  }
  return { things: [...things.values()], others };
}

async function subjectAt(deps: Deps, { pathname, hash }: URL): Promise<Subject | null> {
  const parts = pathname.split('/').slice(1).map(decoded);
  if (LOCALES.some((locale) => locale === parts[0])) parts.shift();
  const [room, name = '', number = ''] = parts;
  const commentId = room === 'comments' ? name : (/^#comment-(.+)$/.exec(hash)?.[1] ?? '');
  if (isId(commentId)) return commentAt(deps, commentId);
  if (room === 'profile') return userAt(deps, name);
  if (room !== 'stories') return null;
  const storyId = await storyAt(deps, name);
  if (storyId === null) return null;
  if (!/^\d{1,9}$/.test(number)) return { subjectType: 'story', subjectId: storyId };
  const episodeId = await episodeAt(deps, storyId, Number(number));
  return episodeId === null
    ? { subjectType: 'story', subjectId: storyId }
    : { subjectType: 'episode', subjectId: episodeId };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('\0', '');
  } catch {
    return part;
  }
}

async function commentAt({ db }: Deps, id: string): Promise<Subject | null> {
  const [row] = await db.select({ parentId: comments.parentId }).from(comments).where(eq(comments.id, id));
  return row ? { subjectType: row.parentId === null ? 'comment' : 'reply', subjectId: id } : null;
}

async function userAt({ db }: Deps, slug: string): Promise<Subject | null> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.slug, slug));
  return row ? { subjectType: 'user', subjectId: row.id } : null;
}

async function storyAt({ db }: Deps, slug: string): Promise<string | null> {
  const [now] = await db.select({ id: stories.id }).from(stories).where(eq(stories.slug, slug));
  if (now !== undefined) return now.id;
  const [old] = await db.select({ id: storySlugs.storyId }).from(storySlugs).where(eq(storySlugs.slug, slug));
  return old?.id ?? null;
}

async function episodeAt({ db }: Deps, storyId: string, number: number): Promise<string | null> {
  const [row] = await db
    .select({ id: episodes.id })
    .from(episodes)
    .where(and(eq(episodes.storyId, storyId), eq(episodes.position, number), isNull(episodes.deletedAt)));
  return row?.id ?? null;
}
