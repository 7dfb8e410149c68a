import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import {
  createEpisode,
  createStory,
  jpegPart,
  upload,
  uploadCover,
  uploadPages,
} from '../../../support/console.ts';
import { mustDo } from '../../../support/releases.ts';

const SHOWN = 'Two people wait on a platform. “Not today,” says the older one.';

t.test('alternative texts', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const stranger = await app.signUp('Somebody');
  const story = await createStory(app, owner, { cover_media_id: await uploadCover(app, owner) });
  const episode = await createEpisode(app, owner, story.id);
  const { pages } = await uploadPages(app, owner, episode.id, ['1.jpg', '2.jpg']);
  await app.runJobs();
  const [first = { id: '' }, second = { id: '' }] = pages;
  const describe = (id: string, body: object, as = owner) =>
    app.call(`PATCH /creator/pages/${id}`, { as, body });
  const list = async () =>
    (await app.call(`GET /creator/pages?episode_id=${episode.id}`, { as: owner })).json<{
      pages: { id: string; alt_text: string; media_id: string }[];
      lock_version: number;
    }>();

  await t.test('PAG-16 EPI-02 a page says what it shows, and a repeated call changes nothing', async (t) => {
    const before = await list();
    t.same(
      before.pages.map((page) => page.alt_text),
      ['', ''],
    );
    const reply = await describe(second.id, { alt_text: `  ${SHOWN}\n`, lock_version: before.lock_version });
    t.equal(reply.statusCode, 200);
    const { pages, lock_version: version } = reply.json();
    t.same(
      pages.map((page: { alt_text: string }) => page.alt_text),
      ['', SHOWN],
    );
    t.equal(version, before.lock_version + 1);
    const again = await describe(second.id, { alt_text: SHOWN, lock_version: version });
    t.equal(again.json().lock_version, version);
  });

  await t.test('PAG-16 what is too long, stale or not theirs is refused', async (t) => {
    const { lock_version: version } = await list();
    const long = await describe(first.id, { alt_text: 'ö'.repeat(501) });
    t.equal(long.statusCode, 422);
    t.match(long.json(), { fields: [{ alt_text: ['is too long'] }] });
    t.equal((await describe(first.id, { alt_text: 'ö'.repeat(500) })).statusCode, 200);
    t.equal((await describe(first.id, { alt_text: '' })).statusCode, 200, 'and taken back');
    t.equal((await describe(first.id, { alt_text: 'a\u0000b' })).statusCode, 422);
    const stale = await describe(first.id, { alt_text: 'late', lock_version: version });
    t.equal(stale.statusCode, 409);
    t.equal((await describe(first.id, { alt_text: 'mine' }, stranger)).statusCode, 404);
    t.equal((await list()).pages[0]?.alt_text, '');
  });

  await t.test('PAG-06 another picture leaves the page its text', async (t) => {
    const reply = await upload(app, owner, `PUT /creator/pages/${second.id}`, [
      await jpegPart('file', 'better.jpg', { width: 320, height: 400 }),
    ]);
    t.equal(reply.statusCode, 202);
    await app.runJobs();
    t.equal((await list()).pages[1]?.alt_text, SHOWN);
  });

  await t.test('PAG-07 RDR-19 readers get it, and of a published episode it stays as it is', async (t) => {
    await mustDo(app, owner, episode.id, 'publish', {});
    const { pages } = (await app.call(`GET /episodes/${episode.id}`)).json().episode;
    t.same(
      pages.map((page: { alt_text: string }) => page.alt_text),
      ['', SHOWN],
    );
    const refused = await describe(second.id, { alt_text: 'other' });
    t.equal(refused.statusCode, 409);
    const sent = await upload(app, owner, 'POST /media', [
      { name: 'purpose', value: 'page' },
      await jpegPart('file', 'new.jpg', { width: 360, height: 420 }),
    ]);
    await app.runJobs();
    const body = { media_id: sent.json().media.id };
    const swapped = await app.call(`POST /creator/pages/${second.id}/swap`, { as: owner, body });
    t.equal(swapped.statusCode, 200);
    t.match((await list()).pages[1], { alt_text: SHOWN, media_id: body.media_id });
  });
});
