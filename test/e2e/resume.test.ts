/** A reader goes on where they stopped, on whatever device that was. */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { awake, openReader } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 10;

const itemOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.place.item);
const isAt = (page: Page, item: number) =>
  eventually(`page ${item} is shown`, async () => (await itemOf(page)) === item);

t.test('the place on several devices', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { path, story, episodes } = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  const first = `${path}/1`;
  const keep = (item: number) =>
    site.call(`PUT /episodes/${episodes[0].id}/progress`, {
      as: reader,
      body: { item, furthest_item: item },
    });
  const known = async () => {
    const { body } = await site.call(`GET /stories/${story.id}/mine`, { as: reader });
    return JSON.parse(body).episodes[0];
  };

  await t.test('SOC-08 RDR-18 it is resumed, and opening the episode writes nothing over it', async (t) => {
    await keep(6);
    const { page, context, faults } = await openReader(site, first, { ...phone, as: reader });
    await isAt(page, 6);
    await page.reload();
    await awake(page);
    await isAt(page, 6);
    t.match(await known(), { item: 6, furthest_item: 6 });

    // Read on elsewhere meanwhile: this browser's own place is older.
    await eventually('the place is kept here', () =>
      page.evaluate(() => localStorage.getItem('places')?.includes('"number":6') ?? false),
    );
    await page.goto(path);
    await keep(8);
    await page.goto(first);
    await isAt(page, 8);

    // Back there, the furthest stays.
    await keep(2);
    t.match(await known(), { item: 2, furthest_item: 8 });
    t.same(faults, []);
    await context.close();
  });

  await t.test('SOC-08 a place of the account that could not be read is written by who turns', async (t) => {
    await keep(6);
    const { page, context } = await site.open({ ...phone, as: reader });
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())));
    await page.clock.install();
    await page.route('**/mine?*', (route) => route.abort());
    const asked = page.waitForRequest('**/mine?*');
    await page.goto(first);
    await awake(page);
    await asked;
    await page.clock.fastForward(20_000);
    await page.goto('/about');
    t.same(sent, [], 'not by merely opening it');
    await page.goto(first);
    await awake(page);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(3));
    await eventually('who reads on is followed', async () => {
      await page.clock.fastForward(2000);
      return (await known()).item === 3;
    });
    await context.close();
  });

  await t.test('SOC-08 whoever has moved on, or has followed a link, is offered it', async (t) => {
    await keep(6);
    for (const [view, hash] of [
      [phone, '#p3'],
      [wide, '#p4'],
    ] as const) {
      const { page, context, faults } = await openReader(site, first + hash, { ...view, as: reader });
      const offer = page.getByRole('button', { name: 'Go on at page 6' });
      await offer.waitFor();
      t.equal(await itemOf(page), Number(hash.slice(2)), 'the link leads where it says');
      await offer.click();
      await isAt(page, 6);
      t.notOk(await offer.isVisible());
      t.same(faults, []);
      await context.close();
      await keep(6);
    }
  });
});
