/** Every screen that is photographed. Whoever adds a screen to the product adds it here. */
import type { Page } from 'playwright';
import type { Person, World } from './world.ts';

export type Screen = {
  name: string;
  /** Null where this server has nothing to show there. */
  path: string | ((world: World) => string | null);
  as?: Person;
  /** The whole page, not only what is seen at first; default yes. */
  whole?: boolean;
  /** What somebody does before the picture is taken. */
  prepare?(page: Page, world: World): Promise<void>;
  /** Makes the server fail while the picture is taken. */
  broken?: boolean;
};

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'story', path: '/stories/ash-street' },
  { name: 'story-novel', path: '/stories/room-313' },
  { name: 'story-long-title', path: ({ paths }) => paths.longTitle },
  { name: 'reader-top', path: '/stories/ash-street/1', whole: false },
  { name: 'reader-middle', path: '/stories/ash-street/2', whole: false, prepare: showBars },
  { name: 'reader-episodes', path: '/stories/ash-street/2', whole: false, prepare: openEpisodes },
  { name: 'reader-strip', path: '/stories/bruno-is-awake/1', whole: false, prepare: readOn },
  { name: 'reader-end', path: '/stories/ash-street/1', whole: false, prepare: readToTheEnd },
  { name: 'novel', path: '/stories/room-313/1', whole: false },
  { name: 'novel-middle', path: '/stories/room-313/1', whole: false, prepare: readOn },
  { name: 'locked', path: '/stories/two-umbrellas/4' },
  { name: '404', path: '/nowhere' },
  { name: '451', path: ({ paths }) => paths.unavailable },
  { name: '500', path: '/stories/ash-street?order=newest', broken: true },
  { name: 'sign-in', path: '/sign_in' },
  { name: 'sign-in-error', path: '/sign_in', prepare: signInWrongly },
  { name: 'sign-up', path: '/sign_up' },
  { name: 'sign-up-error', path: '/sign_up', prepare: signUpWrongly },
  { name: 'forgotten-password', path: '/forgotten_password' },
  { name: 'reset-password', path: '/reset_password?token=none' },
  { name: 'confirm-email', path: '/confirm_email?token=none' },
  { name: 'change-password', path: '/change_password', as: 'creator' },
  { name: 'profile', path: '/profile_edit', as: 'creator' },
  { name: 'settings', path: '/settings', as: 'creator' },
  { name: 'connected-apps', path: '/connected_apps', as: 'creator' },
  { name: 'stories', path: '/creator/stories', as: 'creator' },
  { name: 'stories-empty', path: '/creator/stories', as: 'reader' },
  { name: 'user-menu', path: '/', as: 'creator', whole: false, prepare: openUserMenu },
  { name: 'story-editor-new', path: '/creator/stories/new', as: 'creator' },
  { name: 'story-editor', path: ({ paths }) => paths.storyEditor, as: 'creator' },
  { name: 'episode-editor-draft', path: ({ paths }) => paths.draft, as: 'creator' },
  {
    name: 'episode-editor-uploading',
    path: ({ paths }) => paths.draft,
    as: 'creator',
    prepare: uploadSlowly,
  },
  { name: 'episode-editor-published', path: ({ paths }) => paths.published, as: 'creator' },
];

const islandsAwake = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    [
      ...document.querySelectorAll(
        'main tsuzuki-island:not([wake=touch]), tsuzuki-island[name=ReadingProgress]',
      ),
    ].every((island) => island.hasAttribute('awake')),
  );

async function scrollToShare(page: Page, share: number): Promise<void> {
  await islandsAwake(page);
  // In two steps, since readers come by scrolling and the bars go away by it.
  for (const part of [share / 2, share]) {
    await page.evaluate(
      (to) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * to),
      part,
    );
    await page.waitForTimeout(150);
  }
}

function readOn(page: Page): Promise<void> {
  return scrollToShare(page, 0.4);
}

function readToTheEnd(page: Page): Promise<void> {
  return scrollToShare(page, 1);
}

async function showBars(page: Page): Promise<void> {
  await scrollToShare(page, 0.5);
  const { width, height } = page.viewportSize() ?? { width: 360, height: 640 };
  if (await page.locator('#bars').isChecked()) await page.mouse.click(width / 2, height / 2);
}

async function openEpisodes(page: Page): Promise<void> {
  await page.locator('header details summary').last().click();
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
  // Another address every time, else the limit on failures answers.
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

async function uploadSlowly(page: Page, { files }: World): Promise<void> {
  await islandsAwake(page);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 100, downloadThroughput: 1e6, uploadThroughput: 20_000 };
  await line.send('Network.emulateNetworkConditions', slow);
  await page.locator('input[type=file][multiple]').first().setInputFiles(files);
  await page.waitForTimeout(1500);
}
