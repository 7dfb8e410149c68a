/** Every change of pages names the version it is based on. A stale version changes nothing. */
import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import {
  createEpisode,
  createStory,
  jpegPart,
  type PageReply,
  upload,
  uploadPages,
} from '../../../support/console.ts';
import { makeZip } from '../../../support/make-zip.ts';

t.test('versions of pages', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const story = await createStory(app, creator);
  const act = (request: string, body: object = {}) => app.call(request, { as: creator, body });
  const start = async () => {
    const episode = await createEpisode(app, creator, story.id);
    return { episode, ...(await uploadPages(app, creator, episode.id, ['a.jpg', 'b.jpg', 'c.jpg'])) };
  };
  const listed = async (id: string) =>
    (await app.call(`GET /creator/pages?episode_id=${id}`, { as: creator })).json<PageReply>();
  const field = (name: string, value: string | number) => ({ name, value: String(value) });

  await t.test(
    'EPI-40 on a stale version no change of pages is made, and the present one makes it',
    async (t) => {
      const { episode, pages, lock_version: stale } = await start();
      const reversed = await act('POST /creator/pages/reverse', {
        episode_id: episode.id,
        lock_version: stale,
      });
      const { lock_version: present } = reversed.json<PageReply>();
      t.equal(present, stale + 1, 'the reply hands out the next one');
      const [first] = pages;
      const picture = await jpegPart('file', 'new.jpg');
      const { data } = picture as { data: Buffer };
      const archive = { name: 'file', filename: 'a.cbz', data: await makeZip([{ name: '1.jpg', data }]) };
      const id = field('episode_id', episode.id);
      const at = (version: number | string) => field('lock_version', version);
      const changes: Record<string, (version: number) => ReturnType<typeof act>> = {
        sort: (version) =>
          act('PUT /creator/pages/sort', {
            episode_id: episode.id,
            page_ids: pages.map((page) => page.id),
            lock_version: version,
          }),
        reverse: (version) =>
          act('POST /creator/pages/reverse', { episode_id: episode.id, lock_version: version }),
        replace: (version) => upload(app, creator, `PUT /creator/pages/${first?.id}`, [at(version), picture]),
        upload: async (version) =>
          upload(app, creator, 'POST /creator/pages', [id, at(version), await jpegPart('files[]', 'd.jpg')]),
        import: (version) => upload(app, creator, 'POST /creator/pages/import', [id, at(version), archive]),
        remove: (version) => act(`DELETE /creator/pages/${first?.id}`, { lock_version: version }),
      };
      const before = await listed(episode.id);
      for (const [name, change] of Object.entries(changes)) {
        const reply = await change(stale);
        t.equal(reply.statusCode, 409, name);
        t.equal(reply.json().code, 'episode_changed', name);
      }
      t.same(
        (await listed(episode.id)).pages.map(({ id }) => id),
        before.pages.map(({ id }) => id),
      );
      t.equal((await listed(episode.id)).lock_version, present);
      for (const [name, change] of Object.entries(changes)) {
        const { lock_version: version } = await listed(episode.id);
        const reply = await change(version);
        t.ok(reply.statusCode < 300, `${name}: ${reply.body}`);
        t.equal(reply.json<PageReply>().lock_version, (await listed(episode.id)).lock_version, name);
      }
      const wrong = await upload(app, creator, 'POST /creator/pages', [
        id,
        at('x'),
        await jpegPart('files[]'),
      ]);
      t.equal(wrong.statusCode, 422);
      t.match(wrong.json().fields, [{ lock_version: [/./] }]);
    },
  );

  await t.test('EPI-40 uploads of one batch, sent side by side, do not fight each other', async (t) => {
    const { episode, pages, lock_version: version } = await start();
    const send = async (name: string) =>
      upload(app, creator, 'POST /creator/pages', [
        field('episode_id', episode.id),
        field('lock_version', version),
        await jpegPart('files[]', name),
      ]);
    const replies = await Promise.all(['d.jpg', 'e.jpg', 'f.jpg', 'g.jpg'].map(send));
    for (const reply of replies) t.equal(reply.statusCode, 202, reply.body);
    t.equal((await listed(episode.id)).pages.length, 7);
    const replacing = await Promise.all(
      pages.map(async ({ id }) =>
        upload(app, creator, `PUT /creator/pages/${id}`, [
          field('lock_version', version),
          await jpegPart('file'),
        ]),
      ),
    );
    for (const reply of replacing) t.ok([202, 409].includes(reply.statusCode), reply.body);
    t.ok(replacing.some((reply) => reply.statusCode === 202));
  });

  await t.test('EPI-40 a chapter that was changed meanwhile is not removed', async (t) => {
    const novel = await createStory(app, creator, { publication_type: 'novel', genre: 'fantasy' });
    const episode = await createEpisode(app, creator, novel.id);
    const body = { episode_id: episode.id, title: 'One', html: '<p>Text.</p>' };
    const { chapter, lock_version: seen } = (await act('POST /creator/episodes/chapters', body)).json();
    const at = `/creator/episodes/chapters/${chapter.id}`;
    const { lock_version: present } = (await act(`PATCH ${at}`, { title: 'Two' })).json();
    const refused = await act(`DELETE ${at}`, { lock_version: seen });
    t.equal(refused.statusCode, 409);
    t.equal(refused.json().code, 'episode_changed');
    t.same((await act(`DELETE ${at}`, { lock_version: present })).json().chapters, []);
  });
});
