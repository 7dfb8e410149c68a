import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, episodes, pricingStrategies } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { tagsOfPictures } from '#server/domains/media/uses.ts';
import { findPreview, issuePreview } from '#server/domains/reading/reader/preview.ts';
import { findReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { findStoryPage } from '#server/domains/reading/reader/queries-story.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('thumbnails of episodes', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addEpisode, addStory } = openShelf(deps);
  const owner = await app.signUp('Noor');
  const stranger = await app.signUp('Stranger');
  const none = { thumbnailMediaId: null };

  const pricing = { type: 'first_free', freeCount: 2, priceCoins: 30 } as const;
  const story = await addStory(owner.id, { slug: 'umbrellas' }, { pricing });
  const own = await addEpisode(story, 1);
  const free = await addEpisode(story, 2, none, { pieces: 20 });
  const locked = await addEpisode(story, 3, none);
  const lockedOwn = await addEpisode(story, 4);
  const draft = await addEpisode(story, 5, { ...none, status: 'in_progress', publishedAt: null });
  const first = (episode: { pictures: string[] }) => episode.pictures[0] ?? '?';

  const listed = async (as?: typeof owner): Promise<(string | null)[]> => {
    const { story } = (await app.call('GET /stories/umbrellas', { as })).json();
    return story.episodes.map(({ thumbnail_url }: { thumbnail_url: string | null }) => thumbnail_url);
  };
  const onPage = async (preview?: Parameters<typeof findStoryPage>[2]['preview']) => {
    const page = await findStoryPage(deps, 'umbrellas', { country: null, ...(preview ? { preview } : {}) });
    if ('movedTo' in page) throw new Error('it has this slug');
    return page.episodes.map(({ thumbnail }) => thumbnail);
  };

  await t.test('EPI-03 a free episode without one shows its first page, small and unsigned', async (t) => {
    const [chosen, page] = await listed();
    t.ok(chosen);
    t.notMatch(chosen, first(own), 'what was chosen stays');
    t.match(page, new RegExp(`^/media/${first(free)}/[0-9a-f]{12}/0-360\\.webp$`));
    const [, shown] = await onPage();
    t.match(shown, { url: page, width: 1440, height: 2036 });
    t.equal(shown?.sources.flatMap(({ srcset }) => srcset.split(',')).length, 1, 'one address besides');
    const reader = await findReaderPage(deps, 'umbrellas', 1, { country: null });
    t.equal('next' in reader && reader.next?.thumbnail?.url, page);
  });

  await t.test('EPI-03 PRI-29 no address of a locked first page leaves the server', async (t) => {
    for (const as of [undefined, stranger]) {
      const [, , third, fourth] = await listed(as);
      t.equal(third, null);
      t.ok(fourth, 'what the creator chose is for everybody');
    }
    const [, , third, fourth] = await onPage();
    t.equal(third, null);
    t.ok(fourth);
    const reader = await findReaderPage(deps, 'umbrellas', 2, { country: null });
    t.equal('next' in reader && reader.next?.thumbnail, null);
    for (const episode of [locked, lockedOwn, draft])
      t.notMatch(JSON.stringify([await onPage(), await listed()]), first(episode));
  });

  await t.test('EPI-03 the price decides: made free it is shown, made premium no longer', async (t) => {
    const setFree = (freeCount: number) =>
      deps.db.update(pricingStrategies).set({ freeCount }).where(eq(pricingStrategies.storyId, story.id));
    await setFree(3);
    t.match((await listed())[2], first(locked));
    await setFree(1);
    t.equal((await listed())[1], null);
    await setFree(2);
  });

  await t.test('EPI-03 a preview shows what its reader would see', async (t) => {
    const at = deps.clock.now();
    const viewer = { id: owner.id } as Viewer;
    const seenAs = async (hasUnlocked: boolean) => {
      const wish = { country: null, age: 'from16', hasUnlocked, at } as const;
      const { token, slug } = await issuePreview(deps, viewer, story.id, wish);
      return onPage(await findPreview(deps, viewer, { token, slug }));
    };
    t.equal((await seenAs(false))[2], null);
    t.match((await seenAs(true))[2]?.url, new RegExp(`${first(locked)}.*signature=`));
  });

  await t.test('EPI-03 the team sees the first page of everything, signed', async (t) => {
    const signed = (episode: { pictures: string[] }) => new RegExp(`${first(episode)}/.*signature=`);
    const view = async (id: string) =>
      (await app.call(`GET /creator/episodes/${id}`, { as: owner })).json().episode;
    for (const episode of [free, locked, draft]) {
      t.match(await view(episode.id), { thumbnail_media_id: null, thumbnail_url: signed(episode) });
    }
    const prices = await app.call(`GET /creator/stories/${story.id}/episodes_prices`, { as: owner });
    t.match(prices.json().episodes[2], { thumbnail_url: signed(locked) });
    const schedule = await app.call('GET /creator/schedule', { as: owner });
    const { entries } = schedule.json();
    t.match(
      entries.find(({ number }: { number: number }) => number === 3),
      { thumbnail_url: signed(locked) },
    );
  });

  await t.test('EPI-03 the first page is the first in order, and a novel has none', async (t) => {
    const [last] = draft.pictures.slice(-1);
    await deps.db
      .update(episodePages)
      .set({ position: 0 })
      .where(eq(episodePages.mediaId, last ?? ''));
    const { episode } = (await app.call(`GET /creator/episodes/${draft.id}`, { as: owner })).json();
    t.match(episode.thumbnail_url, last);
    const novel = await addStory(owner.id, { publicationType: 'novel' });
    const chapter = await addEpisode(novel, 1, none, { pages: 0, chapters: ['<p>One.</p>'] });
    const reply = await app.call(`GET /creator/episodes/${chapter.id}`, { as: owner });
    t.equal(reply.json().episode.thumbnail_url, null);
  });

  await t.test('EPI-03 pages that show it are made anew when the picture of the page changes', async (t) => {
    const tagsOf = (mediaId: string) => inTransaction(deps, (tx) => tagsOfPictures(tx, [mediaId]));
    t.same((await tagsOf(first(free))).toSorted(), [`episode:${free.id}`, `story:${story.id}`]);
    t.same(await tagsOf(free.pictures[1] ?? ''), [`episode:${free.id}`], 'a later page stands on no list');
    t.same(await tagsOf(first(own)), [`episode:${own.id}`], 'nor a first one below a thumbnail');
    t.same(await tagsOf(first(draft)), [`episode:${draft.id}`]);
    await deps.db.update(episodes).set({ status: 'blocked' }).where(eq(episodes.id, free.id));
    t.same(await tagsOf(first(free)), [`episode:${free.id}`]);
  });
});
