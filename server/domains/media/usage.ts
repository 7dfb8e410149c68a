/** What shows a picture, asked of the table of uses: which pages to make anew, and which pictures nobody needs. */
import { type SQL, sql } from 'drizzle-orm';
import type { PurgeTag } from '../../cache/purge.ts';
import type { Deps } from '../../deps.ts';
import { allUses, type PictureUser } from './uses.ts';

type Asker = Pick<Deps, 'db'>;

/** The public pages on which a use `u` stands, by what it belongs to. */
const TAGS: Record<PictureUser, (uses: SQL) => readonly SQL[]> = {
  episode: (uses) => [
    sql`select 'episode:' || u.id as tag ${uses}`,
    sql`select 'story:' || (select e.story_id from episodes e where e.id = u.id) ${uses} and u.is_on_story`,
  ],
  story: (uses) => [
    sql`select 'story:' || u.id as tag ${uses}`,
    sql`select 'landing' ${uses} and exists (select 1 from stories s where s.id = u.id and s.published)`,
  ],
  user: (uses) => [sql`select 'profile:' || u.id as tag ${uses}`],
};

/** Tags of the public pages that show any of these pictures. */
export async function tagsOfPictures(deps: Asker, mediaIds: readonly string[]): Promise<PurgeTag[]> {
  const ids = sql.param([...mediaIds]);
  const parts = allUses.flatMap(({ of, rows }) =>
    TAGS[of](sql`from ${rows} u where u.media_id = any(${ids}::uuid[])`),
  );
  const { rows } = await deps.db.execute<{ tag: PurgeTag }>(sql.join(parts, sql` union `));
  return rows.map((row) => row.tag);
}

/** Nothing shows the picture `m`. */
const isUnused = sql.join(
  allUses.map(({ rows }) => sql`not exists (select 1 from ${rows} u where u.media_id = m.id)`),
  sql` and `,
);

/**
 * Of the next `most` pictures behind `after` (an id; null: from the first) those that nothing shows although they were
 * uploaded before `before`. `next` is where to go on: a table of any size is looked through a piece at a time.
 */
export async function findUnused(
  deps: Asker,
  { before, after, most }: { before: Date; after: string | null; most: number },
): Promise<{ unused: string[]; next: string | null }> {
  const { rows } = await deps.db.execute<{ id: string; unused: boolean }>(sql`
    select m.id, ${isUnused} as unused from (
      select id from media where ${after}::uuid is null or id > ${after}::uuid order by id limit ${most}
    ) as piece join media m using (id) where m.created_at < ${before} order by m.id`);
  const next = rows.length < most ? null : (rows.at(-1)?.id ?? null);
  return { unused: rows.filter((row) => row.unused).map((row) => row.id), next };
}

/** Those of them that nothing shows. */
export async function findUnusedAmong(deps: Asker, ids: readonly string[]): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select m.id from media m where m.id = any(${sql.param([...ids])}::uuid[]) and ${isUnused}`);
  return rows.map((row) => row.id);
}

/** Those of somebody that nothing shows. */
export async function findUnusedOf(deps: Asker, ownerId: string): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select m.id from media m where m.owner_id = ${ownerId} and ${isUnused}`);
  return rows.map((row) => row.id);
}

/** Every picture of an episode, or of a story with all its episodes. */
export async function listPictures(
  deps: Asker,
  { of, id }: { of: 'episode' | 'story'; id: string },
): Promise<string[]> {
  const ids = (use: PictureUser): SQL =>
    use === of ? sql`${id}` : sql`any(array(select e.id from episodes e where e.story_id = ${id}))`;
  const parts = allUses
    .filter((use) => use.of === of || (of === 'story' && use.of === 'episode'))
    .map(
      (use) => sql`select u.media_id as id from ${use.rows} u where u.media_id is not null
      and u.id = ${ids(use.of)}`,
    );
  const { rows } = await deps.db.execute<{ id: string }>(sql.join(parts, sql` union `));
  return rows.map((row) => row.id);
}
