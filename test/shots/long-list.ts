import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { users } from '../../db/schema/index.ts';
import type { House } from '../support/house.ts';
import { addLongStory } from '../support/long-story.ts';
import type { Screen } from './screens.ts';

export type LongListPaths = Record<'longList', string | null>;
export const NO_LONG_LIST: LongListPaths = { longList: null };

const EPISODES = 124;
const MIXED = '119-published_120-scheduled_121-not_ready.cover.pages_122-not_ready.pages_123-episode_blocked';

export const longListScreens: readonly Screen[] = [
  { name: 'long-list', path: ({ paths }) => paths.longList, as: 'creator' },
  {
    name: 'long-list-chosen',
    path: ({ paths }) => paths.longList,
    as: 'creator',
    whole: false,
    prepare: chooseSome,
  },
  { name: 'long-list-together', path: ({ paths }) => paths.longList, as: 'creator', prepare: openTogether },
  {
    name: 'long-list-refused',
    path: ({ paths }) => paths.longList,
    as: 'creator',
    whole: false,
    prepare: planWrongly,
  },
  {
    name: 'long-list-refused-plain',
    path: ({ paths }) => paths.longList,
    as: 'creator',
    plain: true,
    prepare: planWrongly,
  },
  {
    name: 'long-list-outcomes',
    path: ({ paths }) => paths.longList && `${paths.longList}?episodes=101&released=${MIXED}`,
    as: 'creator',
    whole: false,
  },
  {
    name: 'long-list-outcomes-plain',
    path: ({ paths }) => paths.longList,
    as: 'creator',
    plain: true,
    whole: false,
    prepare: publishAll,
  },
];

/** The last six episodes are drafts without their own pictures. One of them is planned. */
export async function makeLongList(house: House, email: string): Promise<LongListPaths> {
  const { db } = house.deps;
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const { id } = await addLongStory(house.deps, owner?.id ?? '', {
    slug: 'many-lamps',
    episodes: EPISODES,
  });
  await db.execute(sql`
    update episodes set thumbnail_media_id = null,
      status = case when position > ${EPISODES - 6} then 'in_progress' else status end,
      published_rank = least(published_rank, ${EPISODES - 6}),
      published_at = case when position > ${EPISODES - 6} then null else published_at end,
      first_published_at = case when position > ${EPISODES - 6} then null else first_published_at end
    where story_id = ${id}`);
  return { longList: `/creator/stories/${id}` };
}

const boxes = (page: Page) => page.locator('[name=episode_ids]');

async function openTogether(page: Page): Promise<void> {
  await page.locator('details:has(#together) > summary').click();
}

async function chooseSome(page: Page): Promise<void> {
  for (const at of [0, 2, 3]) await boxes(page).nth(at).check();
  await openTogether(page);
}

async function planWrongly(page: Page): Promise<void> {
  await chooseSome(page);
  await page.locator('#together [name=date]').fill('02/30/2027');
  await page.locator('#together [name=zone_name]').fill('Berlin');
  await page.locator('#together [value=schedule]').click();
  await page.locator('[aria-invalid=true], .refused').first().waitFor();
}

async function publishAll(page: Page): Promise<void> {
  await chooseSome(page);
  await page.locator('#together [value=publish]').click();
  await page.waitForURL(/released=/);
}
