/** Owns what the search knows beyond the deed itself: the words that it corrects by, the reach of stories, who is a creator. */
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';

const BATCH_SIZE = 200;

/** A sweep: takes up what the triggers have noted (`search_settle`), some of it at a time, each in a transaction of its own. */
export async function settleSearch({ db }: Deps): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ settled: number }>(
      sql`select search_settle(${BATCH_SIZE}) as settled`,
    );
    if (rows[0]?.settled === 0) return;
  }
}
