/** Writes the episodes that the demo's administrator blocked, with statements, an objection and log entries. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { logAction } from '../../server/domains/platform/audit/log.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import { newId } from '../../server/lib/ids.ts';
import { blockStatements, episodes, stories, type users } from '../schema/index.ts';
import { type DemoBlock, demoBlocks } from './content/blocks.ts';

type People = ReadonlyMap<string, typeof users.$inferSelect>;

/** A start after an interruption skips existing blocks. */
export async function addBlocks(deps: Deps, people: People): Promise<void> {
  const administrator = people.get('admin');
  if (administrator === undefined) return;
  for (const block of demoBlocks) await add(deps, administrator.id, block);
}

async function add(deps: Deps, administratorId: string, block: DemoBlock): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [story] = await tx.db
      .select()
      .from(stories)
      .where(and(eq(stories.slug, block.slug), isNull(stories.deletedAt)))
      .for('update');
    if (story === undefined) return;
    const own = eq(blockStatements.storyId, story.id);
    if ((await tx.db.$count(blockStatements, own)) > 0) return;
    const now = tx.clock.now();
    const at = new Date(now.getTime() - block.daysAgo * DAY_MS);
    const episodeId = newId(at.getTime());
    const position = sql`1 + (select coalesce(max(position), 0) from episodes where story_id = ${story.id})`;
    await tx.db.insert(episodes).values({
      id: episodeId,
      storyId: story.id,
      position,
      title: block.title,
      createdAt: at,
      status: 'blocked',
      blockedAt: at,
      blockedFrom: 'in_progress',
      blockedReason: block.facts,
    });
    const [statement] = await tx.db
      .insert(blockStatements)
      .values({
        id: newId(at.getTime()),
        subjectType: 'episode',
        subjectId: episodeId,
        storyId: story.id,
        ownerId: story.ownerId,
        category: block.category,
        ground: 'guidelines',
        rule: block.rule,
        facts: block.facts,
        blockedBy: administratorId,
        createdAt: at,
        ...(block.appeal === undefined
          ? {}
          : { appealText: block.appeal, appealedAt: now, appealedBy: story.ownerId }),
      })
      .returning({ number: blockStatements.number });
    await logAction(tx, {
      actorId: administratorId,
      deed: 'episode_blocked',
      subject: { type: 'episode', id: episodeId, name: `${story.title}: ${block.title}` },
      details: {
        statement: statement?.number ?? 0,
        ground: 'guidelines',
        category: block.category,
        rule: block.rule,
      },
      reason: block.facts,
    });
  });
}
