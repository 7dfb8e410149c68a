/** A book sent by a plain form: however early it is refused, the sender returns to the form's page. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { epubs, usedAmounts } from '#db/schema/index.ts';
import { mediaLimits } from '#server/domains/media/limits.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { upload } from '../../../support/console.ts';
import { epubFile, openImports } from '../../../support/imports.ts';

const app = await startTestApp();
const { deps } = app;
const creator = await app.signUp('Mira');
const { startNovel, look } = openImports(app, creator);
const { storyId, episodeId } = await startNovel();
const page = `/creator/stories/${storyId}/episodes/${episodeId}/epub`;
const words = new URLSearchParams({ _locale: 'de', _page: page, _back: `/de${page}` });
const browser: Account = { ...creator, headers: { ...creator.headers, accept: 'text/html,*/*' } };

const post = (data: Buffer, as: Account = browser, id = episodeId) =>
  upload(app, as, `POST /media/epub?${words}`, [
    { name: 'episode_id', value: id },
    { name: 'epub', filename: 'a.epub', data },
  ]);
const placeOf = ({ headers }: { headers: Record<string, unknown> }): URL =>
  new URL(String(headers.location), 'http://local');

t.test(
  'API-20 a form sends a book, and is told on its page, in its language, why it was refused',
  async (t) => {
    const refused = async (data: Buffer, message: RegExp, id?: string): Promise<void> => {
      const reply = await post(data, browser, id);
      t.equal(reply.statusCode, 303, reply.body);
      const place = placeOf(reply);
      t.equal(place.pathname, `/de${page}`);
      t.match(place.searchParams.get('error_notice'), message);
    };
    await refused(Buffer.from('no book'), /^Diese Datei ist kein ePub/);
    await refused(Buffer.alloc(32 * 1024 * 1024, 'PK\u0003\u0004'), /30 MB/);
    await refused(epubFile, /ungültig/, 'nothing');
    const ofDay = eq(usedAmounts.bucket, `${mediaLimits.uploadFiles.name}/user:${creator.id}`);
    await deps.db.update(usedAmounts).set({ amount: mediaLimits.uploadFiles.most }).where(ofDay);
    await refused(epubFile, /./);
    await deps.db.delete(usedAmounts).where(ofDay);
    const sent = await post(epubFile);
    t.equal(sent.statusCode, 303, sent.body);
    t.equal(sent.headers.location, `/de${page}`);
    t.match((await look(episodeId)).epub, { state: 'reading' });
  },
);

t.test('ERR-04 whose session has ended is asked to sign in and comes back to the form', async (t) => {
  const reply = await post(epubFile, { ...browser, headers: { accept: 'text/html,*/*' } });
  t.equal(reply.statusCode, 303, reply.body);
  const place = placeOf(reply);
  t.equal(place.pathname, '/de/sign_in');
  t.equal(place.searchParams.get('back'), `/de${page}`);
  t.equal(await deps.db.$count(epubs, eq(epubs.ownerId, creator.id)), 1);
});

t.test('API-20 a file for a call that takes none is no form', async (t) => {
  const reply = await upload(app, browser, 'POST /creator/episodes/chapters', [
    { name: 'epub', filename: 'a.epub', data: epubFile },
  ]);
  t.equal(reply.statusCode, 415, reply.body);
  t.match(reply.headers['content-type'], 'application/json');
  await app.close();
});
