import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { pricingStrategies, ratings, subscriptions } from '../../../db/schema/index.ts';
import { violations } from '../../support/axe.ts';
import { choose, click, expect, press, settled } from '../../support/hand.ts';
import { toastSays } from '../../support/islands.ts';
import { publishSerial } from '../../support/serial.ts';
import { openShelf } from '../../support/shelf.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { phone, startSite, wide } from '../../support/site.ts';

t.test('the story page and its reader', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { story, path, episodes } = await publishSerial(site, creator, { pages: 5 });
  const [first, , third] = episodes;
  await db
    .insert(pricingStrategies)
    .values({ storyId: story.id, type: 'first_free', freeCount: 1, priceCoins: 30 });
  const subscribed = () =>
    db.$count(subscriptions, and(eq(subscriptions.storyId, story.id), eq(subscriptions.readerId, reader.id)));
  const notifyOf = async () => {
    const rows = await db.select().from(subscriptions).where(eq(subscriptions.readerId, reader.id));
    return rows[0]?.notify;
  };
  const starsOf = async () => {
    const rows = await db.select().from(ratings).where(eq(ratings.readerId, reader.id));
    return rows.map(({ stars }) => stars);
  };
  /** Pictures of shelf stories have addresses but no files. */
  const wrong = (faults: readonly string[]) =>
    faults.filter((fault) => !/^dialog: |\/media\/|\b404\b/.test(fault));

  await t.test(
    'STP-02, STP-03, STP-07 a visitor wakes nothing of a reader, and is led to sign in',
    async (t) => {
      const { page, faults, context, goto } = await site.open(wide);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      t.equal(await goto(path), 200);
      await expect(page.locator('tsuzuki-island[name^=Story]').first()).toBeAttached();
      await expect(page.locator('tsuzuki-island[name^=Story][awake]')).toHaveCount(0);
      t.same(
        // Comments are public and load when they come into view.
        asked.filter((each) => /\/api\/(?!comments$)|Story/.test(each)),
        [],
      );
      await click(page.locator('main').getByRole('button', { name: 'Subscribe', exact: true }).first());
      await expect(page).toHaveURL(
        (url) => url.pathname === '/sign_in' && url.searchParams.get('back') === path,
      );
      await goto(path);
      await choose(page.getByRole('radio', { name: '2 stars' }));
      await click(page.getByRole('button', { name: 'Rate' }));
      await expect(page).toHaveURL(
        (url) => url.pathname === '/sign_in' && url.searchParams.get('back') === `${path}#rating`,
      );
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('STP-05, SOC-04, SOC-22 subscribing and back, and the count follows', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
    await watchShifts(page, { onceParsed: true });
    await goto(path);
    const head = page.locator('tsuzuki-island[name=StoryActions]').first();
    const numbers = page.locator('main dl');
    const change = head.getByRole('button', { name: 'Subscribed, change notifications' });
    await expect(numbers).toContainText(/subscribers\s+0\b/, { useInnerText: true });
    await click(head.getByRole('button', { name: 'Subscribe', exact: true }));
    await toastSays(page, 'Subscribed');
    await expect(change).toBeVisible();
    await expect(numbers).toContainText(/subscriber\s+1\b/, { useInnerText: true });
    t.equal(await subscribed(), 1);
    await goto(path);
    await expect(change).toBeVisible();
    t.same(await settled(page, () => shiftsOf(page)), [], 'nothing moves when it is known');
    await change.focus();
    await press(page, 'Enter');
    const choice = page.getByRole('dialog', { name: 'When an episode comes out' });
    await expect(choice.getByRole('radio', { name: /^Here and by e-mail/ })).toBeChecked();
    await press(page, 'ArrowDown');
    await expect.poll(notifyOf).toBe('app');
    t.same(await violations(page), []);
    await press(page, 'Escape');
    await expect(choice).toBeHidden();
    await expect(change).toBeFocused();
    await goto(path);
    await click(change);
    await expect(choice.getByRole('radio', { name: /^Here only/ })).toBeChecked();
    await click(choice.getByRole('button', { name: 'Unsubscribe' }));
    await toastSays(page, 'Unsubscribed');
    await expect(head.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
    t.equal(await subscribed(), 0);
    t.same(faults, []);
    await context.close();
  });

  await t.test('STP-05, SOC-04 on a phone by the sign in the dock', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...phone, as: reader });
    await goto(`/de${path}`);
    const dock = page.locator('tsuzuki-island[name=StoryActions]').last();
    const change = dock.getByRole('button', { name: 'Abonniert, Benachrichtigungen ändern' });
    await click(dock.getByRole('button', { name: 'Abonnieren' }));
    await click(change);
    const choice = page.getByRole('dialog', { name: 'Wenn eine Folge erscheint' });
    await choose(choice.getByRole('radio', { name: /^Nicht benachrichtigen/ }));
    await expect.poll(notifyOf).toBe('none');
    await click(choice.getByRole('button', { name: 'Fertig' }));
    await expect(choice).toBeHidden();
    await click(change);
    await click(choice.getByRole('button', { name: 'Nicht mehr abonnieren' }));
    await expect(dock.getByRole('button', { name: 'Abonnieren', exact: true })).toBeVisible();
    t.equal(await subscribed(), 0);
    t.same(faults, []);
    await context.close();
  });

  await t.test('STP-04, SOC-03 rating by mouse and by keyboard; average and count follow', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
    await watchShifts(page, { onceParsed: true });
    await goto(path);
    const stars = (name: string) => page.getByRole('radio', { name });
    await expect(page.getByText('Tap a star.')).toBeVisible();
    t.same(await settled(page, () => shiftsOf(page)), []);
    await choose(stars('3 stars'));
    await expect(page.getByText(/^You gave 3 on /)).toBeVisible();
    await expect(page.locator('main dl')).toContainText(/\(1 rating\)\s+3\b/, { useInnerText: true });
    await stars('3 stars').focus();
    await press(page, 'ArrowRight');
    await expect(page.getByText(/^You gave 4 on /)).toBeVisible();
    t.same(await starsOf(), [4]);
    await goto(path);
    await expect(page.getByText(/^You gave 4 on /)).toBeVisible();
    await expect(stars('4 stars')).toBeChecked();
    await expect(page.getByRole('img', { name: /^5 stars: 0; 4 stars: 1; 3 stars: 0;/ })).toBeVisible();
    await choose(stars('4 stars'), false);
    await expect(page.getByText('Nobody has rated this story yet.')).toBeVisible();
    t.same(await starsOf(), [], 'a second press takes it back');
    await choose(stars('4 stars'));
    await expect(page.getByText(/^You gave 4 on /)).toBeVisible();
    t.same(faults, []);
    await context.close();
  });

  await t.test('SOC-03 whoever belongs to the team is told that it may not rate', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, as: creator });
    await goto(path);
    await expect(page.getByText('You belong to the team of this story')).toBeVisible();
    await expect(page.getByRole('radio', { name: '1 star', exact: true })).toBeDisabled();
    t.same(faults, []);
    await context.close();
  });

  await t.test('SOC-08 reading on, and marks in the list, for who has an account', async (t) => {
    const keep = (item: number) =>
      site.call(`PUT /episodes/${first.id}/progress`, {
        as: reader,
        body: { item, furthest_item: item },
      });
    t.equal((await keep(3)).statusCode, 204);
    const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
    await watchShifts(page, { onceParsed: true });
    const row = (number: number) => page.locator(`#episode-${number}`);
    for (const view of [wide, phone]) {
      await page.setViewportSize(view.viewport);
      await goto(path);
      const onward = page.getByRole('link', {
        name: view === wide ? 'Continue with episode 1, page 3' : 'Continue: 1, page 3',
      });
      await expect(onward).toHaveAttribute('href', `${path}/1#p3`);
      await expect(row(1)).toContainText('Page 3 of 5');
      await expect(row(1)).toContainText('Continue');
      await expect(row(3)).toContainText('30');
      t.same(await settled(page, () => shiftsOf(page)), []);
    }
    t.same(await violations(page), []);
    t.equal((await keep(5)).statusCode, 204);
    await page.setViewportSize(wide.viewport);
    await goto(`/de${path}`);
    await expect(page.getByRole('link', { name: 'Weiter mit Folge 2', exact: true })).toHaveAttribute(
      'href',
      `/de${path}/2`,
    );
    await expect(row(1)).toContainText('Gelesen');
    t.same(faults, []);
    await context.close();
  });

  await t.test('SOC-08 a visitor reads on where this browser was', async (t) => {
    const { page, faults, context, goto } = await site.open(wide);
    await watchShifts(page, { onceParsed: true });
    await page.addInitScript(
      ([slug, one, two]) => {
        const place = (episodeId: string, number: number, at: number) => ({
          episodeId,
          item: 'x',
          number,
          furthest: number,
          fraction: 0.2,
          at,
        });
        const places = {
          'another/9': place('x', 2, 900),
          [`${slug}/1`]: place(one, 4, 800),
          [`${slug}/3`]: place(two, 1, 700),
          broken: null,
        };
        localStorage.setItem('places', JSON.stringify(places));
      },
      [story.slug, first.id, third.id] as const,
    );
    await goto(path);
    const onward = page.getByRole('link', { name: 'Continue with episode 1, page 4' });
    await expect(onward).toHaveAttribute('href', `${path}/1#p4`);
    await expect(page.locator('#episode-1')).toContainText('Page 4 of 5');
    t.same(await settled(page, () => shiftsOf(page)), []);
    t.same(faults, []);
    await context.close();
  });

  await t.test('PRO-07 SOC-04 a reader subscribes to all by the keyboard, and leaves all', async (t) => {
    const { addEpisode, addStory } = openShelf(site.deps);
    await addEpisode(await addStory(creator.id, { title: 'Day Train' }), 1);
    const { page, context, faults, goto } = await site.open({ ...phone, as: reader });
    await goto('/de/profile/mirko-haas');
    await expect(page.getByText('Du abonnierst damit diese 2 Geschichten.')).toBeVisible();
    await page.getByRole('button', { name: 'Alle abonnieren' }).focus();
    await press(page, 'Enter');
    await expect(page.getByRole('button', { name: 'Alle abonniert' })).toBeVisible();
    await expect(page.getByText('Alle Geschichten abonniert')).toBeVisible();
    t.equal(await subscribed(), 1);
    await goto('/profile/mirko-haas');
    await click(page.getByRole('button', { name: 'Subscribed to all' }));
    await expect(page.getByRole('button', { name: 'Subscribe to all', exact: true })).toBeVisible();
    t.equal(await subscribed(), 0);
    t.same(wrong(faults), []);
    await context.close();
  });

  await t.test(
    'SOC-08 the library says how much is saved on this device, and how much room is left',
    async (t) => {
      const { page, context, goto, faults } = await site.open({ as: reader, ...wide });
      await goto('/library');
      const shelf = page.locator('section', {
        has: page.getByRole('heading', { name: 'Saved on this device' }),
      });
      await expect(shelf.getByText(/Nothing is saved yet · [\d,.]+ [MG]B free/)).toBeVisible();
      await click(shelf.getByRole('link', { name: 'All saved episodes' }));
      await expect(page).toHaveURL(/\/offline$/);
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test(
    'SOC-06, SOC-07 a collection is put in order by buttons and keys, and shared by its link',
    async (t) => {
      const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
      const author = await addAuthor();
      const made = await site.call('POST /collections', {
        as: reader,
        body: { title: 'In order', shared: true },
      });
      const id = made.json().collection.id as string;
      const ids: string[] = [];
      for (const title of ['First', 'Second', 'Third']) {
        const one = await addStory(author, { title });
        await addEpisode(one, 1);
        await site.call(`PUT /collections/${id}/stories/${one.id}`, { as: reader });
        ids.push(one.id);
      }
      const orderNow = async () => {
        const reply = await site.call(`GET /collections/${id}`, { as: reader });
        const stories: { story_id: string }[] = reply.json().collection.stories;
        return stories.map((entry) => ids.indexOf(entry.story_id) + 1);
      };
      const { page, context, goto, faults } = await site.open({ as: reader, ...wide });
      await goto(`/collections/${id}?edit=1`);
      const up = page.getByRole('button', { name: 'Move “Third” up' });
      await click(up);
      await expect.poll(orderNow).toEqual([1, 3, 2]);
      await up.focus();
      await press(page, 'Enter');
      await expect.poll(orderNow).toEqual([3, 1, 2]);
      t.same(await violations(page), []);
      await goto(`/collections/${id}`);
      await click(page.getByRole('button', { name: 'Share this collection' }));
      await expect(page.getByLabel('Link', { exact: true })).toHaveValue(new RegExp(`/collections/${id}$`));
      await click(page.getByRole('button', { name: 'Bluesky' }));
      await expect(page.getByText(/Bluesky/).last()).toBeVisible();
      t.same(await violations(page), []);
      t.same(wrong(faults), []);
      await context.close();
    },
  );
});
