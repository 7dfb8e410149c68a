import type { Page } from 'playwright';
import type { Account } from '../support/app.ts';
import { createEpisode, createStory, uploadCover } from '../support/console.ts';
import type { House } from '../support/house.ts';
import { type BookPaths, bookScreens, makeBooks, NO_BOOK } from './book.ts';
import type { Screen } from './screens.ts';
import { islandsAwake } from './screens-pages.ts';

export type NovelPaths = Record<'novel' | 'novelEmpty', string | null> & BookPaths;
export const NO_NOVEL: NovelPaths = { novel: null, novelEmpty: null, ...NO_BOOK };

export const novelScreens: readonly Screen[] = [
  { name: 'chapters-list', path: ({ paths }) => paths.novel, as: 'creator' },
  { name: 'chapters-none', path: ({ paths }) => paths.novelEmpty, as: 'creator' },
  { name: 'chapters-open', path: ({ paths }) => paths.novel, as: 'creator', prepare: openChapter },
  { name: 'chapters-link', path: ({ paths }) => paths.novel, as: 'creator', whole: false, prepare: askLink },
  {
    name: 'chapters-delete',
    path: ({ paths }) => paths.novel,
    as: 'creator',
    whole: false,
    prepare: askToDelete,
  },
  { name: 'chapters-preview', path: ({ paths }) => paths.novel && `${paths.novel}/chapters`, as: 'creator' },
  ...bookScreens,
];

const TEXT =
  '<p>Nobody on Anholt had ever seen the sea stop. It stopped on a Tuesday.</p>' +
  '<p><em>Since when?</em> she asked, and <strong>nobody</strong> answered.</p><hr>' +
  '<h2>The second night</h2><p>The ice came up to the door and knocked.</p>' +
  '<blockquote><p>Keep the lamp. Keep the book. Keep quiet.</p></blockquote>' +
  '<ul><li>one lamp</li><li>two dogs</li></ul><p>See <a href="https://example.org/ice">the charts</a>.</p>';

export async function makeNovel(house: House, creator: Account): Promise<NovelPaths> {
  const story = await createStory(house, creator, {
    title: 'The Ledger of Ice',
    publication_type: 'novel',
    genre: 'historical',
    cover_media_id: await uploadCover(house, creator),
  });
  const chapters: [string, string][] = [
    ['The Sound', TEXT],
    ['What the Pilot Wrote into the Harbour Book, and What the Harbour Book Wrote Back to Him', TEXT],
    ['Tuesday', ''],
  ];
  const { id } = await createEpisode(house, creator, story.id, 'The Night on Which the Kattegat Froze');
  for (const [title, html] of chapters) {
    const body = { episode_id: id, title, html };
    const reply = await house.call('POST /creator/episodes/chapters', { as: creator, body });
    if (reply.statusCode !== 201) throw new Error(reply.body);
  }
  const empty = await createEpisode(house, creator, story.id, 'Thaw');
  const editor = (episode: string) => `/creator/stories/${story.id}/episodes/${episode}`;
  const books = await makeBooks(house, creator, story.id);
  return { novel: editor(id), novelEmpty: editor(empty.id), ...books };
}

async function openChapter(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('[data-tile] a').first().click();
  await page.locator('[role=toolbar] button:not([aria-disabled])').first().waitFor();
}

async function askLink(page: Page): Promise<void> {
  await openChapter(page);
  await page.locator('[contenteditable] i').click();
  await page.locator('[role=toolbar] button[aria-haspopup=dialog]').click();
  await page.locator('dialog[open] [name=address]').fill('javascript:alert(1)');
  await page.locator('dialog[open] [type=submit]').click();
}

async function askToDelete(page: Page): Promise<void> {
  await openChapter(page);
  await page.getByRole('button', { name: /^(Delete chapter|Kapitel löschen)/ }).click();
}
