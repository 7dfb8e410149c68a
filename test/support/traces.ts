/** What a reader leaves at somebody else's story, as readers do. */
import { collections, violationReports } from '../../db/schema/index.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Account, TestApp } from './app.ts';

export async function leaveTraces(
  app: TestApp,
  as: Account,
  { storyId, episodeId }: { storyId: string; episodeId: string },
): Promise<void> {
  const calls: [string, object][] = [
    [`PUT /stories/${storyId}/subscription`, {}],
    [`PUT /stories/${storyId}/rating`, { stars: 4 }],
    [`PUT /episodes/${episodeId}/like`, {}],
    [`PUT /episodes/${episodeId}/progress`, { item: 2, furthest_item: 2 }],
  ];
  for (const [call, body] of calls) {
    const reply = await app.call(call, { as, body });
    if (reply.statusCode >= 400) throw new Error(`${call}: ${reply.body}`);
  }
  await app.deps.db.insert(collections).values({ id: newId(), ownerId: as.id, title: 'Rainy days' });
  await app.deps.db.insert(violationReports).values({
    id: newId(),
    reporterId: as.id,
    subjectType: 'story',
    subjectId: storyId,
    category: 'spam',
  });
}
