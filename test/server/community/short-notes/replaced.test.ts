/** Short notes and feelings belong to a page, not to its picture or number. They stay and go with the page. */
import { eq } from 'drizzle-orm';
import t, { type Test } from 'tap';
import { episodes } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { createEpisode, jpegPart, upload, uploadPages } from '../../../support/console.ts';
import { mustDo, startRelease } from '../../../support/releases.ts';

t.test('notes of pages that change', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const storyId = await startRelease(app, owner);
  const { id: episodeId } = await createEpisode(app, owner, storyId);
  const names = ['a.jpg', 'b.jpg', 'c.jpg'];
  const ids = (await uploadPages(app, owner, episodeId, names)).pages.map(({ id }) => id);
  const [first = '', second = '', third = ''] = ids;
  await app.runJobs();
  await mustDo(app, owner, episodeId, 'publish', {});

  for (const [index, id] of ids.entries()) {
    const place = { episode_id: episodeId, page_id: id, x: 0.25, y: 0.75 };
    const left = await app.call('POST /tsukkomi_comments', {
      as: owner,
      body: { ...place, body: `on ${names[index]}` },
    });
    t.equal(left.statusCode, 201);
  }
  const felt = await app.call('POST /pop_reaction', { as: owner, body: { page_id: second, kind: 'wow' } });
  t.equal(felt.statusCode, 200);

  const notesAt = async (id: string) =>
    (await app.call(`GET /tsukkomi_comments?episode_id=${episodeId}&page_id=${id}`, { as: owner })).json<{
      tsukkomi_comments: { body: string; x: number; y: number }[];
    }>().tsukkomi_comments;
  const left = async () =>
    (await app.call(`GET /pop_reactions?episode_id=${episodeId}`, { as: owner })).json();
  const staysPut = async (t: Test, after: string) => {
    for (const [index, id] of ids.entries())
      t.match(await notesAt(id), [{ body: `on ${names[index]}`, x: 0.25, y: 0.75 }], after);
    t.match(await left(), { pop_reactions: [{ item_id: second, counts: { wow: 1 }, mine: 'wow' }] }, after);
  };
  /** Sets the status directly: a draft with notes must have been published before. */
  const setStatus = (status: 'in_progress' | 'published') =>
    app.deps.db.update(episodes).set({ status }).where(eq(episodes.id, episodeId));

  await t.test('SOC-13 a note keeps its place when its page gets another picture', async (t) => {
    const sent = await upload(app, owner, 'POST /media', [
      { name: 'purpose', value: 'page' },
      await jpegPart('file', 'new.jpg', { width: 320, height: 400 }),
    ]);
    await app.runJobs();
    const body = { media_id: sent.json().media.id };
    const swapped = await app.call(`POST /creator/pages/${second}/swap`, { as: owner, body });
    t.equal(swapped.statusCode, 200, swapped.body);
    await staysPut(t, 'swapped');
    await setStatus('in_progress');
    const replaced = await upload(app, owner, `PUT /creator/pages/${second}`, [
      await jpegPart('file', 'newer.jpg'),
    ]);
    t.equal(replaced.statusCode, 202, replaced.body);
    await app.runJobs();
    await setStatus('published');
    await staysPut(t, 'replaced');
  });

  await t.test('SOC-13 it goes with its page when pages are sorted and reversed', async (t) => {
    await setStatus('in_progress');
    const body = { episode_id: episodeId, page_ids: [third, first, second] };
    t.equal((await app.call('PUT /creator/pages/sort', { as: owner, body })).statusCode, 200);
    await staysPut(t, 'sorted');
    const whole = { episode_id: episodeId };
    t.equal((await app.call('POST /creator/pages/reverse', { as: owner, body: whole })).statusCode, 200);
    await setStatus('published');
    await staysPut(t, 'reversed');
    t.same((await left()).noted_ids, [second, first, third]);
  });

  await t.test('SOC-13 SOC-14 with its page it is gone from every answer', async (t) => {
    await setStatus('in_progress');
    const gone = await app.call(`DELETE /creator/pages/${second}`, { as: owner });
    t.equal(gone.statusCode, 200, gone.body);
    await setStatus('published');
    t.match(await left(), { noted_ids: [first, third], pop_reactions: [] });
    t.same((await left()).pop_reactions, []);
    const all = await app.call(`GET /tsukkomi_comments?episode_id=${episodeId}`, { as: owner });
    t.notMatch(all.body, 'on b.jpg');
    const asked = `GET /tsukkomi_comments?episode_id=${episodeId}&page_id=${second}`;
    t.notMatch((await app.call(asked, { as: owner })).body, 'on b.jpg');
    const again = { page_id: second, kind: 'wow' };
    t.equal((await app.call('POST /pop_reaction', { as: owner, body: again })).statusCode, 404);
  });
});
