/** What an episode is made of, field by field, as its team and its readers get it. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { pricingStrategies } from '../../../db/schema/index.ts';
import { startTestApp } from '../../support/app.ts';
import { createEpisode, createStory, publishStory, uploadPages } from '../../support/console.ts';

t.test('fields of an episode', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Noor');
  const story = await createStory(app, owner);
  const read = async (id: string) =>
    (await app.call(`GET /creator/episodes/${id}`, { as: owner })).json().episode;
  const change = (id: string, body: object) => app.call(`PATCH /creator/episodes/${id}`, { as: owner, body });

  await t.test('EPI-02 it has pages, in order and counted', async (t) => {
    const { id } = await createEpisode(app, owner, story.id);
    t.equal((await read(id)).pages_count, 0);
    await uploadPages(app, owner, id, ['1.jpg', '2.jpg']);
    t.equal((await read(id)).pages_count, 2);
    const { pages } = (await app.call(`GET /creator/pages?episode_id=${id}`, { as: owner })).json();
    t.match(pages, [
      { number: 1, name: '1.jpg' },
      { number: 2, name: '2.jpg' },
    ]);
  });

  await t.test('EPI-04 it has a read mode, one of two', async (t) => {
    const { id } = await createEpisode(app, owner, story.id);
    t.equal((await read(id)).read_mode, 'continuous');
    t.equal((await change(id, { read_mode: 'page_flip' })).statusCode, 200);
    t.equal((await read(id)).read_mode, 'page_flip');
    t.same((await change(id, { read_mode: 'sideways' })).statusCode, 422);
    t.equal((await read(id)).read_mode, 'page_flip');
  });

  await t.test('EPI-05 it has a page orientation, one of two', async (t) => {
    const { id } = await createEpisode(app, owner, story.id);
    t.equal((await read(id)).page_orientation, 'vertical');
    t.equal((await change(id, { page_orientation: 'horizontal' })).statusCode, 200);
    t.equal((await read(id)).page_orientation, 'horizontal');
    t.equal((await change(id, { page_orientation: 'diagonal' })).statusCode, 422);
    t.equal((await read(id)).page_orientation, 'horizontal');
  });

  await t.test('EPI-04 EPI-05 EPI-11 readers get its modes and its price', async (t) => {
    const { story: shown, episode } = await publishStory(app, owner);
    const asReader = async () => (await app.call(`GET /episodes/${episode.id}`)).json().episode;
    t.match(await asReader(), { read_mode: 'continuous', page_orientation: 'vertical', price: 0 });
    await app.deps.db
      .update(pricingStrategies)
      .set({ type: 'all_premium', priceCoins: 30 })
      .where(eq(pricingStrategies.storyId, shown.id));
    t.equal((await asReader()).price, 30);
  });
});
