import { sql } from 'drizzle-orm';
import type { Deps } from '../../server/deps.ts';
import { openShelf } from './shelf.ts';

const WORDS =
  'lamp stair rain door cellar meter widow fuse match landlord winter salt guide camel moth queen street ninth light house well fire ferry clock umbrella';
const VARIANTS = JSON.stringify([
  ...['image/avif', 'image/webp'].flatMap((type) =>
    [100, 200].map((width) => ({ piece: 0, width, height: width, type, bytes: 5000 })),
  ),
  { piece: 0, width: 200, height: 200, type: 'image/jpeg', bytes: 9000 },
]);

export async function addLongStory(
  deps: Deps,
  ownerId: string,
  { slug, episodes }: { slug: string; episodes: number },
): Promise<{ id: string; slug: string }> {
  const story = await openShelf(deps).addStory(ownerId, { slug, title: 'The Salt Road' });
  const { db } = deps;
  const word = sql.raw(`(string_to_array('${WORDS}', ' '))[1 + floor(random() * 25)::int]`);
  await db.execute(sql`
    with numbers as (select n, uuidv7() as media_id from generate_series(1, ${episodes}::int) n),
    pictures as (
      insert into media (id, owner_id, purpose, original_name, hash, bytes, type, width, height, pieces, variants, processed_at)
      select media_id, ${ownerId}::uuid, 'episode_cover', 'a.jpg',
        encode(sha256(media_id::text::bytea), 'hex'), 1, 'image/jpeg', 200, 200,
        '[{"width": 200, "height": 200, "placeholder": "data:image/webp;base64,AAAA"}]', ${VARIANTS}::jsonb, now()
      from numbers returning id
    )
    insert into episodes (id, story_id, position, published_rank, title, status, thumbnail_media_id, published_at, first_published_at)
    select uuidv7(), ${story.id}::uuid, n, n, initcap(${word} || ' and ' || ${word} || ' of the ' || ${word}), 'published', p.id,
      ${deps.clock.now()}::timestamptz - interval '1 day' * (${episodes}::int - n), ${deps.clock.now()}::timestamptz
    from numbers join pictures p on p.id = numbers.media_id`);
  return story;
}
