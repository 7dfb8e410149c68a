/** Marks of who has seen an episode within 24 hours, across days, clocks and releases. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { viewMarks } from '#db/schema/index.ts';
import { countViews, deleteOldMarks } from '#server/domains/reading/counts/views.ts';
import { startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { viewsOf } from '../../../support/figures.ts';

/** The statement of the previous release. */
const BEFORE = `
  insert into view_marks as mark (episode_id, reader, seen_at) values ($1, $2, $3)
  on conflict (episode_id, reader) do update set seen_at = excluded.seen_at
    where mark.seen_at <= excluded.seen_at - make_interval(secs => 86400)
  returning episode_id`;

t.test('EPI-08 marks of views', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const creator = await app.signUp('Creator');
  const publish = async () => {
    const { story, episode } = await publishStory(app, creator);
    return { storyId: story.id, episodeId: episode.id };
  };
  const seen = (episodeId: string, reader: string, moment: string) =>
    countViews(deps, [{ episodeId, reader, userId: null, country: null, seenAt: new Date(moment) }]);
  const countOf = async (work: Awaited<ReturnType<typeof publish>>) => (await viewsOf(app, work)).episode;

  await t.test('one in 24 hours, also across midnight and the end of a month', async (t) => {
    const work = await publish();
    const counted: [string, number][] = [
      ['2026-11-30T18:00:00.000Z', 1],
      ['2026-11-30T23:59:59.999Z', 1],
      ['2026-12-01T00:00:00.000Z', 1],
      ['2026-12-01T17:59:59.999Z', 1],
      ['2026-12-01T18:00:00.000Z', 2],
      ['2026-12-02T17:59:59.999Z', 2],
      ['2026-12-04T00:00:00.000Z', 3],
    ];
    for (const [moment, count] of counted) {
      await seen(work.episodeId, 'reader', moment);
      t.equal(await countOf(work), count, moment);
    }
  });

  await t.test('a clock that goes back counts nobody again', async (t) => {
    const work = await publish();
    await seen(work.episodeId, 'reader', '2026-11-21T00:30:00Z');
    await seen(work.episodeId, 'reader', '2026-11-20T23:30:00Z');
    await seen(work.episodeId, 'reader', '2026-11-20T08:00:00Z');
    t.equal(await countOf(work), 1);
  });

  await t.test('two processes count a reader at midnight once', async (t) => {
    const work = await publish();
    const moments = ['2026-11-20T23:59:59.900Z', '2026-11-21T00:00:00.100Z'];
    const readers = Array.from({ length: 20 }, (_, turn) => `reader ${turn}`);
    await Promise.all(
      readers.flatMap((reader) => moments.map((moment) => seen(work.episodeId, reader, moment))),
    );
    t.equal(await countOf(work), readers.length);
  });

  await t.test('beside the release before, each reader counts once', async (t) => {
    const work = await publish();
    const before = async (reader: string, moment: string) =>
      (await deps.pool.query(BEFORE, [work.episodeId, reader, moment])).rowCount;
    t.equal(await before('one', '2026-11-20T22:00:00Z'), 1);
    await seen(work.episodeId, 'one', '2026-11-20T22:00:10Z');
    await seen(work.episodeId, 'one', '2026-11-21T10:00:00Z');
    t.equal(await countOf(work), 0, 'the other release has counted it');
    await seen(work.episodeId, 'two', '2026-11-20T22:00:00Z');
    t.equal(await countOf(work), 1);
    t.equal(await before('two', '2026-11-20T22:00:10Z'), 0);
    t.equal(await before('two', '2026-11-21T10:00:00Z'), 0, 'nor on the next day');
    t.equal(await before('two', '2026-11-21T22:00:00Z'), 1);
    t.equal(await before('one', '2026-11-21T22:00:00Z'), 1, 'renewed as ever');
  });

  await t.test('EPI-08 marks of the release before that have served their time are swept', async (t) => {
    const work = await publish();
    const day = '2026-11-20';
    await deps.pool.query(BEFORE, [work.episodeId, 'before', `${day}T12:00:00Z`]);
    const before = () => deps.db.$count(viewMarks, eq(viewMarks.episodeId, work.episodeId));
    deps.clock.now = () => new Date(`${day}T12:00:01Z`);
    await deleteOldMarks(deps);
    t.equal(await before(), 1);
    deps.clock.now = () => new Date('2026-11-21T12:00:01Z');
    await deleteOldMarks(deps);
    t.equal(await before(), 0);
  });
});
