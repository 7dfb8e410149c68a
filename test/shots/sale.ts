import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { geofilterStrategies, stories } from '../../db/schema/index.ts';
import type { House } from '../support/house.ts';
import type { Screen } from './screens.ts';

export const saleScreens: readonly Screen[] = [
  { name: 'prices', path: roomOf('/prices'), as: 'creator', prepare: refusePrice },
  { name: 'prices-custom', path: roomOf('/prices'), as: 'creator', prepare: chooseOwnPrices },
  { name: 'countries', path: roomOf('/geofiltering'), as: 'creator', prepare: chooseCountries },
];

function roomOf(room: string): Screen['path'] {
  return ({ paths }) => (paths.storyEditor === null ? null : paths.storyEditor + room);
}

const awake = (page: Page, name: string): Promise<void> =>
  page.locator(`tsuzuki-island[name=${name}][awake]`).waitFor({ state: 'attached' });

async function refusePrice(page: Page): Promise<void> {
  await awake(page, 'PricesForm');
  await page.locator('[value=first_free]').check();
  await page.locator('[name=free_count]').fill('1');
  await page.locator('[name="price_of.first_free"]').fill('1200');
  await page.locator('main form [type=submit]').click();
  await page.locator('main [aria-invalid=true]').first().waitFor();
}

async function chooseOwnPrices(page: Page): Promise<void> {
  await awake(page, 'PricesForm');
  await page.locator('[value=custom]').check();
  await page.locator('[name^="prices."]').last().fill('30');
}

async function chooseCountries(page: Page): Promise<void> {
  await awake(page, 'CountriesForm');
  await page.locator('[value=allow]').check();
  await page.locator('[aria-pressed]').last().click();
}

export async function hideElsewhere(house: House, slug: string): Promise<void> {
  const { db } = house.deps;
  const [story] = await db.select({ id: stories.id }).from(stories).where(eq(stories.slug, slug));
  if (story === undefined) throw new Error(`no story ${slug}`);
  const filter = { type: 'allow' as const, countries: ['JP'] };
  await db
    .insert(geofilterStrategies)
    .values({ storyId: story.id, ...filter })
    .onConflictDoUpdate({ target: geofilterStrategies.storyId, set: filter });
}
