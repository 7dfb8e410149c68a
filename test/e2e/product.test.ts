import t from 'tap';
import { addDays, utcDay } from '../../server/lib/days.ts';
import { violations } from '../support/axe.ts';
import { createEpisode, createStory, publishStory, uploadCover } from '../support/console.ts';
import { click, expect, fill, press } from '../support/hand.ts';
import { mailedPath } from '../support/mail.ts';
import { mustDo } from '../support/releases.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, type Tab, wide } from '../support/site.ts';

t.test('the product', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Reader');
  const comics = await publishStory(site, creator, { title: 'Night Train' });
  const indie = await publishStory(site, creator, { title: 'Yard Sale', publication_type: 'indie' });
  const novel = await createStory(site, creator, {
    title: 'The Ledger',
    publication_type: 'novel',
    cover_media_id: await uploadCover(site, creator),
  });
  const chapters = await createEpisode(site, creator, novel.id, 'Ice');
  const written = { episode_id: chapters.id, title: 'The Pilot', text: 'Nobody had seen the sea stop.' };
  await site.call('POST /creator/episodes/chapters', { as: creator, body: written });
  const more = { ...written, title: 'The Sound', text: 'Then everybody heard it.' };
  await site.call('POST /creator/episodes/chapters', { as: creator, body: more });
  await site.runJobs();
  await mustDo(site, creator, chapters.id, 'publish', {});
  const locked = await publishStory(site, creator, { title: 'Ash Street' });
  const price = { type: 'all_premium', price: 30 };
  await site.call(`PUT /creator/pricing_strategies/${locked.story.id}`, { as: creator, body: price });
  site.caches.purge(['all']);

  const STORY = `/stories/${comics.story.slug}`;
  const PREMIUM = `/stories/${locked.story.slug}/1`;

  async function readFromTheStart({ page, goto }: Tab, slug: string): Promise<void> {
    await goto('/');
    await click(page.locator(`main a[href="/stories/${slug}"]:visible`).first());
    await expect(page).toHaveURL(new RegExp(`/stories/${slug}$`));
    await click(page.locator(`main a[href="/stories/${slug}/1"]:visible`).first());
    await expect(page).toHaveURL(new RegExp(`/stories/${slug}/1$`));
  }

  async function seePictures({ page }: Tab): Promise<void> {
    const pictures = page.locator('main img[alt]:not([alt=""])');
    await expect(pictures).toHaveCount(3);
    for (const each of await pictures.all()) {
      await each.scrollIntoViewIfNeeded();
      await expect
        .poll(() => each.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true);
    }
  }

  await t.test('RDR-21 comics, indie and novels are read in the web reader', async (t) => {
    const tab = await site.open(phone);
    await readFromTheStart(tab, comics.story.slug);
    await seePictures(tab);
    await readFromTheStart(tab, indie.story.slug);
    await seePictures(tab);
    await readFromTheStart(tab, novel.slug);
    await expect(tab.page.getByText('Nobody had seen the sea stop.')).toBeVisible();
    t.same(tab.faults, []);
    await tab.context.close();
  });

  await t.test('RDR-21 comics and novels are read without scripts', async (t) => {
    const tab = await site.open({ ...phone, javaScriptEnabled: false });
    await readFromTheStart(tab, comics.story.slug);
    await seePictures(tab);
    await readFromTheStart(tab, novel.slug);
    await expect(tab.page.getByText('Nobody had seen the sea stop.')).toBeVisible();
    t.same(tab.faults, []);
    await tab.context.close();
  });

  await t.test('NOV-03 RDR-21 the preview of chapters leads through them as the reader does', async (t) => {
    const { page, context, faults, goto } = await site.open({ as: creator, ...wide });
    await goto(`/creator/stories/${novel.id}/episodes/${chapters.id}/chapters`);
    await expect(page.getByRole('heading', { name: 'The Pilot' })).toBeVisible();
    await click(page.getByRole('link', { name: 'Continue reading' }));
    await expect(page).toHaveURL(/\/chapters\?chapter=2$/);
    await expect(page.getByText('Then everybody heard it.')).toBeVisible();
    t.same(await violations(page), []);
    t.same(faults, []);
    await context.close();
  });

  await t.test('OPS-14 React wakes what the server drew instead of drawing it again', async (t) => {
    const { page, context, faults, goto } = await site.open({ as: creator });
    // Marks the server's nodes before any module runs: modules are deferred until parsing ends.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState !== 'interactive') return;
        for (const island of document.querySelectorAll('tsuzuki-island'))
          for (const node of island.querySelectorAll('*')) Object.assign(node, { isOfTheServer: true });
      });
    });
    await goto(`/creator/stories/${indie.story.id}/details`);
    const title = page.getByLabel('Title', { exact: true });
    await fill(title, 'Yard Sales');
    await expect(page.getByText(/^Story saved, /)).toBeVisible();
    await expect.poll(() => title.evaluate((input) => 'isOfTheServer' in input)).toBe(true);
    t.same(faults, [], 'no mismatch');
    await context.close();
  });

  const signIn = async ({ page }: Tab, password: string): Promise<void> => {
    await fill(page.getByLabel('E-mail'), reader.email);
    await fill(page.getByLabel('Password'), password);
    await click(page.getByRole('button', { name: 'Sign in' }));
  };

  await t.test('ACC-53 from a story, over sign-up, back to the story', async () => {
    const { page, context, goto } = await site.open();
    await goto(STORY);
    await click(page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
    await click(page.getByRole('link', { name: 'Create an account' }));
    await fill(page.getByLabel('Display name'), 'Mira');
    await fill(page.getByLabel('E-mail', { exact: true }), 'mira@post.example');
    await fill(page.getByLabel('Password'), 'a long enough secret');
    await fill(page.getByLabel('Month'), '2');
    await fill(page.getByLabel('Day'), '3');
    await fill(page.getByLabel('Year'), '1990');
    await click(page.getByRole('button', { name: 'Create an account' }));
    await expect(page).toHaveURL((url) => url.pathname === STORY);
    await expect(page.getByRole('heading', { name: /Night Train/ }).first()).toBeVisible();
    await context.close();
  });

  await t.test('ACC-53 RDR-17 from a locked page, over a forgotten password, to its price', async (t) => {
    const tab = await site.open();
    const { page, context, goto } = tab;
    t.equal(await goto(PREMIUM), 402);
    await click(page.getByRole('main').getByRole('link', { name: 'Sign in' }));
    await signIn(tab, 'not this one');
    await click(page.getByRole('link', { name: 'Set a new password' }));
    await expect(page).toHaveURL(/\/forgotten_password/);
    await fill(page.getByLabel('E-mail'), reader.email);
    await click(page.getByRole('button', { name: 'Send the link' }));
    await expect(page).toHaveURL(/\/sign_in/);
    await site.runJobs();
    await goto(await mailedPath(site, reader.email));
    const fields = page.locator('input[type=password]');
    for (const at of [0, 1]) await fill(fields.nth(at), 'seven grey herons');
    await click(page.locator('tsuzuki-island[name=ResetForm] button[type=submit]'));
    await expect(page).toHaveURL(/\/sign_in/);
    await signIn(tab, 'seven grey herons');
    await expect(page).toHaveURL((url) => url.pathname === PREMIUM);
    await expect(page.getByRole('dialog').getByText('Short by')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
    await context.close();
  });

  await t.test(
    'a long text has its contents at the side, folded on a phone, and marks what is in sight',
    async (t) => {
      const { page, context, goto, faults } = await site.open({ viewport: { width: 1280, height: 800 } });
      await goto('/terms_of_service#coins');
      const side = page.getByRole('navigation', { name: 'Contents' });
      const marked = () =>
        side.evaluate((nav) =>
          [...nav.querySelectorAll('a')]
            .filter((link) => getComputedStyle(link).fontWeight === '700')
            .map((link) => link.textContent),
        );
      await expect.poll(marked).toEqual(['Coins']);
      await click(side.getByRole('link', { name: 'Reading' }));
      await expect(page).toHaveURL(/#reading$/);
      await expect(page.locator('#reading')).toBeInViewport();
      await expect.poll(marked).toEqual(['Reading']);
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(page.locator('main summary')).toBeVisible();
      await expect(side).toBeHidden();
      await page.locator('main summary').focus();
      await press(page, 'Enter');
      await expect(side.getByRole('link', { name: 'Coins' })).toBeVisible();
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('printed is the text alone, with where its links lead', async () => {
    const { page, context, goto } = await site.open();
    await goto('/de/terms_of_service');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'Münzen' })).toBeVisible();
    for (const hidden of ['header', 'footer', 'main nav', 'main details'])
      await expect(page.locator(hidden).filter({ visible: true })).toHaveCount(0);
    await expect
      .poll(() =>
        page
          .locator('main a[href="/de/privacy_policy"]')
          .evaluate((link) => getComputedStyle(link, '::after').content),
      )
      .toContain('/de/privacy_policy');
    await context.close();
  });

  await t.test('LEG-05 each answer has an address of its own that opens it, without a script', async () => {
    const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
    await goto('/faq#delete');
    await expect(page.locator('#delete').getByText('to change your mind')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'How do I delete my account?' })).toBeInViewport();
    const folded = page.locator('details', { hasText: 'Where do I buy coins?' });
    await expect(folded.locator('p').first()).toBeHidden();
    await folded.locator('summary').focus();
    await press(page, 'Enter');
    await expect(folded.locator('p').first()).toBeVisible();
    await context.close();
  });

  await t.test('LEG-12, I18-15 the calendar tells each day by the reader’s own clock', async (t) => {
    const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
    const now = site.deps.clock.now();
    const today = utcDay(now);
    /** 23:30 UTC the day after tomorrow. In Berlin this is already the next day. */
    const late = new Date(`${addDays(today, 2)}T23:30:00Z`);
    const soon = await addStory(await addAuthor(), { title: 'Soon' });
    await addEpisode(soon, 1, { publishedAt: now });
    const plan = { status: 'scheduled', publishedAt: null, publishAt: late, isAnnounced: true } as const;
    await addEpisode(soon, 2, plan);
    const { page, faults, context, goto } = await site.open({ ...wide, timezoneId: 'Europe/Berlin' });
    await page.route('**/media/**', (route) => route.fulfill({ body: '', contentType: 'image/png' }));
    await goto('/');
    await click(page.getByRole('link', { name: 'Full calendar' }));
    await expect(page).toHaveURL(/\/calendar$/);
    if (utcDay(late).slice(0, 7) !== today.slice(0, 7))
      await click(page.getByRole('link', { name: 'The month after' }));
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Europe/Berlin' });
    await expect(page.locator('main li', { hasText: 'announced' })).toContainText(
      new RegExp(`^\\s*${weekday.format(late)} 0[01]:30\\s+Soon`),
      { useInnerText: true },
    );
    t.same(faults, []);
    await context.close();
  });
});
