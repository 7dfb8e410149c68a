import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { notifications, pricingStrategies, users } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { sendDigests } from '#server/domains/notifications/notifications/digests.ts';
import { notify } from '#server/domains/notifications/notifications/notify.ts';
import { listForPage } from '#server/domains/notifications/notifications/queries.ts';
import { deleteOld, markRead } from '#server/domains/notifications/notifications/service.ts';
import { newId } from '#server/lib/ids.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { asReader } from '#server/lib/viewer.ts';
import { startTestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { mailsTo } from '../../../support/mail.ts';
import { openShelf } from '../../../support/shelf.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

t.test('notifications at once and afterwards', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addEpisode, addStory } = openShelf(deps);
  const [owner, mika, noor] = [await app.signUp('Owner'), await app.signUp('Mika'), await app.signUp('Noor')];
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 30 * DAY_MS) });
  const story = await addStory(owner.id);
  const { id: episodeId } = await addEpisode(story, 1);
  const badge = async () =>
    (await app.call('GET /user/account', { as: mika })).json().user.notification_count;
  const news = (key: string) => ({
    kind: 'called_off' as const,
    key,
    storyId: story.id,
    episodeId,
    subjectId: newId(),
    actorId: null,
  });

  /** Starts the second action after the first has notified but not committed. Waits until the second is blocked. */
  const duringTell = async (second: () => Promise<unknown>, waitsFor: string) => {
    let other: Promise<unknown> = Promise.resolve();
    await inTransaction(deps, async (tx) => {
      await notify(tx, [mika.id], news(newId()));
      other = second();
      await eventually('the second one waits', async () => {
        const { rows } = await deps.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${waitsFor}%`}`);
        return rows.length > 0;
      });
    });
    await other;
  };

  await t.test('NOT-08 who is told of two things at the same moment has two', async (t) => {
    await duringTell(
      () => inTransaction(deps, (tx) => notify(tx, [mika.id], news(newId()))),
      'notification_counters',
    );
    t.equal(await badge(), 2);
  });

  await t.test('NOT-08 what is told while somebody reads the others is unread', async (t) => {
    await duringTell(() => markRead(deps, { id: mika.id } as Viewer, {}), 'notification_counters');
    t.equal(await badge(), 1);
    await markRead(deps, { id: mika.id } as Viewer, {});
    t.equal(await badge(), 0);
  });

  await t.test('NOT-10 however many are old, one sweep takes them all', async (t) => {
    await deps.pool.query(
      `insert into notifications (id, user_id, kind, key, subject_ids, created_at)
        select gen_random_uuid(), $1, 'called_off', 'old:' || n, array[gen_random_uuid()], $2
        from generate_series(1, 4500) n`,
      [mika.id, new Date(nowMs - 91 * DAY_MS)],
    );
    await deleteOld(deps);
    t.equal(await deps.db.$count(notifications, sql`${notifications.key} like 'old:%'`), 0);
  });

  const mention = async (text: string) => {
    nowMs += 3 * HOUR_MS;
    const [person] = await deps.db.select().from(users).where(eq(users.id, mika.id));
    const body = { episode_id: episodeId, body: `@${person?.slug} ${text}` };
    t.equal((await app.call('POST /comments', { as: noor, body })).statusCode, 201);
    await app.runJobs();
  };

  await t.test('NOT-07 no mail goes to who is locked, leaving or unconfirmed by then', async (t) => {
    await app.call('PUT /user/settings', {
      as: mika,
      body: { notifications: { subscribe_to_emails: true } },
    });
    const digests = async () => {
      nowMs += HOUR_MS;
      await sendDigests(deps);
      await app.runJobs();
      return (await mailsTo(app, mika.email)).filter(({ text }) => /Ash Street/.test(text)).length;
    };
    const own = eq(users.id, mika.id);
    const [before] = await deps.db.select().from(users).where(own);
    const at = new Date(nowMs);
    for (const change of [{ lockedAt: at }, { deletionRequestedAt: at }, { emailConfirmedAt: null }]) {
      await mention('one');
      await deps.db.update(users).set(change).where(own);
      t.equal(await digests(), 0, Object.keys(change).join());
      await deps.db
        .update(users)
        .set({ lockedAt: null, deletionRequestedAt: null, emailConfirmedAt: before?.emailConfirmedAt })
        .where(own);
    }
    await mention('two');
    t.equal(await digests(), 1);
  });

  await t.test('NOT-06 nobody is told what was said at an episode that they have not unlocked', async (t) => {
    const quotes = async () => {
      const { rows } = await listForPage(
        deps,
        { viewer: asReader(mika.id), country: null, locale: 'en' },
        { which: 'replies', page: 1, perPage: 24, removed: null },
      );
      return rows.map(({ quote }) => quote);
    };
    t.match(await quotes(), [/two/]);
    await deps.db
      .update(pricingStrategies)
      .set({ type: 'all_premium', priceCoins: 5 })
      .where(eq(pricingStrategies.storyId, story.id));
    t.same(await quotes(), ['']);
  });
});
