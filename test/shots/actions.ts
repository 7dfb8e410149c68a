import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { stories } from '../../db/schema/index.ts';
import type { Account } from '../support/app.ts';
import { createEpisode, createStory, uploadCover } from '../support/console.ts';
import type { House } from '../support/house.ts';
import { HOUR_MS } from '../support/releases.ts';
import { publish, uploadPagesOf, uploadPicture } from '../support/works.ts';
import type { Screen } from './screens.ts';
import { islandsAwake } from './screens-pages.ts';

export type ActionPaths = Record<
  | 'deleted'
  | 'deletedNone'
  | 'drawn'
  | 'firstFree'
  | 'firstPublished'
  | 'firstDraft'
  | 'unconfirmed'
  | 'unconfirmedApps',
  string | null
>;
export const NO_ACTIONS: ActionPaths = {
  deleted: null,
  deletedNone: null,
  drawn: null,
  firstFree: null,
  firstPublished: null,
  firstDraft: null,
  unconfirmed: null,
  unconfirmedApps: null,
};

export const actionScreens: readonly Screen[] = [
  { name: 'deleted-stories', path: ({ paths }) => paths.deleted, as: 'creator' },
  { name: 'deleted-none', path: ({ paths }) => paths.deletedNone, as: 'reader' },
  {
    name: 'deed-delete-story',
    path: ({ paths }) => paths.drawn,
    as: 'creator',
    whole: false,
    prepare: askStory,
  },
  {
    name: 'deed-remake',
    path: ({ paths }) => paths.drawn,
    as: 'creator',
    whole: false,
    prepare: chooseStrip,
  },
  {
    name: 'deed-publish',
    path: ({ paths }) => paths.firstDraft,
    as: 'creator',
    whole: false,
    prepare: askFirst,
  },
  {
    name: 'deed-delete',
    path: ({ paths }) => paths.firstDraft,
    as: 'creator',
    whole: false,
    prepare: askLast,
  },
  {
    name: 'deed-unpublish',
    path: ({ paths }) => paths.firstPublished,
    as: 'creator',
    whole: false,
    prepare: askFirst,
  },
  { name: 'deed-move', path: ({ paths }) => paths.firstFree, as: 'creator', whole: false, prepare: moveDown },
  {
    name: 'deed-prices',
    path: ({ paths }) => paths.firstFree && `${paths.firstFree}/prices`,
    as: 'creator',
    prepare: makeDearer,
  },
  { name: 'unconfirmed-settings', path: ({ paths }) => paths.unconfirmed, as: 'newcomer' },
  { name: 'unconfirmed-apps', path: ({ paths }) => paths.unconfirmedApps, as: 'newcomer' },
];

const TITLES = ['A Door in the Dyke', 'Low Water', 'The Man Who Counted Gulls', 'High Water'];

export type Paper = { cover: Buffer; page: Buffer };

/** A story whose first episodes are free, with a draft among them, and three stories deleted at different times. */
export async function makeActions(
  house: House,
  creator: Account,
  { cover, page }: Paper,
): Promise<ActionPaths> {
  const story = await createStory(house, creator, {
    title: 'The Dyke Road',
    cover_media_id: await uploadPicture(house, creator, 'cover', cover),
  });
  const ids: string[] = [];
  for (const title of TITLES) {
    const { id } = await createEpisode(house, creator, story.id, title);
    await uploadPagesOf(house, creator, id, [page]);
    ids.push(id);
  }
  const drawn = await createStory(house, creator, { title: 'Eleven Bridges', format: 'page_ltr' });
  const { id: sketch } = await createEpisode(house, creator, drawn.id, 'The First Bridge');
  await uploadPagesOf(house, creator, sketch, [page, page, page]);
  const deleted = await makeDeleted(house, creator, page);
  await house.runJobs();
  const [first = '', draft = '', ...rest] = ids;
  for (const id of [first, ...rest]) await publish(house, creator, id);
  const body = { type: 'first_free', free_count: 2, price: 30 };
  const path = `/creator/pricing_strategies/${story.id}`;
  const reply = await house.call(`PUT ${path}`, { as: creator, body });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  const editor = `/creator/stories/${story.id}`;
  return {
    deleted,
    deletedNone: deleted,
    drawn: `/creator/stories/${drawn.id}/details`,
    firstFree: editor,
    firstPublished: `${editor}/episodes/${first}`,
    firstDraft: `${editor}/episodes/${draft}`,
    unconfirmed: '/settings',
    unconfirmedApps: '/connected_apps',
  };
}

async function makeDeleted(house: House, creator: Account, page: Buffer): Promise<string> {
  const { db, clock } = house.deps;
  for (const [title, days, type] of [
    ['Späti: Das Sommerheft', 1.2, 'comics'],
    ['The Extraordinarily Patient Lighthouse Keeper, First Draft', 17.5, 'novel'],
    ['A Moth, Sketched', 28.4, 'comics'],
    ['Untitled', 29.6, 'novel'],
  ] as const) {
    const cover = title === 'Untitled' ? null : await uploadCover(house, creator);
    const story = await createStory(house, creator, { title, publication_type: type, cover_media_id: cover });
    const { id } = await createEpisode(house, creator, story.id, 'One');
    if (type === 'comics') await uploadPagesOf(house, creator, id, [page, page]);
    const reply = await house.call(`DELETE /creator/stories/${story.id}`, { as: creator, body: { title } });
    if (reply.statusCode !== 204) throw new Error(reply.body);
    const deletedAt = new Date(clock.now().getTime() - days * 24 * HOUR_MS);
    await db.update(stories).set({ deletedAt }).where(eq(stories.id, story.id));
  }
  return '/creator/stories/deleted';
}

const told = (page: Page): Promise<void> => page.locator('dialog[open] [role=status] li').first().waitFor();

async function askStory(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.getByRole('button', { name: /^(Delete story|Geschichte löschen)/ }).click();
  await page.locator('dialog[open] [name=typed]').fill('Eleven');
  await page.locator('dialog[open] [type=submit]').click();
  await page.locator('dialog[open] [aria-invalid=true]').waitFor();
}

async function chooseStrip(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('[name=format][value=strip]').check({ force: true });
  await page.locator('dialog[open]').waitFor();
}

async function askFirst(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('main h1 ~ div button').last().click();
  await told(page);
}

async function askLast(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.getByRole('button', { name: /^(Delete episode|Folge löschen)/ }).click();
  await told(page);
}

async function moveDown(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('[data-move]').first().focus();
  await page.locator('[data-move$=down]').first().click({ force: true });
  await told(page);
}

async function makeDearer(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('[name=free_count]').fill('1');
  await page.locator('main form [role=status] li').first().waitFor();
}
