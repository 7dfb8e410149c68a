/** Publishing by plain forms: without JavaScript, the same calls redirect with a notice. */
import t from 'tap';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { createEpisode } from '../../../support/console.ts';
import { dialogAt, HOUR_MS, readyEpisode, startRelease, viewOf } from '../../../support/releases.ts';

const headers = (as: Account) => ({
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
  cookie: `auth_token=${as.token}`,
});

t.test('publishing by forms', async (t) => {
  const app: TestApp = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const storyId = await startRelease(app, owner);
  const post = async (id: string, verb: string, fields: Record<string, string> = {}) => {
    const page = `/creator/stories/${storyId}/episodes/${id}`;
    const body = new URLSearchParams({ _locale: 'de', _page: page, ...fields }).toString();
    const reply = await app.call(`POST /creator/episodes/${id}/${verb}`, { body, headers: headers(owner) });
    const location = new URL(String(reply.headers.location), 'http://local');
    return { status: reply.statusCode, path: location.pathname, query: location.searchParams };
  };

  await t.test('EPI-42 schedule, unschedule, publish and unpublish go back to the editor', async (t) => {
    const id = await readyEpisode(app, owner, storyId);
    const editor = `/de/creator/stories/${storyId}/episodes/${id}`;
    const when = dialogAt(new Date(Date.now() + HOUR_MS), 'Europe/Berlin');
    for (const [verb, fields, notice, status] of [
      ['schedule', when, /^Geplant/, 'scheduled'],
      ['unschedule', {}, /Termin ist abgesagt/, 'in_progress'],
      ['publish', { lock_version: '' }, /^Veröffentlicht/, 'published'],
      ['unpublish', {}, /^Zurückgenommen/, 'in_progress'],
    ] as const) {
      const answer = await post(id, verb, fields);
      t.same([answer.status, answer.path], [303, editor], verb);
      t.match(answer.query.get('success_notice'), notice, verb);
      t.equal((await viewOf(app, owner, id)).status, status, verb);
    }
  });

  await t.test('EPI-24 readers are told while the box is ticked, and no more when it is not', async (t) => {
    const id = await readyEpisode(app, owner, storyId);
    const when = dialogAt(new Date(Date.now() + HOUR_MS), 'Europe/Berlin');
    for (const [box, isAnnounced] of [
      [{ is_announced: 'on' }, true],
      [{}, false],
    ] as const) {
      t.equal((await post(id, 'schedule', { ...when, ...box })).status, 303);
      t.match(await viewOf(app, owner, id), { status: 'scheduled', is_announced: isAnnounced });
    }
  });

  await t.test('EPI-44 a bad time is told on the editor, and nowhere else', async (t) => {
    const id = await readyEpisode(app, owner, storyId);
    const wrong = { date: '01/01/2030', time: '25:00', zone_name: 'UTC' };
    const answer = await post(id, 'schedule', wrong);
    t.equal(answer.path, `/de/creator/stories/${storyId}/episodes/${id}`);
    t.match(answer.query.get('error_notice'), /Uhrzeit/);
    const elsewhere = await post(id, 'schedule', { ...wrong, _page: '//evil.example' });
    t.equal(elsewhere.path, '/de/creator/stories');
  });

  await t.test('EPI-41 what cannot happen is told too', async (t) => {
    const { id } = await createEpisode(app, owner, storyId, 'Empty');
    t.match((await post(id, 'publish')).query.get('error_notice'), /keine Seite/);
    t.match((await post(id, 'unpublish')).query.get('error_notice'), /Ungültiger Zustand/);
  });
});
