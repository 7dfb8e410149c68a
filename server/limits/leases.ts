/** Each place is a leased row in the shared database, so that a killed process blocks its place only briefly. */

import type { Deps } from '../deps.ts';
import { dropLease, renewLease, takeLease } from '../domains/platform/tables/amounts.ts';
import { tooMany } from '../lib/errors.ts';
import { type Places, subjects } from './attempts.ts';

export type Holder = { userId: string; address: string };

export type Lease = {
  /** False when the lease expired before its renewal. */
  renew(): Promise<boolean>;
  giveBack(): Promise<void>;
};

/** Two renewals may fail before the lease expires. */
const RENEWALS_A_LEASE = 3;

/** Does the work in a place. Throws 429 with `Retry-After` when the account or its address has no free place. */
export async function withLease<T>(
  deps: Deps,
  who: Holder,
  places: Places,
  work: () => Promise<T>,
): Promise<T> {
  const place = await acquireLease(deps, who, places);
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewal = place.renew().catch((err: unknown) => deps.log.warn({ err }, 'could not renew a lease'));
  }, places.leaseMs / RENEWALS_A_LEASE).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // Wait for a running renewal, or the release fails.
    await renewal;
    // The work is done. A place that is not released becomes free when its lease expires.
    await place.giveBack().catch((err: unknown) => deps.log.warn({ err }, 'could not release a lease'));
  }
}

export async function acquireLease(deps: Deps, { userId, address }: Holder, places: Places): Promise<Lease> {
  const { name, most, mostPerAddress } = places;
  const held: Lease[] = [];
  const giveBack = async (): Promise<void> => {
    for (const place of held) await place.giveBack();
  };
  const wanted = [
    ...subjects.user(userId).map((one) => ({ ...one, count: one.times * most })),
    ...subjects.address(address).map((one) => ({ ...one, count: one.times * mostPerAddress })),
  ];
  for (const { name: subject, count } of wanted) {
    const place = await takeFirst(deps, `${name}/${subject}`, count, places.leaseMs);
    if (place === null) {
      await giveBack();
      throw tooMany('rate_limited', { retryAfterSeconds: Math.ceil(places.retryMs / 1000) });
    }
    held.push(place);
  }
  return {
    giveBack,
    renew: async () => {
      const renewed = await Promise.all(held.map((place) => place.renew()));
      return renewed.every(Boolean);
    },
  };
}

async function takeFirst(deps: Deps, prefix: string, count: number, leaseMs: number): Promise<Lease | null> {
  for (let number = 1; number <= count; number += 1) {
    const place = await takeOne(deps, `${prefix}/${number}`, leaseMs);
    if (place !== null) return place;
  }
  return null;
}

async function takeOne(deps: Deps, bucket: string, leaseMs: number): Promise<Lease | null> {
  const nextEnd = (): Date => new Date(deps.clock.now().getTime() + leaseMs);
  let endsAt = nextEnd();
  if (!(await takeLease(deps, { bucket, endsAt }, deps.clock.now()))) return null;
  return {
    async renew() {
      const next = nextEnd();
      const isRenewed = await renewLease(deps, { bucket, endsAt }, next);
      if (isRenewed) endsAt = next;
      return isRenewed;
    },
    giveBack: () => dropLease(deps, { bucket, endsAt }),
  };
}
