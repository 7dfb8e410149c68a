import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import t from 'tap';
import { borrowBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { click, expect, press, ready, runsNoScript, settled } from '../../support/hand.ts';
import { startWeb } from '../../support/web.ts';
import { slotPages } from './slot-pages.ts';

const adServer = Fastify({ forceCloseConnections: true });
const atAdServer: (string | undefined)[] = [];
adServer.get('/slot', (request, reply) => {
  atAdServer.push(request.headers.cookie ?? request.headers.referer);
  return reply.type('text/html').header('set-cookie', 'ad=1; Path=/').send('<!doctype html><p>Buy this');
});
await adServer.listen({ port: 0, host: '127.0.0.1' });
// Another site, so that it gets none of our cookies.
const adOrigin = `http://localhost:${(adServer.server.address() as AddressInfo).port}`;

const told: { slot: number; episode_id: string }[] = [];
let shown: number[] | null = null;
let reader: object | undefined;
const followed: object[] = [];
let asked = 0;
const web = await startWeb({
  setup(app) {
    app.post('/api/ad_impressions', (request, reply) => {
      told.push(request.body as (typeof told)[number]);
      return reply.code(204).send();
    });
    app.get('/api/episodes/:id/ad_slots', (_request, reply) => {
      asked += 1;
      return shown === null ? reply.code(503).send({}) : { slots: shown, reader };
    });
    app.post('/api/ad_follows', (request, reply) => {
      followed.push(request.body as object);
      return reply.code(204).send();
    });
  },
  files: slotPages(adOrigin),
});
const browser = await borrowBrowser();

async function visit(path: string, { js = true, width = 1280, signedIn = false, consent = '' } = {}) {
  told.length = 0;
  const context = await browser.newContext({ javaScriptEnabled: js, viewport: { width, height: 800 } });
  if (signedIn) await context.addCookies([{ name: 'signed_in', value: '1', url: web.origin }]);
  if (consent) await context.addCookies([{ name: 'consent', value: consent, url: web.origin }]);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  if (!js) runsNoScript(page);
  await page.goto(web.origin + path);
  await ready(page);
  return { page, context, problems, slot: (number: number) => page.locator(`[data-slot="${number}"]`) };
}

await t.test(
  'ADS-02, ADS-03 after the 4th and the 8th of 12 pages, named, and skipped by one press',
  async (t) => {
    for (const width of [320, 360, 1280]) {
      const { page, context, slot } = await visit('/', { js: false, width });
      await expect(page.locator('[data-slot]')).toHaveCount(2);
      await expect(slot(4)).toHaveAttribute('aria-label', 'Advertisement');
      await expect(slot(4)).toContainText('This slot pays Mirko Haas.');
      const own = slot(4).getByRole('link', { name: 'Draw the next one.' });
      await expect(own).toHaveAttribute('href', '/creator/stories/new');
      const foreign = slot(8).getByRole('link', { name: 'Mugs' });
      await expect(foreign).toHaveAttribute('href', 'https://shop.example/mugs');
      await expect(foreign).toHaveAttribute('rel', /sponsored/);
      const measured = await settled(page, () =>
        page.evaluate(() => {
          const heightOf = (number: number) =>
            document.querySelector(`[data-slot="${number}"]`)?.getBoundingClientRect().height;
          const box = document.querySelector('[data-slot="4"] [data-box]')?.getBoundingClientRect();
          return {
            isOneSize: heightOf(4) === heightOf(8),
            isFitting: document.documentElement.scrollWidth <= innerWidth,
            box: [box?.width, box?.height],
          };
        }),
      );
      t.same(measured, { isOneSize: true, isFitting: true, box: [300, 250] }, `${width}`);
      await click(slot(4).getByRole('link', { name: 'Page 5 comes next.' }));
      await expect(page).toHaveURL(/#p5$/);
      const top = () =>
        page.locator('#p5').evaluate((it) => Math.floor(it.getBoundingClientRect().top / 100));
      await expect.poll(top, { message: 'the next page is there' }).toBe(0);
      await context.close();
    }
  },
);

await t.test('ADS-02 German readers are told in German', async () => {
  const { context, slot } = await visit('/de', { js: false });
  await expect(slot(4)).toHaveAttribute('aria-label', 'Anzeige');
  await expect(slot(4)).toContainText('Als Nächstes kommt Seite 5.');
  await context.close();
});

await t.test('ADS-06 each one that was looked at is told once', async (t) => {
  const { page, context, problems, slot } = await visit('/');
  await slot(4).scrollIntoViewIfNeeded();
  await eventually('one is told', () => told.length === 1);
  await page.locator('#p1').scrollIntoViewIfNeeded();
  await slot(4).scrollIntoViewIfNeeded();
  await slot(8).scrollIntoViewIfNeeded();
  await eventually('the other is told', () => told.some((one) => one.slot === 8));
  t.same(told, [
    { episode_id: 'an-episode', slot: 4, ad_id: '0' },
    { episode_id: 'an-episode', slot: 8, ad_id: '1' },
  ]);
  t.same(problems, []);
  t.equal(asked, 0, 'nobody is asked about visitors');
  await context.close();
});

await t.test('ADS-05 for the team and administrators they go, and nothing is told', async (t) => {
  shown = [];
  const { page, context, slot } = await visit('/', { signedIn: true });
  await slot(4).waitFor({ state: 'hidden' });
  await slot(8).waitFor({ state: 'hidden' });
  await page.locator('#p5').scrollIntoViewIfNeeded();
  t.same(told, []);
  await context.close();
  shown = [4, 8];
  const reader = await visit('/', { signedIn: true });
  await reader.slot(4).scrollIntoViewIfNeeded();
  await eventually('one is told', () => told.length === 1);
  await reader.context.close();
});

await t.test('ADS-02 who is not meant sees another one in the same place, and is told why', async (t) => {
  shown = [4, 8];
  for (const publishes of [true, false]) {
    reader = { publishes, subscriptions_count: 0, has_app: false };
    const { page, context, problems, slot } = await visit('/', { signedIn: true });
    const box = slot(4).locator('[data-box]');
    const name = publishes ? 'Mugs' : 'Draw the next one.';
    await eventually('it is asked and chosen', () => asked > 0);
    await expect(box.getByRole('link', { name })).toBeVisible();
    await expect(box.getByRole('link')).toHaveCount(1);
    t.match(await settled(page, () => box.boundingBox()), { width: 300, height: 250 });
    const why = publishes ? 'meant for everybody' : 'who have not published anything yet';
    await click(slot(4).locator('summary'));
    await expect(slot(4).getByText(why)).toBeVisible();
    await expect(slot(4).locator('[data-why]:visible'), 'one reason').toHaveCount(1);
    followed.length = 0;
    // A tap at the screen's edge turns the page and does not count as a visit.
    await page.evaluate(() =>
      document.addEventListener('click', (event) => event.preventDefault(), { once: true }),
    );
    await box.getByRole('link').click();
    // This listener runs after the slots' listener, so the visit counts.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await box.getByRole('link').click();
    await eventually('it is told', () => followed.length === 1);
    t.same(followed, [{ episode_id: 'an-episode', slot: 4, ad_id: publishes ? '1' : '0' }]);
    t.same(problems, []);
    await context.close();
  }
  reader = undefined;
});

await t.test(
  'ADS-02 one that was shown often enough today gives way to another one, and nothing moves',
  async (t) => {
    const { page, context, slot } = await visit('/');
    await slot(8).getByRole('link', { name: 'Mugs' }).waitFor();
    await slot(8).scrollIntoViewIfNeeded();
    await eventually('it is told', () => told.length === 1);
    await page.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shift: (entry as never as { value: number }).value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await expect(slot(8).getByRole('link', { name: 'Mugs' }), 'the one in sight stays').toHaveCount(1);
    const shift = () => page.evaluate(() => (window as never as { shift: number }).shift);
    t.equal(await settled(page, shift), 0);
    await page.reload();
    await expect(slot(8).getByRole('link', { name: 'Draw the next one.' })).toBeVisible();
    await expect(slot(8).getByRole('link', { name: 'Mugs' })).toHaveCount(0);
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('adverts') ?? '{}').shown);
    await expect.poll(kept, { message: 'that it was shown, and nothing else' }).toEqual({ 1: 1 });
    await context.close();
  },
);

