/** Uploads repeated after a lost response: the same (first) page id is added once. */
import t from 'tap';
import { uploads } from '#db/schema/index.ts';
import { startTestApp } from '../../support/app.ts';
import { createEpisode, createStory, upload } from '../../support/console.ts';
import { makeZip } from '../../support/make-zip.ts';
import { samplePage } from '../../support/sample-page.ts';

const app = await startTestApp();
const creator = await app.signUp('Mira');
const story = await createStory(app, creator);
const newEpisode = async () => (await createEpisode(app, creator, story.id)).id;
const jpeg = await samplePage(300, 420);

await t.test('PAG-16 a page that names itself is added once, however often it is sent', async (t) => {
  const episodeId = await newEpisode();
  const id = '0195c2a4-8d1e-7c3b-9a55-3f0d2c1b4a69';
  const sendPage = (to: string, pageId: string, count = 1) =>
    upload(app, creator, 'POST /creator/pages', [
      { name: 'episode_id', value: to },
      { name: 'page_id', value: pageId },
      ...Array.from({ length: count }, () => ({ name: 'files[]', filename: 'p.jpg', data: jpeg })),
    ]);
  for (const time of ['first', 'second']) {
    const reply = await sendPage(episodeId, id);
    t.equal(reply.statusCode, 202, `${time}: ${reply.body}`);
    t.match(reply.json().pages, [{ id, name: 'p.jpg' }], time);
  }
  t.match((await sendPage(await newEpisode(), id)).json(), {
    fields: [{ page_id: ['has already been taken'] }],
  });
  t.equal((await sendPage(episodeId, 'none')).statusCode, 422);
  t.equal((await sendPage(episodeId, id.replace(/9$/, '8'), 2)).statusCode, 422, 'one name for two');
});

await t.test(
  'PAG-16 an archive whose first page is named is added once, and leaves nothing of the second time',
  async (t) => {
    const episodeId = await newEpisode();
    const archive = makeZip(['a.jpg', 'b.jpg'].map((name) => ({ name, data: jpeg })));
    const send = (to: string, pageId: string) =>
      upload(app, creator, 'POST /creator/pages/import', [
        { name: 'episode_id', value: to },
        { name: 'page_id', value: pageId },
        { name: 'file', filename: 'a.zip', data: archive },
      ]);
    const id = '0195c2a4-8d1e-7c3b-9a55-3f0d2c1b4a70';
    const first = await send(episodeId, id);
    t.equal(first.statusCode, 202, first.body);
    t.match(first.json().pages, [{ id, name: 'a.jpg' }, { name: 'b.jpg' }]);
    t.same(
      (await send(episodeId, id)).json().pages.map((page: { id: string }) => page.id),
      first.json().pages.map((page: { id: string }) => page.id),
    );
    t.equal(await app.deps.db.$count(uploads), 0, 'no file waits for a row');
    t.equal((await send(await newEpisode(), id)).statusCode, 422);
    t.equal((await send(episodeId, 'none')).statusCode, 422);
  },
);

await app.close();
