import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { prepared } from '#db/prepared.ts';
import { media, stories, storyCounters, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { smallAddress } from '../../media/present.ts';
import { cardColumns, joinCards } from '../../reading/reader/cards.ts';
import type { Picked } from './top-lists.ts';

/** Returns each story once, even if picked several times. Stories in `faced` include their creator's picture. */
export async function findShelfRows(
  deps: Deps,
  picked: readonly Pick<Picked, 'storyId'>[],
  { faced = [] }: { faced?: readonly Pick<Picked, 'storyId'>[] } = {},
): Promise<Map<string, ShelfRow>> {
  const ids = [...new Set(picked.map(({ storyId }) => storyId))];
  if (ids.length === 0) return new Map();
  const rows = await cardsById(deps).execute({ ids, faced: faced.map(({ storyId }) => storyId) });
  return new Map(rows.map((row) => [row.id, row]));
}

const faces = alias(media, 'faces');

type Face = Parameters<typeof smallAddress>[0];

// A picture's row is large, so only stories in `faced` include one.
const faceColumn = sql<Face | null>`(select jsonb_build_object('id', ${faces.id}, 'hash', ${faces.hash},
    'pieces', ${faces.pieces}, 'variants', ${faces.variants}) from ${media} ${faces}
  where ${faces.id} = ${users.pictureMediaId} and ${stories.id} = any(${sql.placeholder('faced')}::uuid[]))`;

const cardsById = prepared((db) =>
  joinCards(
    db
      .select({ ...cardColumns, views: storyCounters.viewsCount, face: faceColumn })
      .from(stories)
      .leftJoin(storyCounters, eq(storyCounters.storyId, stories.id))
      .$dynamic(),
  ).where(sql`${stories.id} = any(${sql.placeholder('ids')}::uuid[])`),
);

export type ShelfRow = Awaited<ReturnType<ReturnType<typeof cardsById>['execute']>>[number];
