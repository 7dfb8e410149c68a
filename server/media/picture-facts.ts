import { eq, type SQL, sql } from 'drizzle-orm';
import { prepared } from '../../db/prepared.ts';
import { episodes, type MediaVariant, media, stories } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { factColumns, joinStrategies, knownOf } from '../domains/coins/unlock/access-facts.ts';
import { storyFacts } from '../domains/coins/unlock/rules.ts';
import { allUses, type KindOfUse, type UseOfPictures, usesOfPictures } from '../domains/media/uses.ts';
import type { PictureUse } from './access.ts';

export type PictureFacts = { hash: string; variants: MediaVariant[]; uses: PictureUse[] };

const idOf = (use: UseOfPictures, of: UseOfPictures['of']) => (use.of === of ? sql`u.id` : sql`null::uuid`);

const usesOf = (mediaId: unknown): SQL =>
  sql.join(
    allUses.map(
      (use) => sql`select ${use.kind}::text as kind, ${idOf(use, 'episode')} as episode_id,
        ${idOf(use, 'story')} as story_id, ${idOf(use, 'user')} as user_id
        from ${use.rows} u where u.media_id = ${mediaId} and u.is_shown`,
    ),
    sql` union all `,
  );

const pictureOf = prepared((db) => {
  const mediaId = sql.placeholder('mediaId');
  return joinStrategies(
    db
      .select({
        hash: media.hash,
        variants: media.variants,
        kind: sql<KindOfUse | null>`used.kind`,
        userId: sql<string | null>`used.user_id`,
        ...factColumns,
      })
      .from(media)
      .leftJoin(sql`(${usesOf(mediaId)}) used`, sql`true`)
      .leftJoin(episodes, eq(episodes.id, sql`used.episode_id`))
      .leftJoin(stories, eq(stories.id, sql`coalesce(used.story_id, ${episodes.storyId})`))
      .$dynamic(),
  ).where(eq(media.id, mediaId));
});

export async function findPicture(
  deps: Pick<Deps, 'db' | 'clock'>,
  mediaId: string,
): Promise<PictureFacts | null> {
  const rows = await pictureOf(deps).execute({ mediaId });
  const [first] = rows;
  if (first === undefined) return null;
  return {
    hash: first.hash,
    variants: first.variants,
    uses: rows.flatMap((row) => toUse(row, deps.clock.now())),
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof pictureOf>['execute']>>[number];

function toUse({ kind, userId, story, episode, pricing, geofilter }: Row, now: Date): PictureUse[] {
  if (kind === null) return [];
  const use: UseOfPictures = usesOfPictures[kind];
  if (use.of === 'user') return userId === null ? [] : [{ of: 'user', userId }];
  if (story === null) return [];
  if (use.of === 'story')
    return [{ of: 'story', storyId: story.id, story: storyFacts({ story, geofilter }) }];
  if (episode === null) return [];
  const { id, storyId, facts } = knownOf({ episode, story, pricing, geofilter }, now);
  return [{ of: 'episode', seenBy: use.seenBy ?? 'readers', storyId, episodeId: id, reading: facts }];
}
