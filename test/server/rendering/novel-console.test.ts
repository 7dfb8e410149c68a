import t from 'tap';
import { makeBook } from '../../support/books.ts';
import { createEpisode, createStory, jpegPart, uploadCover } from '../../support/console.ts';
import { visitPlainly } from '../../support/plain.ts';
import { mustDo } from '../../support/releases.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const author = await site.signUp('Ida');
const begin = async () => {
  const story = await createStory(site, author, {
    title: 'The Ledger',
    publication_type: 'novel',
    cover_media_id: await uploadCover(site, author),
  });
  await site.runJobs();
  const { id } = await createEpisode(site, author, story.id, 'Ice');
  return { id, path: `/creator/stories/${story.id}/episodes/${id}`, reader: `/stories/${story.slug}/1` };
};
const chaptersOf = async (id: string) => {
  const list = await site.call(`GET /creator/episodes/chapters?episode_id=${id}`, { as: author });
  return list.json<{ chapters: { id: string; title: string }[] }>().chapters;
};
const add = async (id: string, title: string, html: string) =>
  site.call('POST /creator/episodes/chapters', { as: author, body: { episode_id: id, title, html } });

await t.test('NOV-06 EPI-15 without a script a chapter is added by a plain form', async (t) => {
  const { id, path } = await begin();
  const visitor = visitPlainly(site.app, { as: author });
  await visitor.goto(path);
  const form = visitor.field('Text').closest('form') as HTMLFormElement;
  const title = form.querySelector('[name=title]') as HTMLInputElement;
  title.value = 'By hand';
  visitor.fill('Text', 'One.\n\nTwo.');
  await visitor.press(visitor.get('button', 'Add chapter', form));
  t.match(visitor.at(), path);
  t.match(visitor.text(), 'Chapter added');
  const [chapter] = await chaptersOf(id);
  t.equal(chapter?.title, 'By hand');
  const stored = await site.call(`GET /creator/episodes/chapters/${chapter?.id}`, { as: author });
  t.equal(stored.json<{ chapter: { html: string } }>().chapter.html, '<p>One.</p>\n<p>Two.</p>');
});

await t.test(
  'NOV-03 NOV-09 ERR-05 the preview shows its team what readers will get, and nobody else',
  async (t) => {
    const { id, path, reader: readerPath } = await begin();
    await add(id, 'The Pilot', '<p>A wave halfway up.</p>');
    await add(id, 'The Sound', '<p><em>Since when?</em> she asked.</p>');
    const visitor = visitPlainly(site.app, { as: author });
    await visitor.goto(path);
    await visitor.press('Preview');
    t.equal(visitor.at(), `${path}/chapters`);
    t.equal(await visitor.goto(`${path}/preview`), 200);
    t.equal(visitor.at(), `${path}/chapters`, 'the preview of pages leads here');
    const read = async (): Promise<void> => {
      t.ok(visitor.get('heading', /The Pilot/));
      await visitor.press('Continue reading');
      t.match(visitor.text(), 'Since when? she asked.');
      t.equal(visitor.document().querySelector('article em')?.textContent, 'Since when?');
    };
    await read();
    const stranger = visitPlainly(site.app, { as: await site.signUp('Noor') });
    await stranger.goto(`${path}/chapters`);
    t.match(stranger.at(), /^\/creator\/stories(?:\?error_notice=.*)?$/);
    await mustDo(site, author, id, 'publish', {});
    const reader = visitPlainly(site.app);
    t.equal(await reader.goto(readerPath), 200);
    await reader.press('Continue reading');
    t.match(reader.text(), 'Since when? she asked.');
    await visitor.goto(path);
    t.equal(visitor.all('button', 'Add chapter').length, 0, 'published chapters stay as they are');
  },
);

await t.test('NOV-06 NOV-07 NOV-10 a book is sent, looked at and taken over, in German', async (t) => {
  const { path } = await begin();
  const map = await jpegPart('file', 'map.jpg', { width: 480, height: 320 });
  const book = makeBook({
    items: ['map map.jpg image/jpeg'],
    files: { 'OPS/map.jpg': 'data' in map ? map.data : '' },
    texts: {
      'one.xhtml': '<h1>Arrivals</h1><p>The key was warm.</p><p><img src="map.jpg" alt="Third floor"/></p>',
      'two.xhtml': '<h1>Departures</h1><p>Nobody by that name.</p>',
    },
    toc: '<li><a href="one.xhtml">Arrivals</a></li><li><a href="two.xhtml">Departures</a></li>',
  });
  const visitor = visitPlainly(site.app, { as: author });
  await visitor.goto(`/de${path}/epub`);
  const send = async (name: string, data: Buffer): Promise<void> => {
    const field = visitor.document().querySelector('input[name=epub]') as HTMLInputElement;
    visitor.attach(field, new File([new Uint8Array(data)], name));
    await visitor.press('Dieses Buch hochladen');
  };
  await send('notes.epub', Buffer.from('no book'));
  t.equal(visitor.at().split('?')[0], `/de${path}/epub`);
  t.match(visitor.text(), 'Diese Datei ist kein ePub.');
  await send('room-313.epub', book);
  t.ok(visitor.get('heading', 'Dein Buch wird gelesen'));
  await site.runJobs();
  await visitor.press('Noch einmal nachsehen');
  t.ok(visitor.get('heading', 'Das haben wir gefunden'));
  await visitor.press('2 Kapitel übernehmen');
  t.equal(visitor.at().split('?')[0], `/de${path}`);
  t.ok(visitor.get('link', /Departures/));
  for (const place of [`/de${path}`, `/de${path}/epub`]) {
    await visitor.goto(place);
    const original = visitor.document().querySelector('a[href*="/api/"][href*="epub"]');
    const reply = await site.app.inject({
      url: original?.getAttribute('href') ?? '',
      headers: { cookie: `auth_token=${author.token}` },
    });
    t.ok(reply.rawPayload.equals(book), `the file itself, from ${place}`);
    t.match(reply.headers['content-disposition'], 'room-313.epub');
  }
  await site.runJobs();
  await visitor.goto(`${path}/chapters`);
  const url = visitor.get('img', 'Third floor').getAttribute('src') ?? '';
  const { statusCode } = await site.app.inject({ url, headers: { cookie: `auth_token=${author.token}` } });
  t.equal(statusCode, 200, 'the preview has its picture');
});

await site.close();
