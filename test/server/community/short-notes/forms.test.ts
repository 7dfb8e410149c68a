import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('SOC-19 SOC-20 a browser’s form leaves a note and a feeling', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const { id: episodeId } = await addEpisode(await addStory(await addAuthor()), 1, {}, { pages: 2 });
  const [page] = await app.deps.db
    .select({ id: episodePages.id })
    .from(episodePages)
    .where(eq(episodePages.episodeId, episodeId))
    .orderBy(asc(episodePages.position));
  const mika = await app.signUp('Mika');
  const post = (path: string, fields: Record<string, string>) =>
    app.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `auth_token=${mika.token}`,
        origin: app.deps.config.BASE_URL,
      },
      payload: new URLSearchParams({ _back: '/there', _page: '/here', ...fields }).toString(),
    });
  const at = { episode_id: episodeId, page_id: page?.id ?? '', x: '0.5', y: '0.8' };
  const left = await post('/tsukkomi_comments', { ...at, body: 'So am I' });
  t.match(left.headers.location, /^\/there\?success_notice=/);
  const felt = await post('/pop_reaction', { page_id: page?.id ?? '', kind: 'clap' });
  t.match(felt.headers.location, /^\/there\?success_notice=/);
  const refused = await post('/tsukkomi_comments', { ...at, y: '2', body: 'Below the page' });
  t.match(refused.headers.location, /^\/here\?error_notice=/);
});
