/** Every photographed screen. New screens of the product must be added here. */
import type { Page } from 'playwright';
import { addMonths, monthOf } from '../../server/lib/months.ts';
import { actionScreens } from './actions.ts';
import { administrationScreens } from './administration.ts';
import { commentScreens } from './comments.ts';
import { contentScreens } from './contents.ts';
import { factorScreens } from './factors.ts';
import { leavingScreens } from './leaving.ts';
import { longListScreens } from './long-list.ts';
import { novelScreens } from './novel.ts';
import { payoutScreens } from './payouts.ts';
import { readerScreens, readOn } from './reader.ts';
import { reportScreens } from './reports.ts';
import { saleScreens } from './sale.ts';
import { islandsAwake, pageScreens, sendWrongly, uploadSlowly } from './screens-pages.ts';
import { shelfScreens } from './shelf.ts';
import type { Person, World } from './world.ts';

export type Screen = {
  name: string;
  /** Null when this server has nothing to show there. */
  path: string | ((world: World) => string | null);
  as?: Person;
  /** True for the whole page, not only its visible part. Default true. */
  whole?: boolean;
  prepare?(page: Page, world: World): Promise<void>;
  /** Without JavaScript. */
  plain?: boolean;
  /** Makes the server fail while the picture is taken. */
  broken?: boolean;
};

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'story', path: '/stories/ash-street' },
  { name: 'story-novel', path: '/stories/room-313' },
  { name: 'story-long-title', path: ({ paths }) => paths.longTitle },
  ...readerScreens,
  ...commentScreens,
  { name: 'novel', path: '/stories/room-313/1', whole: false },
  { name: 'novel-middle', path: '/stories/room-313/1', whole: false, prepare: readOn },
  { name: 'creator-page', path: '/profile/cem-aydin' },
  { name: 'creator-page-empty', path: '/profile/demo-reader' },
  { name: '404', path: '/nowhere' },
  { name: '451', path: ({ paths }) => paths.unavailable },
  { name: '500', path: '/stories/ash-street?order=newest', broken: true },
  { name: 'sign-in', path: '/sign_in' },
  { name: 'sign-in-error', path: '/sign_in', prepare: signInWrongly },
  { name: 'sign-up', path: '/sign_up' },
  { name: 'sign-up-error', path: '/sign_up', prepare: signUpWrongly },
  { name: 'sign-up-error-plain', path: '/sign_up', plain: true, prepare: sendWrongly },
  { name: 'forgotten-password', path: '/forgotten_password' },
  { name: 'reset-password', path: '/reset_password?token=none' },
  { name: 'confirm-email', path: '/confirm_email?token=none' },
  { name: 'change-password', path: '/change_password', as: 'creator' },
  { name: 'profile', path: '/profile_edit', as: 'creator' },
  { name: 'profile-new-address', path: '/profile_edit', as: 'creator', prepare: changeAddress },
  { name: 'settings', path: '/settings', as: 'creator' },
  ...leavingScreens,
  ...factorScreens,
  { name: 'connected-apps', path: '/connected_apps', as: 'creator' },
  { name: 'stories', path: '/creator/stories', as: 'creator' },
  { name: 'stories-table', path: '/creator/stories?view=table', as: 'creator' },
  { name: 'stories-none-found', path: '/creator/stories?q=zeppelin', as: 'creator' },
  { name: 'stories-empty', path: '/creator/stories', as: 'reader' },
  { name: 'stories-invited', path: '/creator/stories', as: 'colleague' },
  { name: 'team', path: ({ paths }) => paths.team, as: 'creator' },
  { name: 'team-asking', path: ({ paths }) => paths.team, as: 'creator', prepare: askToRemove },
  { name: 'team-alone', path: ({ paths }) => paths.teamAlone, as: 'creator', prepare: inviteWrongly },
  { name: 'team-member', path: ({ paths }) => paths.team, as: 'colleague' },
  { name: 'invitation', path: ({ paths }) => paths.invitation, as: 'colleague' },
  { name: 'invitation-visitor', path: ({ paths }) => paths.invitation },
  { name: 'invitation-other-address', path: ({ paths }) => paths.invitation, as: 'creator' },
  { name: 'invitation-closed', path: ({ paths }) => paths.invitationClosed },
  { name: 'statistics', path: '/creator/statistics', as: 'creator' },
  { name: 'statistics-none', path: '/creator/statistics', as: 'reader' },
  { name: 'statistics-story', path: ({ paths }) => paths.statistics, as: 'creator' },
  {
    name: 'statistics-year',
    path: ({ paths }) => paths.statistics && `${paths.statistics}?days=365&figure=subscribers`,
    as: 'creator',
  },
  {
    name: 'statistics-refused',
    path: ({ paths }) => paths.statistics && `${paths.statistics}?from=2026-02-30`,
    as: 'creator',
  },
  { name: 'statistics-empty', path: ({ paths }) => paths.statisticsEmpty, as: 'creator' },
  { name: 'revenue', path: '/creator/revenue', as: 'creator' },
  ...payoutScreens,
  { name: 'revenue-month', path: lastMonthPath, as: 'creator' },
  { name: 'revenue-empty', path: '/creator/revenue', as: 'reader' },
  { name: 'user-menu', path: '/', as: 'creator', whole: false, prepare: openUserMenu },
  { name: 'story-editor-new', path: '/creator/stories/new', as: 'creator' },
  { name: 'story-editor-novel', path: '/creator/stories/new', as: 'creator', prepare: beginNovel },
  {
    name: 'story-editor-crop',
    path: '/creator/stories/new',
    as: 'creator',
    whole: false,
    prepare: cropCover,
  },
  { name: 'story-editor', path: ({ paths }) => paths.storyEditor, as: 'creator' },
  { name: 'story-details', path: detailsPath, as: 'creator' },
  {
    name: 'story-details-disputed',
    path: detailsPath,
    as: 'creator',
    prepare: disputeTitle,
  },
  {
    name: 'preview-as',
    path: ({ paths }) => paths.storyEditor && `${paths.storyEditor}/preview?country=DE&age=from13`,
    as: 'creator',
  },
  { name: 'preview-as-story', path: previewPath, as: 'creator', whole: false },
  { name: 'preview-as-reader', path: previewPath, as: 'creator', whole: false, prepare: readFirst },
  ...saleScreens,
  ...reportScreens,
  { name: 'episode-editor-draft', path: ({ paths }) => paths.draft, as: 'creator' },
  {
    name: 'episode-editor-uploading',
    path: ({ paths }) => paths.draft,
    as: 'creator',
    prepare: uploadSlowly,
  },
  {
    name: 'publish-now',
    path: ({ paths }) => paths.scheduled,
    as: 'creator',
    whole: false,
    prepare: (page) => openPlan(page, { now: true }),
  },
  {
    name: 'publish-schedule',
    path: ({ paths }) => paths.scheduled,
    as: 'creator',
    whole: false,
    prepare: (page) => openPlan(page, {}),
  },
  {
    name: 'publish-gap',
    path: ({ paths }) => paths.scheduled,
    as: 'creator',
    whole: false,
    prepare: (page) => openPlan(page, { date: '03/28/2027', time: '02:30', zone: 'berlin' }),
  },
  {
    name: 'publish-zones',
    path: ({ paths }) => paths.scheduled,
    as: 'creator',
    whole: false,
    prepare: searchZone,
  },
  { name: 'episode-scheduled', path: ({ paths }) => paths.scheduled, as: 'creator' },
  { name: 'episode-blocked', path: ({ paths }) => paths.blocked, as: 'creator' },
  { name: 'schedule', path: '/creator/schedule', as: 'creator' },
  { name: 'schedule-empty', path: '/creator/schedule?month=2031-02', as: 'creator' },
  ...pageScreens,
  ...novelScreens,
  ...actionScreens,
  ...administrationScreens,
  ...contentScreens,
  ...longListScreens,
  ...shelfScreens,
  { name: 'episode-editor-published', path: ({ paths }) => paths.published, as: 'creator' },
];

