import { and, desc, eq, inArray } from 'drizzle-orm';
import { media, shutOuts, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { smallAddress } from '../../media/present.ts';
import { pictureColumns } from '../../reading/reader/cards.ts';
import type { peopleContract } from './contract.ts';
import { SHUT_OUTS_MAX_COUNT } from './service.ts';

export type PeopleList = ReplyOf<(typeof peopleContract)['GET /user/people']>;

const NOBODY: ReadonlySet<string> = new Set();

/** People whom this reader has muted or blocked. Empty for visitors. */
export async function findShutOut(deps: Deps, readerId: string | null): Promise<ReadonlySet<string>> {
  if (readerId === null) return NOBODY;
  const rows = await deps.db
    .select({ id: shutOuts.personId })
    .from(shutOuts)
    .where(eq(shutOuts.readerId, readerId))
    .limit(SHUT_OUTS_MAX_COUNT);
  return new Set(rows.map(({ id }) => id));
}

/** Those of `readers` who have blocked this person. */
export async function findBlockers(
  deps: Deps,
  readers: readonly string[],
  personId: string,
): Promise<ReadonlySet<string>> {
  if (readers.length === 0) return NOBODY;
  const rows = await deps.db
    .select({ id: shutOuts.readerId })
    .from(shutOuts)
    .where(
      and(
        eq(shutOuts.personId, personId),
        inArray(shutOuts.readerId, [...readers]),
        eq(shutOuts.kind, 'blocked'),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Newest first. Two queries. */
export async function listPeople(
  deps: Deps,
  viewer: Viewer,
  { page, perPage }: { page: number; perPage: number },
): Promise<PeopleList> {
  const own = eq(shutOuts.readerId, viewer.id);
  const [rows, total] = await Promise.all([
    deps.db
      .select({
        person: { id: users.id, slug: users.slug, displayName: users.displayName },
        face: pictureColumns,
        kind: shutOuts.kind,
        createdAt: shutOuts.createdAt,
      })
      .from(shutOuts)
      .innerJoin(users, eq(users.id, shutOuts.personId))
      .leftJoin(media, eq(media.id, users.pictureMediaId))
      .where(own)
      .orderBy(desc(shutOuts.createdAt), desc(shutOuts.personId))
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.$count(shutOuts, own),
  ]);
  return {
    people: rows.map(({ person, face, kind, createdAt }) => ({
      id: person.id,
      slug: person.slug,
      display_name: person.displayName,
      mini_thumbnail_url: face && smallAddress(face, 160),
      kind,
      created_at: createdAt.toISOString(),
    })),
    page,
    per_page: perPage,
    total,
  };
}
