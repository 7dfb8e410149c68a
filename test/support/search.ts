/** The search of the header with something to find: four comics, an indie story, a founder and another creator. */
import type { Page } from 'playwright';
import { openShelf } from './shelf.ts';
import { type OpenOptions, phone, startSite, wide } from './site.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

export async function startSearch() {
  const site = await startSite();
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const mirko = await addAuthor('Mirko Lampe', { website: 'https://www.lampe.example/', founder: true });
  const ida = await addAuthor('Ida Lamberg');
  const paid = { type: 'first_free', freeCount: 1, priceCoins: 10 } as const;
  for (const [owner, values, pricing] of [
    [mirko, { title: 'The Ninth Lamp', slug: 'ninth-lamp' }, paid],
    [mirko, { title: 'Lamp Oil', slug: 'lamp-oil' }, {}],
    [mirko, { title: 'Lamplight', slug: 'lamplight' }, {}],
    [mirko, { title: 'A Lamp for Nobody', slug: 'nobody' }, {}],
    [mirko, { title: 'Lamp Song', slug: 'lamp-song', publicationType: 'indie' }, {}],
    [ida, { title: 'Balcony', slug: 'balcony' }, {}],
  ] as const)
    await addEpisode(
      await addStory(owner, { coverMediaId: null, description: '', ...values }, { pricing }),
      1,
    );

  /** Pictures that the shelf has addresses of, but no files. */
  const open = async (options: OpenOptions = wide) => {
    const tab = await site.open(options);
    const picture = { contentType: 'image/svg+xml', body: PICTURE };
    await tab.page.route('**/media/**', (route) => route.fulfill(picture));
    return tab;
  };

  return {
    ...site,
    open,
    /** A page whose search is awake, and the calls that it makes. */
    async openSearch(options: OpenOptions = wide, path = '/') {
      const tab = await open(options);
      const asked: string[] = [];
      tab.page.on('request', (request) => {
        const url = new URL(request.url());
        if (/^\/api\/\w+\/search$/.test(url.pathname)) asked.push(url.pathname + url.search);
      });
      await tab.goto(path);
      const field = tab.page.getByRole('combobox');
      if (options === phone) await tab.page.locator('search > button').click();
      await field.focus();
      await tab.page.locator('tsuzuki-island[name=LiveSearch][awake]').waitFor({ state: 'attached' });
      return {
        ...tab,
        field,
        asked,
        hits: tab.page.getByRole('option'),
        panel: tab.page.getByRole('tabpanel'),
        tabs: tab.page.getByRole('tablist'),
      };
    },
  };
}

/** Lets nothing that fits through before it is told so. */
export async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  // What the page has given up meanwhile needs no answer.
  await page.route(pattern, (route) => promise.then(() => route.continue()).catch(() => undefined));
  return release;
}
