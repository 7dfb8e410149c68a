import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { chooserAfter } from '../../support/chooser.ts';
import { createEpisode, createStory, uploadCover, uploadPages } from '../../support/console.ts';
import { eventually, workUntil } from '../../support/eventually.ts';
import { click, expect, press, reach, tabTo, type } from '../../support/hand.ts';
import { draw } from '../../support/pictures.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
const creator = await site.signUp('Mira');
const story = await createStory(site, creator, { cover_media_id: await uploadCover(site, creator) });
const picture = await draw({ width: 60, height: 80, format: 'jpeg' }, (x, y) => [x, y, 128]);
const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: picture });

async function addEpisode(title?: string) {
  const { id } = await createEpisode(site, creator, story.id, title);
  await uploadPages(site, creator, id, ['a.jpg', 'b.jpg', 'c.jpg']);
  await site.runJobs();
  return { id, path: `/creator/stories/${story.id}/episodes/${id}` };
}
const { path } = await addEpisode('By Keys');

const names = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('[data-tile] img')]
      .map(({ alt }) => /[a-z]\.jpg/.exec(alt)?.[0] ?? '')
      .join(),
  );
const shows = (page: Page, order: string) => expect.poll(() => names(page)).toBe(order);
const input = (page: Page) => page.locator('input[type=file][multiple]');
const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();
/** Drops the focus, so that Tab starts at the top of the page. */
const leave = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

await t.test(
  'PAG-01 PAG-02 PAG-03 PAG-04 PAG-05 PAG-06 ERR-54 ERR-55 ERR-56 all of it by keys',
  async (t) => {
    const { page, context, faults, goto } = await site.open({ as: creator });
    await goto(path);
    await tabTo(button(page, /^Upload$/));
    const chooser = await chooserAfter(page, () => press(page, 'Enter'));
    await chooser.setFiles([file('d.jpg')]);
    await expect(page.locator('[data-grip]')).toHaveCount(4);
    await tabTo(button(page, /^Page 4:/));
    await press(page, 'Home');
    await shows(page, 'd.jpg,a.jpg,b.jpg,c.jpg');
    await expect(page.getByText('Pages sorted')).toBeVisible();
    await expect(button(page, /^Page 1:/)).toBeFocused();

    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Page 1' });
    await tabTo(dialog.getByLabel(/Move to position/));
    await press(page, 'Control+A');
    await type(page, '3');
    await press(page, 'Enter');
    await shows(page, 'a.jpg,b.jpg,d.jpg,c.jpg');

    await leave(page);
    await tabTo(button(page, /^Reverse$/));
    await press(page, 'Enter');
    await shows(page, 'c.jpg,d.jpg,b.jpg,a.jpg');
    await expect(page.getByText('Order changed')).toBeVisible();

    await tabTo(button(page, /^Page 4:/));
    await press(page, 'Enter');
    await tabTo(page.getByRole('dialog', { name: 'Page 4' }).getByRole('button', { name: /^Remove$/ }));
    await press(page, 'Enter');
    await expect(page.getByText('Page removed')).toBeVisible();
    await shows(page, 'c.jpg,d.jpg,b.jpg');
    await tabTo(button(page, /^Undo$/));
    await press(page, 'Enter');
    await shows(page, 'c.jpg,d.jpg,b.jpg,a.jpg');

    await leave(page);
    await tabTo(button(page, /^Page 2:/));
    await press(page, 'Enter');
    await tabTo(page.getByRole('dialog', { name: 'Page 2' }).getByRole('button', { name: /^Replace$/ }));
    const replacer = await chooserAfter(page, () => press(page, 'Enter'));
    await replacer.setFiles(file('e.jpg'));
    await workUntil(site, 'it is replaced', async () => (await names(page)) === 'c.jpg,e.jpg,b.jpg,a.jpg');
    const publish = page.getByRole('button', { name: 'Publish' });
    await workUntil(
      site,
      'it can be published',
      async () => (await publish.getAttribute('aria-disabled')) === 'false',
    );
    await leave(page);
    await tabTo(button(page, /^Describe$/));
    await press(page, 'Enter');
    const texts = page.getByRole('dialog', { name: 'Describe the pages' });
    await tabTo(texts.getByRole('textbox', { name: 'Page 1' }));
    await type(page, 'A train arrives.');
    await press(page, 'Tab');
    await type(page, 'Nobody gets off.');
    t.same(await violations(page), []);
    // Closing saves the last input.
    await press(page, 'Escape');
    await expect(texts).toBeHidden();
    await expect(button(page, /^Describe$/)).toBeFocused();
    await leave(page);
    await tabTo(button(page, /^Publish$/));
    await leave(page);
    await tabTo(page.getByRole('link', { name: /^Preview$/ }).or(button(page, /^Preview$/)));
    await press(page, 'Enter');
    await expect(page).toHaveURL((url) => url.pathname === `${path}/preview`);
    const described = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>('[data-stage] img')].map(
          ({ alt, lang }) => `${alt} (${lang})`,
        ),
      );
    await expect
      .poll(described)
      .toEqual(['A train arrives. (en)', 'Nobody gets off. (en)', 'Page 3 of 4 ()', 'Page 4 of 4 ()']);
    await goto(`${path}/preview?direction=ltr`);
    const stage = page.locator('section[tabindex="0"]');
    await stage.focus();
    await press(page, 'ArrowRight');
    await expect
      .poll(() => stage.evaluate((at) => Math.round(at.scrollLeft / at.clientWidth)), 'a key turns the page')
      .toBe(1);
    t.same(faults, []);
    await context.close();
  },
);