async function beginNovel(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.check('[name=publication_type][value=novel]', { force: true });
  await page.locator('[name=title]').fill('The Cartographer’s Daughter');
  await page.locator('[name=tags]').fill('maps, sea, letters,');
}

async function cropCover(page: Page, { files }: World): Promise<void> {
  await islandsAwake(page);
  await page.locator('input[type=file]').first().setInputFiles(files.slice(0, 1));
  await page.locator('dialog[open] img').waitFor();
  await page.waitForTimeout(300);
}

async function disputeTitle(page: Page, { origin }: World): Promise<void> {
  await islandsAwake(page);
  const address = `${origin}/api${new URL(page.url()).pathname.replace(/^\/de|\/details$/g, '')}`;
  const present = (await (await page.request.get(address)).json()).story.description as string;
  await page.request.patch(address, {
    headers: { origin },
    data: { description: `${present.split('\n')[0]} Nine lamps.` },
  });
  await page.locator('[name=description]').fill('Nobody walks home alone.');
  await page.locator('#dispute').waitFor();
  // Restores the description for the next picture.
  await page.request.patch(address, { headers: { origin }, data: { description: present } });
}

async function openUserMenu(page: Page): Promise<void> {
  await page.locator('tsuzuki-island[name=UserMenu] summary').first().click();
}

