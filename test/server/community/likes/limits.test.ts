import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { reactionLimits } from '#server/domains/community/limits.ts';
import { followLimits } from '#server/domains/reading/limits.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { spend } from '#server/limits/allowances.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('limits of readers', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const story = await addStory(await addAuthor());
  const { id: episodeId } = await addEpisode(story, 1, {}, { pages: 0 });
  const signUp = async (daysAgo: number) => {
    const account = await app.signUp();
    const createdAt = new Date(app.deps.clock.now().getTime() - daysAgo * DAY_MS);
    await app.deps.db.update(users).set({ createdAt }).where(eq(users.id, account.id));
    return account;
  };
  const calls = {
    like: { call: `PUT /episodes/${episodeId}/like`, limits: reactionLimits },
    rating: { call: `PUT /stories/${story.id}/rating`, body: { stars: 4 }, limits: reactionLimits },
    subscription: { call: `PUT /stories/${story.id}/subscription`, body: {}, limits: followLimits },
  };

  for (const [what, { call, limits, ...sent }] of Object.entries(calls)) {
    await t.test(
      `SOC-03 SOC-04 SOC-21 ${what}: a new account may do less in a minute, then waits`,
      async (t) => {
        const ask = async (as: Account) => app.call(call, { as, ...sent });
        const [known, fresh] = [await signUp(2), await signUp(0)];
        const { minuteNew: allowance } = limits;
        for (const { id: userId } of [known, fresh])
          await spend(app.deps, { userId, address: null }, [{ allowance, amount: allowance.most - 1 }]);
        t.equal((await ask(fresh)).statusCode, 200, 'the last of this minute');
        const refused = await ask(fresh);
        t.equal(refused.statusCode, 429);
        t.equal(refused.json().code ?? refused.json().error?.code, 'rate_limited');
        const wait = Number(refused.headers['retry-after']);
        t.ok(wait > 0 && wait <= 60, `it says how long: ${wait} s`);
        for (const _ of [1, 2]) t.equal((await ask(known)).statusCode, 200, 'an older account may do more');
      },
    );
  }

  await t.test('what is refused for another reason counts for nothing', async (t) => {
    const fresh = await signUp(0);
    const nowhere = '00000000-0000-7000-8000-000000000000';
    const { minuteNew: allowance } = reactionLimits;
    await spend(app.deps, { userId: fresh.id, address: null }, [{ allowance, amount: allowance.most - 1 }]);
    for (const _ of [1, 2])
      t.equal((await app.call(`PUT /episodes/${nowhere}/like`, { as: fresh })).statusCode, 404);
    t.equal((await app.call(`PUT /episodes/${episodeId}/like`, { as: fresh })).statusCode, 200);
  });
});
