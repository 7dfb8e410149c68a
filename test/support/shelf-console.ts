import { eq } from 'drizzle-orm';
import { media } from '../../db/schema/index.ts';
import type { Deps } from '../../server/deps.ts';
import { openShelf } from './shelf.ts';

export async function fillConsole(deps: Deps, ownerId: string, stories: number): Promise<void> {
  const { addEpisode, addStory } = openShelf(deps);
  const soon = new Date(deps.clock.now().getTime() + 7 * 86_400_000);
  for (let number = 1; number <= stories; number += 1) {
    const story = await addStory(ownerId, {
      title: `Story of the ${number}th lamp`,
      published: number % 2 === 0,
      viewsCount: number * 1301,
      subscribersCount: number * 7,
    });
    await addEpisode(story, 1, number % 2 === 0 ? {} : { status: 'in_progress', publishedAt: null }, {
      pages: 0,
    });
    if (number % 5 === 0) {
      const plan = { publishAt: soon, publishWallTime: '2030-01-01T18:00', publishZone: 'UTC' };
      await addEpisode(story, 2, { status: 'scheduled', publishedAt: null, ...plan }, { pages: 1 });
    }
    if (number % 7 === 0) {
      const { pictures } = await addEpisode(
        story,
        3,
        { status: 'in_progress', publishedAt: null },
        { pages: 1 },
      );
      await deps.db
        .update(media)
        .set({ failedAt: deps.clock.now(), processedAt: null, error: 'invalid' })
        .where(eq(media.id, pictures[0] ?? ''));
    }
  }
}
