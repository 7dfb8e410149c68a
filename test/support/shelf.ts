/** Published stories, written directly to the database: their pictures have addresses but no files. */
import { randomBytes } from 'node:crypto';
import type { MediaVariant } from '../../db/schema/index.ts';
import * as schema from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { tagKeysOf } from '../../server/domains/publishing/stories/rules.ts';
import { newId } from '../../server/lib/ids.ts';
import { sectionEndsOf } from '../../server/lib/prose/sections.ts';
import { lengthOf } from '../../server/lib/text.ts';

type StoryCounters = Omit<typeof schema.storyCounters.$inferInsert, 'storyId'>;
/** `viewsCount` also sets the popularity, as after a long time. */
type Story = Partial<typeof schema.stories.$inferInsert> & StoryCounters;
type Episode = Partial<typeof schema.episodes.$inferInsert>;
type Pricing = Partial<typeof schema.pricingStrategies.$inferInsert>;
type Geofilter = Partial<typeof schema.geofilterStrategies.$inferInsert>;

export type Shelf = ReturnType<typeof openShelf>;

/** About as long as a real one, and as hard to compress. */
const placeholder = () => `data:image/webp;base64,${randomBytes(105).toString('base64')}`;

const widthsOf = { page: [360, 720, 1080, 1440], strip: [360, 720, 1080, 1440], cover: [160, 320, 640] };

type Purpose = 'page' | 'strip' | 'cover' | 'episode_cover';

/** Columns of a processed picture for this purpose. */
function pictureOf(purpose: Purpose, pieces: number) {
  const isPage = purpose === 'page' || purpose === 'strip';
  const size = isPage
    ? { width: 1440, height: 2036 }
    : purpose === 'cover'
      ? { width: 640, height: 640 }
      : { width: 200, height: 200 };
  const widths = purpose === 'episode_cover' ? [100, 200] : widthsOf[purpose];
  const variants = Array.from({ length: pieces }, (_, piece) =>
    (['image/avif', 'image/webp'] as const)
      .flatMap((type) =>
        widths.map((width): MediaVariant => ({ piece, width, height: width, type, bytes: 1 })),
      )
      .concat({ piece, width: Math.min(1080, size.width), height: 1, type: 'image/jpeg', bytes: 1 }),
  );
  return {
    width: size.width,
    height: size.height * pieces,
    pieces: Array.from({ length: pieces }, () => ({ ...size, placeholder: placeholder() })),
    variants: variants.flat(),
  };
}

async function insertPicture(
  { db, clock }: Deps,
  { ownerId, purpose, pieces }: { ownerId: string; purpose: Purpose; pieces: number },
): Promise<string> {
  const id = newId();
  await db.insert(schema.media).values({
    id,
    ownerId,
    purpose,
    originalName: 'a.jpg',
    hash: randomBytes(32).toString('hex'),
    bytes: 1,
    type: 'image/jpeg',
    ...pictureOf(purpose, pieces),
    hue: 85,
    chroma: 0.15,
    processedAt: clock.now(),
  });
  return id;
}

async function addChapters({ db }: Deps, episodeId: string, texts: readonly string[]): Promise<void> {
  for (const [index, html] of texts.entries()) {
    const position = index + 1;
    const title = `Chapter title ${position}`;
    const charactersCount = lengthOf(html.replace(/<[^>]*>/g, ''));
    await db.insert(schema.chapters).values({
      id: newId(),
      episodeId,
      position,
      title,
      html,
      charactersCount,
      sectionEnds: sectionEndsOf(html),
    });
  }
}

export function openShelf(deps: Deps) {
  const { db } = deps;
  let authors = 0;

  async function addAuthor(name = 'Mirko Haas', values: Partial<typeof schema.users.$inferInsert> = {}) {
    const id = newId();
    authors += 1;
    await db.insert(schema.users).values({
      id,
      email: `author${authors}@tsuzuki.example`,
      slug: `author-${authors}`,
      displayName: name,
      dateOfBirth: '1990-01-01',
      ...values,
    });
    return id;
  }

  const addPicture = (ownerId: string, purpose: Purpose, pieces = 1) =>
    insertPicture(deps, { ownerId, purpose, pieces });

  async function addStory(
    ownerId: string,
    values: Story = {},
    { pricing = {}, geofilter = {} }: { pricing?: Pricing; geofilter?: Geofilter } = {},
  ) {
    const id = newId();
    const publicationType = values.publicationType ?? 'comics';
    const now = deps.clock.now();
    const row = {
      id,
      slug: `story-${id.slice(-8)}`,
      ownerId,
      title: 'Ash Street',
      description: 'Nine lamps, eight of them lit. Then somebody lights the ninth.',
      publicationType,
      format: publicationType === 'novel' ? null : ('page_ltr' as const),
      genre: 'crime',
      language: 'en',
      coverMediaId: await addPicture(ownerId, 'cover'),
      published: true,
      firstPublishedAt: now,
      lastUpdate: now,
      tagKeys: tagKeysOf(values.tags ?? []),
      ...values,
    };
    const { viewsCount = 0, likesCount, subscribersCount, ratingsSum, ratingsCount } = values;
    await db.insert(schema.stories).values({ ...row, popularity: viewsCount });
    const counters = { viewsCount, likesCount, subscribersCount, ratingsSum, ratingsCount };
    // These subscribers have no rows.
    const brought = { subscribersBrought: subscribersCount };
    await db.insert(schema.storyCounters).values({ storyId: id, ...counters, ...brought });
    await db.insert(schema.storySlugs).values({ slug: row.slug, storyId: id });
    await db.insert(schema.storyMembers).values({ storyId: id, userId: ownerId, role: 'owner' });
    await db.insert(schema.pricingStrategies).values({ storyId: id, ...pricing });
    await db.insert(schema.geofilterStrategies).values({ storyId: id, ...geofilter });
    return { id, slug: row.slug, ownerId };
  }

  async function addEpisode(
    story: { id: string; ownerId: string },
    position: number,
    values: Episode = {},
    { pages = 2, pieces = 1, chapters = [] }: { pages?: number; pieces?: number; chapters?: string[] } = {},
  ) {
    const id = newId();
    const now = deps.clock.now();
    await db.insert(schema.episodes).values({
      id,
      storyId: story.id,
      position,
      publishedRank: position,
      title: `Part ${position}`,
      status: 'published',
      publishedAt: now,
      firstPublishedAt: now,
      thumbnailMediaId: await addPicture(story.ownerId, 'episode_cover'),
      ...values,
    });
    const pictures: string[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const mediaId = await addPicture(story.ownerId, pieces > 1 ? 'strip' : 'page', pieces);
      pictures.push(mediaId);
      await db
        .insert(schema.episodePages)
        .values({ id: newId(), episodeId: id, mediaId, position: page, name: `${page}.jpg` });
    }
    await addChapters(deps, id, chapters);
    return { id, pictures };
  }

  return { addAuthor, addPicture, addStory, addEpisode };
}

export async function countQueries(deps: Deps, work: () => Promise<unknown>): Promise<number> {
  const { pool } = deps;
  const query = pool.query;
  let count = 0;
  pool.query = ((...parameters: Parameters<typeof query>) => {
    count += 1;
    return query.apply(pool, parameters);
  }) as typeof query;
  try {
    await work();
    return count;
  } finally {
    pool.query = query;
  }
}
