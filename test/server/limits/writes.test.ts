/** Accounts that have used up a limit must wait, whatever they write. The refusal says for how long. */
import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { usedAmounts, users } from '#db/schema/index.ts';
import { commentLimits } from '#server/domains/community/limits.ts';
import { allParts } from '#server/domains/index.ts';
import type { Call } from '#server/lib/contract.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { subjects } from '#server/limits/attempts.ts';
import { type Account, startTestApp } from '../../support/app.ts';
import { sampleOf } from '../../support/bad-input.ts';
import { openShelf } from '../../support/shelf.ts';

const COMMUNITY = [
  'library',
  'reactions',
  'people',
  'comments',
  'notes',
  'moderation',
  'notifications',
  'blocking',
];
const writes = allParts
  .filter(({ name }) => COMMUNITY.includes(name))
  .flatMap(({ contract }) => Object.entries(contract as Record<string, Call>))
  .filter(([route, { access }]) => !route.startsWith('GET ') && access === 'user');

t.test(
  'SOC-01 SOC-03 SOC-04 SOC-07 SOC-21 NOT-04 REP-07 every write of the community has a limit',
  async (t) => {
    const app = await startTestApp();
    t.teardown(() => app.close());
    const { deps } = app;
    const { addAuthor, addEpisode, addStory } = openShelf(deps);
    const author = await addAuthor();
    const story = await addStory(author);
    const { id: episodeId } = await addEpisode(story, 1, {}, { pages: 1 });
    const [known, fresh] = [await app.signUp('Known'), await app.signUp('Fresh')];
    const madeAt = new Date(deps.clock.now().getTime() - 2 * DAY_MS);
    await deps.db.update(users).set({ createdAt: madeAt }).where(eq(users.id, known.id));

    const ids: Record<string, string> = { episodes: episodeId, stories: story.id, users: author };
    const call = ([route, { params, body }]: (typeof writes)[number], as: Account) => {
      const names = Object.keys((params as { properties?: object } | undefined)?.properties ?? {});
      const request = names.reduce(
        (path, name) => path.replace(`:${name}`, ids[route.split('/')[1] ?? ''] ?? story.id),
        route,
      );
      return app.call(request, {
        as,
        ...(body && { body: { ...(sampleOf(body) as object), ...own[route] } }),
      });
    };
    const own: Record<string, object> = {
      'POST /comments': { episode_id: episodeId, story_id: undefined },
      'POST /violation': { subject_type: 'story', subject_id: story.id },
    };

    /** Uses up all limits: minute, hour and day. */
    async function exhaust({ id }: Account): Promise<void> {
      const limits = allParts.flatMap(({ limits: of }) => Object.values(of));
      const now = deps.clock.now();
      for (const limit of limits) {
        const bucket = `${limit.name}/${subjects.user(id)[0]?.name}`;
        if ('mostPerAddress' in limit) {
          const endsAt = new Date(now.getTime() + limit.windowMs);
          await deps.db
            .insert(usedAmounts)
            .values({ bucket, amount: limit.most, endsAt })
            .onConflictDoNothing();
        } else
          await deps.db.execute(sql`insert into sign_in_failures (id, bucket, failed_at)
          select gen_random_uuid(), ${bucket}, ${now}::timestamptz from generate_series(1, ${limit.most}::int)`);
      }
    }

    t.ok(writes.length > 40, `${writes.length} calls write`);
    for (const [who, as] of Object.entries({ known, fresh })) {
      await exhaust(as);
      for (const write of writes) {
        const [route, { refusals }] = write;
        const reply = await call(write, as);
        t.equal(reply.statusCode, 429, `${who}: ${route} ${reply.body.slice(0, 200)}`);
        t.ok(Number(reply.headers['retry-after']) > 0, `${who}: ${route} says how long`);
        t.ok(refusals?.includes(429), `${route} tells of it`);
      }
    }
  },
);

t.test('ERR-74 what found no room is not counted against whoever tries again', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const { id: episodeId } = await addEpisode(await addStory(await addAuthor()), 1, {}, { pages: 1 });
  const reader = await app.signUp('Reader');
  const write = async () =>
    (await app.call('POST /comments', { as: reader, body: { episode_id: episodeId, body: 'A word.' } }))
      .statusCode;
  await deps.db.execute(sql`
    create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await deps.db.execute(sql`create trigger no_room before insert on comments execute function no_room()`);
  for (let times = 0; times <= commentLimits.minuteNew.most; times += 1) t.equal(await write(), 507);
  await deps.db.execute(sql`drop trigger no_room on comments`);
  t.equal(await write(), 201, 'and there is room again');
});
