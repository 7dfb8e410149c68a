/** Collects a transaction's notices to other processes. One NOTIFY statement before the commit saves round trips. */
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** Counts the connections of this name when the notice is sent. `tell` receives their ids, without `except`. */
type Roll = { name: string; except: number | null; tell(listeners: number[]): void };

export type Notices = {
  /** Sends in this order, without duplicates. NOTIFY refuses payloads of 8,000 bytes and more. */
  add(channel: string, payload: string): void;
  callRoll(roll: Roll): void;
  send(db: Db): Promise<void>;
};

export function createNotices(): Notices {
  const all = new Map<string, { channel: string; payload: string }>();
  let roll: Roll | null = null;
  return {
    add: (channel, payload) => void all.set(`${channel} ${payload}`, { channel, payload }),
    callRoll(one) {
      roll = one;
    },
    async send(db) {
      if (all.size === 0) return;
      const column = (pick: 'channel' | 'payload') => sql.param([...all.values()].map((one) => one[pick]));
      const told = sql`select pg_notify(channel, payload)
        from unnest(${column('channel')}::text[], ${column('payload')}::text[]) as notice (channel, payload)`;
      if (roll === null) {
        await db.execute(told);
        return;
      }
      const { rows } = await db.execute<{ pid: number | null }>(
        sql`with told as materialized (${told})
          select pid from (select count(*) from told) as done left join pg_stat_activity
            on datname = current_database() and application_name = ${roll.name} and pid is distinct from ${roll.except}::int`,
      );
      roll.tell(rows.flatMap(({ pid }) => pid ?? []));
    },
  };
}
