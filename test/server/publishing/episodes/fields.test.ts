import t from 'tap';
import { pricingStrategies } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, publishStory, uploadPages } from '../../../support/console.ts';

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
    t.equal((await read(id)).read_mode, 'page_flip');
    t.equal((await change(id, { read_mode: 'continuous' })).statusCode, 200);
    t.equal((await read(id)).read_mode, 'continuous');
    t.same((await change(id, { read_mode: 'sideways' })).statusCode, 422);
    t.equal((await read(id)).read_mode, 'continuous');
  });

  await t.test('EPI-05 it has a page orientation, one of two', async (t) => {
    const { id } = await createEpisode(app, owner, story.id);
    t.equal((await read(id)).page_orientation, 'horizontal');
    t.equal((await change(id, { page_orientation: 'vertical' })).statusCode, 200);
    t.equal((await read(id)).page_orientation, 'vertical');
    t.equal((await change(id, { page_orientation: 'diagonal' })).statusCode, 422);
    t.equal((await read(id)).page_orientation, 'vertical');
  });

  await t.test(
    'EPI-04 EPI-05 a new episode opens as its story is drawn, unless it says otherwise',
    async (t) => {
      const paged = { read_mode: 'page_flip', page_orientation: 'horizontal' };
      const scrolled = { read_mode: 'continuous', page_orientation: 'vertical' };
      for (const [format, opened] of [
        ['page_ltr', paged],
        ['page_rtl', paged],
        ['strip', scrolled],
      ] as const) {
        const drawn = await createStory(app, owner, { title: format, format });
        t.match(await read((await createEpisode(app, owner, drawn.id)).id), opened, format);
        const body = { story_id: drawn.id, title: 'Otherwise', ...(opened === paged ? scrolled : paged) };
        const otherwise = await app.call('POST /creator/episodes', { as: owner, body });
        t.match(await read(otherwise.json().episode.id), opened === paged ? scrolled : paged, format);
      }
      const novel = await createStory(app, owner, { title: 'Prose', publication_type: 'novel' });
      t.match(await read((await createEpisode(app, owner, novel.id)).id), scrolled);
    },
  );

  await t.test(
    'RDR-16 all four ways of reading are kept; what makes no sense is refused by a word',
    async (t) => {
      const make = async (of: object, body: object) => {
        const { id } = await createStory(app, owner, of);
        return app.call('POST /creator/episodes', {
          as: owner,
          body: { story_id: id, title: 'One', ...body },
        });
      };
      for (const format of ['page_ltr', 'page_rtl'])
        for (const read_mode of ['page_flip', 'continuous'])
          for (const page_orientation of ['horizontal', 'vertical']) {
            const reply = await make({ format }, { read_mode, page_orientation });
            t.match(reply.json().episode, { read_mode, page_orientation }, format);
          }
      const aside = { read_mode: 'continuous', page_orientation: 'horizontal' };
      const refused = await make({ format: 'strip' }, aside);
      t.equal(refused.statusCode, 422);
      t.match(refused.json().fields, [{ page_orientation: [/strip, which is taller/] }]);
      const strip = await make({ format: 'strip' }, {});
      t.equal((await change(strip.json().episode.id, aside)).statusCode, 422);
      t.equal((await change(strip.json().episode.id, { title: 'Two' })).statusCode, 200);
      t.equal((await read(strip.json().episode.id)).title, 'Two', 'a title alone is saved');
      const novel = await make({ publication_type: 'novel' }, { read_mode: 'page_flip' });
      t.match(novel.json().episode, { read_mode: 'page_flip', page_orientation: 'horizontal' });
      const text = await change(novel.json().episode.id, { page_orientation: 'vertical' });
      t.equal(text.statusCode, 422);
      t.match(text.json().fields, [{ page_orientation: [/for text/] }]);
    },
  );

  await t.test('EPI-04 EPI-05 EPI-11 readers get its modes and its price', async (t) => {
    const { story: shown, episode } = await publishStory(app, owner);
    const asReader = async () => (await app.call(`GET /episodes/${episode.id}`)).json().episode;
    t.match(await asReader(), { read_mode: 'page_flip', page_orientation: 'horizontal', price: 0 });
    await app.deps.db
      .insert(pricingStrategies)
      .values({ storyId: shown.id, type: 'all_premium', priceCoins: 30 });
    t.equal((await asReader()).price, 30);
  });
});