await t.test('axe finds nothing where uploads fail, pause and where a page is open', async (t) => {
  const { page, context, goto } = await site.open({ as: creator });
  await goto(path);
  await input(page).setInputFiles({
    name: 'x.cbr',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('Rar!'),
  });
  await expect(page.getByText('x.cbr').first()).toBeVisible();
  await (await reach(page.locator('[data-grip]').first())).focus();
  await expect(page.locator('[data-grip][aria-roledescription]').first()).toBeAttached();
  t.same(await violations(page), [], 'a refused file, and lists that can be sorted');
  await click(page.getByRole('button', { name: 'Leave out', exact: true }));
  await context.setOffline(true);
  await input(page).setInputFiles([file('f.jpg'), file('g.jpg')]);
  await expect(page.getByText('No connection.')).toBeVisible();
  t.same(await violations(page), [], 'no connection');
  await click(page.getByRole('button', { name: 'Cancel', exact: true }));
  await context.setOffline(false);
  await click(button(page, /^Page 1:/));
  await expect(page.getByRole('dialog', { name: 'Page 1' })).toBeVisible();
  t.same(await violations(page), [], 'a page with its dialog');
  await context.close();
});

await t.test(
  'EPI-40 two tabs: what the other has done is shown first, and nothing of it is undone',
  async (t) => {
    const episode = await addEpisode('Two tabs');
    const [one, two] = await Promise.all([site.open({ as: creator }), site.open({ as: creator })]);
    for (const { goto } of [one, two]) await goto(episode.path);
    const reverse = (page: Page) => click(page.getByRole('button', { name: 'Reverse' }));
    const there = async () => {
      const reply = await site.call(`GET /creator/pages?episode_id=${episode.id}`, { as: creator });
      return reply.json<{ pages: { name: string }[] }>().pages.map(({ name }) => name);
    };
    await reverse(one.page);
    await shows(one.page, 'c.jpg,b.jpg,a.jpg');
    await reverse(two.page);
    await expect(two.page.getByText(/Somebody changed this episode in the meantime/)).toBeVisible();
    await shows(two.page, 'c.jpg,b.jpg,a.jpg');
    await reverse(two.page);
    await shows(two.page, 'a.jpg,b.jpg,c.jpg');
    await eventually('the order is there', async () => String(await there()) === 'a.jpg,b.jpg,c.jpg');

    await input(one.page).setInputFiles([file('d.jpg'), file('e.jpg'), file('f.jpg')]);
    await eventually('all have arrived', async () => (await there()).length === 6);
    t.same((await there()).slice(0, 3), ['a.jpg', 'b.jpg', 'c.jpg'], 'the order of the other tab stays');
    for (const { faults, context } of [one, two]) {
      t.same(
        faults.filter((fault) => !/409/.test(fault)),
        [],
      );
      await context.close();
    }
  },
);
