/** Writes half a year of reading time for the demo's reader, as their browser would have reported it daily. */
import { inArray } from 'drizzle-orm';
import type { Deps } from '../../server/deps.ts';
import { addDays, listDays, utcDay } from '../../server/lib/days.ts';
import { addMonths } from '../../server/lib/months.ts';
import { attentionDays, stories, type users } from '../schema/index.ts';
import { randomFrom } from './random.ts';

const MONTHS = 6;
/** Relative reading frequency by story. */
const READ = {
  'two-umbrellas': 5,
  'the-salt-road': 5,
  'ash-street': 4,
  'the-moth-queen': 4,
  'lane-four': 1,
  spaeti: 1,
} as const;
const OFTEN = Object.entries(READ).flatMap(([slug, count]) => Array<string>(count).fill(slug));
/** Reading time between two advertisements. */
const AD_SECONDS = 160;

type People = ReadonlyMap<string, Pick<typeof users.$inferSelect, 'id' | 'deletionRequestedAt'>>;

/** Inserts all rows in one statement, so that an interrupted start leaves all of them or none. */
export async function addAttention(deps: Deps, people: People): Promise<void> {
  const reader = people.get('reader');
  if (reader === undefined || reader.deletionRequestedAt !== null) return;
  const known = await deps.db
    .select({ id: stories.id, slug: stories.slug })
    .from(stories)
    .where(inArray(stories.slug, Object.keys(READ)));
  const storyOf = new Map(known.map(({ id, slug }) => [slug, id]));
  const today = utcDay(deps.clock.now());
  const first = `${addMonths(today.slice(0, 7), -MONTHS)}-01`;
  const rows = listDays(first, addDays(today, -1)).flatMap((day) =>
    readOn(day).flatMap(({ slug, seconds }) => {
      const storyId = storyOf.get(slug);
      if (storyId === undefined) return [];
      return [{ readerId: reader.id, day, storyId, seconds, ads: Math.floor(seconds / AD_SECONDS) }];
    }),
  );
  if (rows.length > 0) await deps.db.insert(attentionDays).values(rows).onConflictDoNothing();
}

function readOn(day: string): { slug: string; seconds: number }[] {
  const random = randomFrom(`attention ${day}`);
  if (random.chance(0.15)) return [];
  const slugs = Array.from({ length: Math.ceil(random.next() ** 2 * 3) }, () => random.pick(OFTEN));
  return [...new Set(slugs)].map((slug) => ({ slug, seconds: random.whole(300, 2_200) }));
}