await t.test('ADS-02 a story that nobody wants to see again is gone at once, and stays so', async (t) => {
  const { page, context, problems, slot } = await visit('/again');
  const box = slot(4).locator('[data-box]');
  const placed = () => settled(page, () => box.boundingBox());
  await click(slot(4).locator('summary'));
  const again = slot(4).getByRole('button', { name: 'Not this story again' });
  const before = await placed();
  await again.focus();
  await press(page, 'Enter');
  for (const number of [4, 8])
    await expect(slot(number).getByRole('link', { name: 'Where were you?' })).toBeVisible();
  t.same(await placed(), before, 'nothing moves');
  const told = page.locator(':focus');
  await expect(told).toHaveText('You will not see it again here. Only this browser knows.');
  await page.reload();
  await expect(slot(4).getByRole('link', { name: 'Where were you?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'The Moth Queen' })).toHaveCount(0);
  const unwanted = () => page.evaluate(() => localStorage.getItem('adverts-unwanted'));
  await expect.poll(unwanted).toBe('["moths"]');
  await page.goto(`${web.origin}/alone`);
  await slot(4).locator('[data-box]:empty').waitFor();
  t.match(await placed(), { width: 300, height: 250 });
  await page.evaluate(() => localStorage.setItem('adverts-unwanted', '{"no": "list"}'));
  await page.reload();
  await expect(slot(4).getByRole('link', { name: 'The Moth Queen' })).toBeVisible();
  t.same(problems, []);
  await context.close();
});

await t.test('ADS-02 without a script nobody is offered what it cannot do', async () => {
  const { context, slot } = await visit('/again', { js: false });
  await click(slot(4).locator('summary'));
  const settings = slot(4).getByRole('link', { name: 'Settings for advertising' });
  await expect(settings).toHaveAttribute('href', '/cookies');
  await expect(slot(4).getByRole('button')).toHaveCount(0);
  await context.close();
});

await t.test('ADS-05 without an agreement no other firm learns of the reader', async (t) => {
  for (const consent of ['', '1.2026-11-23.none', '0.2026-11-23.adverts', 'adverts']) {
    const { page, context, slot } = await visit('/', { consent });
    await slot(4).scrollIntoViewIfNeeded();
    await eventually('one is told', () => told.length === 1);
    await expect(page.locator('iframe'), consent).toHaveCount(0);
    t.same(atAdServer, [], consent);
    await context.close();
  }
});

await t.test(
  'ADS-05 with it the frame has the size of our own, no cookies and no way into the page',
  async (t) => {
    const { page, context, slot } = await visit('/', { consent: '1.2026-11-23.adverts' });
    const place = () => settled(page, () => slot(8).boundingBox());
    const before = await place();
    await slot(4).scrollIntoViewIfNeeded();
    const frame = slot(4).locator('iframe');
    await frame.contentFrame().getByText('Buy this').waitFor();
    t.same(atAdServer.slice(0, 1), [undefined], 'neither a cookie nor the page is told');
    t.match(await settled(page, () => frame.boundingBox()), { width: 300, height: 250 });
    t.equal((await place())?.height, before?.height, 'nothing moves');
    const inside = page.frames().find((each) => each.url().startsWith(adOrigin));
    const reach = await inside?.evaluate(() => {
      const attempt = (work: () => unknown) => {
        try {
          return String(work());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        attempt(() => document.cookie),
        attempt(() => localStorage.length),
        attempt(() => parent.document.title),
        attempt(() => window.origin),
      ];
    });
    t.same(reach, ['SecurityError', 'SecurityError', 'SecurityError', 'null']);
    await expect(slot(4)).not.toContainText(/It is our own|by Tsuzuki/);
    await context.close();
  },
);

await t.test('ADS-05 no other origin can be framed', async (t) => {
  const { page, context, problems } = await visit('/');
  await page.evaluate(
    (src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
    },
    `${web.origin.replace('127.0.0.1', 'localhost')}/`,
  );
  await eventually('the policy refuses', () => problems.some((problem) => problem.includes('frame-src')));
  t.match(problems.join(), adOrigin);
  await context.close();
});

await browser.close();
await web.close();
await adServer.close();