/** A form may sleep until it is touched. */
async function wakeForm(page: Page): Promise<void> {
  await page.focus('main [name=email]');
  await page.locator('main tsuzuki-island[awake] [name=email]').waitFor();
}

async function signInWrongly(page: Page): Promise<void> {
  await wakeForm(page);
  // A new address every time, otherwise the limit on failures answers.
  await page.fill('[name=email]', `nobody${Date.now()}@example.org`);
  await page.fill('[name=password]', 'not the right one');
  await page.click('main [type=submit]');
  await page.locator('main [role=alert]').first().waitFor();
}

async function signUpWrongly(page: Page): Promise<void> {
  await wakeForm(page);
  await page.evaluate(() => document.querySelector('form')?.setAttribute('novalidate', ''));
  await page.fill('[name=email]', 'mika@');
  await page.fill('[name=password]', 'short');
  await page.click('main [type=submit]');
  await page.locator('main [aria-invalid=true]').first().waitFor();
}

async function changeAddress(page: Page): Promise<void> {
  await wakeForm(page);
  await page.fill('main [name=email]', 'mirko@new.example');
  await page.locator('main [name=current_password]').waitFor();
}

async function askToRemove(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.locator('tsuzuki-island[name=TeamManager] details summary').first().click();
  await page.locator('tsuzuki-island[name=TeamManager] select').nth(1).selectOption('viewer');
}

async function inviteWrongly(page: Page): Promise<void> {
  await islandsAwake(page);
  await page.fill('input[name=email]', 'nobody');
  await page.click('tsuzuki-island[name=TeamManager] form button[type=submit]');
  await page.locator('[aria-invalid=true]').waitFor();
}

async function openPlan(
  page: Page,
  plan: { now?: boolean; date?: string; time?: string; zone?: string },
): Promise<void> {
  await islandsAwake(page);
  await page.locator('main h1 ~ div button').last().click();
  const dialog = page.getByRole('dialog');
  if (plan.now) await dialog.getByRole('radio').first().check({ force: true });
  if (plan.date) await dialog.locator('[name=date]').fill(plan.date);
  if (plan.time) await dialog.locator('[name=time]').fill(plan.time);
  if (plan.zone) {
    await dialog.getByRole('combobox').fill(plan.zone);
    await dialog.getByRole('option').first().click();
  }
}

async function searchZone(page: Page): Promise<void> {
  await openPlan(page, {});
  await page.getByRole('combobox').fill('america');
  await page.getByRole('option').first().waitFor();
}

function detailsPath({ paths }: World): string | null {
  return paths.storyEditor && `${paths.storyEditor}/details`;
}

function previewPath({ paths }: World): string | null {
  return paths.storyEditor && `${paths.storyEditor}/preview?country=DE&age=under13&open=1`;
}

async function readFirst(page: Page): Promise<void> {
  const address = await page.locator('a[href*="/1?preview="]').first().getAttribute('href');
  await page.goto(new URL(address ?? '', page.url()).href);
}

/** Address of the last credited month. */
function lastMonthPath(): string {
  return `/creator/revenue/${addMonths(monthOf(new Date()), -1)}`;
}
