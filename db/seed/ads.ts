/** Replaces the initial house ads with the demo's. A start that finds them adds none. */

import { eq } from 'drizzle-orm';
import { purge } from '../../server/cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../server/deps.ts';
import { storySlugIn } from '../../server/domains/income/house-ads/rules.ts';
import { addDays, listDays, utcDay } from '../../server/lib/days.ts';
import { newId } from '../../server/lib/ids.ts';
import { houseAdDays, houseAds, stories } from '../schema/index.ts';
import { type DemoAd, demoAds } from './content/ads.ts';

const SHOWN_DAYS = 28;

export async function addAds(deps: Deps): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const known = await tx.db.$count(houseAds);
    if (known >= demoAds.length) return;
    const now = tx.clock.now();
    const today = utcDay(now);
    // Every installation starts with the same configured ads. The demo has its own.
    await tx.db.update(houseAds).set({ deletedAt: now });
    for (const [at, { startsIn, endsIn, shown, paused = false, ...ad }] of demoAds.entries()) {
      const storyId = await storyOf(tx, ad);
      if (storyId === undefined) continue;
      const id = newId(now.getTime());
      const startsOn = startsIn === undefined ? null : addDays(today, startsIn);
      const endsOn = endsIn === undefined ? null : addDays(today, endsIn);
      const createdAt = new Date(now.getTime() + at);
      await tx.db.insert(houseAds).values({ id, ...ad, storyId, paused, startsOn, endsOn, createdAt });
      const days = shown === undefined ? [] : daysOf({ startsOn, endsOn, shown }, today);
      if (days.length > 0) await tx.db.insert(houseAdDays).values(days.map((day) => ({ adId: id, ...day })));
    }
    await purge(tx, ['ads']);
  });
}

async function storyOf(tx: TransactionDeps, { look, link }: DemoAd): Promise<string | null | undefined> {
  const slug = look === 'story' ? storySlugIn(link) : undefined;
  if (slug === undefined) return null;
  const [found] = await tx.db.select({ id: stories.id }).from(stories).where(eq(stories.slug, slug));
  // A partial demo lacks some stories.
  return found?.id;
}

function daysOf(
  {
    startsOn,
    endsOn,
    shown,
  }: { startsOn: string | null; endsOn: string | null; shown: NonNullable<DemoAd['shown']> },
  today: string,
) {
  return listDays(addDays(today, -SHOWN_DAYS), addDays(today, -1)).flatMap((day, at) => {
    if ((startsOn !== null && day < startsOn) || (endsOn !== null && day > endsOn)) return [];
    const count = Math.round(shown.aDay * (0.85 + ((at * 37) % 31) / 100));
    return [{ day, shown: count, followed: Math.round((count * shown.perMille) / 1000) }];
  });
}
