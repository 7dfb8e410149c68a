/** Owns search data outside the action's transaction: correction words, reach of stories, who is a creator. */
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';

const BATCH_SIZE = 200;

/** A sweep: processes the notes of the triggers (`search_settle`) in batches, each in its own transaction. */
export async function settleSearch({ db }: Deps): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ settled: number }>(
      sql`select search_settle(${BATCH_SIZE}) as settled`,
    );
    if (rows[0]?.settled === 0) return;
  }
}
