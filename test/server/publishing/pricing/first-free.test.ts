/** Which episodes `first_free` gives away: the first published ones, whatever drafts are between them. */
import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import { createEpisode } from '../../../support/console.ts';
import { readyEpisode, startRelease } from '../../../support/releases.ts';

t.test('first_free', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const administrator = await app.signUp('Ada');
  await app.makeAdministrator(administrator);
  const storyId = await startRelease(app, owner);
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C', 'D']) ids.push(await readyEpisode(app, owner, storyId, title));
  const [a = '', b = '', c = '', d = ''] = ids;
  const post = async (request: string, as = owner, body: object = {}) => {
    const reply = await app.call(request, { as, body });
    if (reply.statusCode >= 300) throw new Error(reply.body);
  };
  const publish = (id: string) => post(`POST /creator/episodes/${id}/publish`);
  const unpublish = (id: string) => post(`POST /creator/episodes/${id}/unpublish`);
  const prices = async (): Promise<Record<string, number>> => {
    const reply = await app.call(`GET /creator/stories/${storyId}/episodes_prices`, { as: owner });
    const { episodes } = reply.json<{ episodes: { title: string; price: number }[] }>();
    return Object.fromEntries(episodes.map(({ title, price }) => [title, price]));
  };
  const readable = async (id: string) => (await app.call(`GET /episodes/${id}`)).statusCode;
  await post(`PUT /creator/pricing_strategies/${storyId}`, owner, {
    type: 'first_free',
    free_count: 2,
    price: 5,
  });

  await t.test('PRI-14 only published episodes are counted, in their order', async (t) => {
    for (const id of [c, d]) await publish(id);
    t.same(await prices(), { A: 0, B: 0, C: 0, D: 0 }, 'each as it would be if it were published now');
    t.same([await readable(c), await readable(d)], [200, 200]);
    await publish(b);
    t.same(await prices(), { A: 0, B: 0, C: 0, D: 5 });
    t.same([await readable(c), await readable(d)], [200, 402]);
    const seen = (await app.call(`GET /stories/${storyId}`)).json();
    t.same(
      seen.story.episodes.map((episode: { price: number }) => episode.price),
      [0, 0, 5],
    );
  });

  await t.test('PRI-14 what is taken away from readers makes room', async (t) => {
    await unpublish(b);
    t.equal(await readable(d), 200);
    await publish(b);
    t.equal(await readable(d), 402);
    await post(`POST /admin/episodes/${b}/block`, administrator, { reason: 'Asked by the police.' });
    t.equal(await readable(d), 200);
    await post(`POST /admin/episodes/${b}/unblock`, administrator);
    t.equal(await readable(d), 402);
  });

  await t.test('PRI-14 it follows the order, and drafts take no place', async (t) => {
    const draft = await createEpisode(app, owner, storyId, 'E');
    const order = (episode_ids: string[]) =>
      post(`PUT /creator/stories/${storyId}/episodes/order`, owner, { episode_ids });
    await order([draft.id, d, a, b, c]);
    t.same(await prices(), { E: 0, D: 0, A: 0, B: 0, C: 5 });
    const gone = await app.call(`DELETE /creator/episodes/${draft.id}`, { as: owner });
    t.equal(gone.statusCode, 204);
    t.same(await prices(), { D: 0, A: 0, B: 0, C: 5 });
  });
});
