/** Owns `used_amounts`: the usage of limits per window, and leases. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { preparedStatement } from '#db/prepared.ts';
import { usedAmounts } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';

type Asker = Pick<Deps, 'db'>;
export type Used = { bucket: string; amount: string; ends_at: string };
export type Amount = { bucket: string; amount: number; endsAt: Date };

/** Adds in the order given. Returns the usage including these amounts. An expired window starts again. */
export async function addAmounts(
  { db }: Asker,
  amounts: readonly Amount[],
  now: Date,
): Promise<Map<string, Used>> {
  const rows = await insertAmounts(
    { db },
    {
      buckets: amounts.map(({ bucket }) => bucket),
      numbers: amounts.map(({ amount }) => amount),
      ends: amounts.map(({ endsAt }) => endsAt.toISOString()),
      now: now.toISOString(),
    },
  );
  return new Map(rows.map((row) => [row.bucket, row]));
}

const NOW = sql`${sql.placeholder('now')}::timestamptz`;

/** Runs with most calls that write. */
const insertAmounts = preparedStatement<Used>(
  () => sql`
    insert into used_amounts as used (bucket, amount, ends_at)
    select * from unnest(${sql.placeholder('buckets')}::text[], ${sql.placeholder('numbers')}::bigint[],
      ${sql.placeholder('ends')}::timestamptz[])
    on conflict (bucket) do update set
      amount = case when used.ends_at <= ${NOW} then excluded.amount else used.amount + excluded.amount end,
      ends_at = case when used.ends_at <= ${NOW} then excluded.ends_at else used.ends_at end
    returning bucket, amount, ends_at`,
);

/** Subtracts only from windows that end at these times. */
export async function subtractAmounts({ db }: Asker, amounts: readonly Amount[]): Promise<void> {
  const { buckets, numbers, ends } = columnsOf(amounts);
  await db.execute(sql`
    update used_amounts as used set amount = greatest(0, used.amount - back.amount)
    from unnest(${buckets}::text[], ${numbers}::bigint[], ${ends}::timestamptz[]) as back(bucket, amount, ends_at)
    where used.bucket = back.bucket and date_trunc('milliseconds', used.ends_at) = back.ends_at`);
}

const columnsOf = (amounts: readonly Amount[]) => ({
  buckets: sql.param(amounts.map(({ bucket }) => bucket)),
  numbers: sql.param(amounts.map(({ amount }) => amount)),
  ends: sql.param(amounts.map(({ endsAt }) => endsAt.toISOString())),
});

/** Its expiry identifies a lease: whoever takes it over gets a later expiry. */
export type Lease = { bucket: string; endsAt: Date };

const isLease = ({ bucket, endsAt }: Lease) =>
  and(eq(usedAmounts.bucket, bucket), eq(usedAmounts.endsAt, endsAt));

export async function takeLease({ db }: Asker, { bucket, endsAt }: Lease, now: Date): Promise<boolean> {
  const taken = await db
    .insert(usedAmounts)
    .values({ bucket, amount: 1, endsAt })
    .onConflictDoUpdate({
      target: usedAmounts.bucket,
      set: { amount: 1, endsAt },
      setWhere: lte(usedAmounts.endsAt, now),
    })
    .returning({ bucket: usedAmounts.bucket });
  return taken.length > 0;
}

export async function renewLease({ db }: Asker, lease: Lease, endsAt: Date): Promise<boolean> {
  const renewed = await db
    .update(usedAmounts)
    .set({ endsAt })
    .where(isLease(lease))
    .returning({ bucket: usedAmounts.bucket });
  return renewed.length > 0;
}

export async function dropLease({ db }: Asker, lease: Lease): Promise<void> {
  await db.delete(usedAmounts).where(isLease(lease));
}
