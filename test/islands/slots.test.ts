/** The advertisement between two pages: how it stands there, when it counts as seen, and what a frame may do. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import t from 'tap';
import { borrowBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { slotPages } from '../support/slot-pages.ts';
import { startWeb } from '../support/web.ts';

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
  await page.goto(web.origin + path);
  if (js) await page.locator('tsuzuki-island[name=Slots][awake]').waitFor({ state: 'attached' });
  return { page, context, problems, slot: (number: number) => page.locator(`[data-slot="${number}"]`) };
}

await t.test(
  'ADS-02, ADS-03 after the 4th and the 8th of 12 pages, named, and skipped by one press',
  async (t) => {
    for (const width of [320, 360, 1280]) {
      const { page, context, slot } = await visit('/', { js: false, width });
      t.equal(await page.locator('[data-slot]').count(), 2);
      t.equal(await slot(4).getAttribute('aria-label'), 'Advertisement');
      t.match(await slot(4).textContent(), 'This slot pays Mirko Haas.');
      t.equal(
        await slot(4).getByRole('link', { name: 'Draw the next one.' }).getAttribute('href'),
        '/creator/stories/new',
      );
      const foreign = slot(8).getByRole('link', { name: 'Mugs' });
      t.equal(await foreign.getAttribute('href'), 'https://shop.example/mugs');
      t.match(await foreign.getAttribute('rel'), 'sponsored');
      const sizes = await Promise.all(
        [4, 8].map(async (number) => (await slot(number).boundingBox())?.height),
      );
      t.equal(sizes[0], sizes[1], 'of one size, whatever stands in it');
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `fits ${width}`);
      await slot(4).getByRole('link', { name: 'Page 5 comes next.' }).click();
      t.equal(new URL(page.url()).hash, '#p5');
      const box = await page.locator('#p5').boundingBox();
      t.ok(box !== null && box.y >= 0 && box.y < 100, 'the next page is there');
      const house = await slot(4).locator('[data-box]').boundingBox();
      t.same([house?.width, house?.height], [300, 250]);
      await context.close();
    }
  },
);

await t.test('ADS-02 German readers are told in German', async (t) => {
  const { context, slot } = await visit('/de', { js: false });
  t.equal(await slot(4).getAttribute('aria-label'), 'Anzeige');
  t.match(await slot(4).textContent(), 'Als Nächstes kommt Seite 5.');
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
    await box.getByRole('link', { name }).waitFor();
    t.equal(await box.getByRole('link').count(), 1);
    const size = await box.boundingBox();
    t.same([size?.width, size?.height], [300, 250]);
    const why = publishes ? 'meant for everybody' : 'who publish nothing yet';
    await slot(4).locator('summary').click();
    await slot(4).getByText(why).waitFor();
    t.equal(await slot(4).locator('[data-why]:visible').count(), 1, 'one reason');
    followed.length = 0;
    // A tap at the edge of the screen turns the page, and is no visit.
    await page.evaluate(() =>
      document.addEventListener('click', (event) => event.preventDefault(), { once: true }),
    );
    await box.getByRole('link').click();
    // Heard after the slots, so that this visit is one.
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
    t.equal(await slot(8).getByRole('link', { name: 'Mugs' }).count(), 1, 'the one in sight stays');
    t.equal(await page.evaluate(() => (window as never as { shift: number }).shift), 0);
    await page.reload();
    await page.locator('tsuzuki-island[name=Slots][awake]').waitFor({ state: 'attached' });
    await slot(8).getByRole('link', { name: 'Draw the next one.' }).waitFor();
    t.equal(await slot(8).getByRole('link', { name: 'Mugs' }).count(), 0);
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('adverts') ?? '{}'));
    t.same(kept.shown, { 1: 1 }, 'that it was shown, and nothing else');
    await context.close();
  },
);

await t.test('ADS-02 a story that nobody wants to see again is gone at once, and stays so', async (t) => {
  const { page, context, problems, slot } = await visit('/again');
  await slot(4).locator('summary').click();
  const again = slot(4).getByRole('button', { name: 'Not this story again' });
  const before = await slot(4).locator('[data-box]').boundingBox();
  await again.focus();
  await page.keyboard.press('Enter');
  for (const number of [4, 8]) await slot(number).getByRole('link', { name: 'Where were you?' }).waitFor();
  t.same(await slot(4).locator('[data-box]').boundingBox(), before, 'nothing moves');
  t.equal(
    await page.evaluate(() => document.activeElement?.textContent),
    'You will not see it again here. Only this browser knows.',
  );
  await page.reload();
  await slot(4).getByRole('link', { name: 'Where were you?' }).waitFor();
  t.equal(await page.getByRole('link', { name: 'The Moth Queen' }).count(), 0);
  t.same(await page.evaluate(() => localStorage.getItem('adverts-unwanted')), '["moths"]');
  told.length = 0;
  await page.goto(`${web.origin}/alone`);
  await page.locator('tsuzuki-island[name=Slots][awake]').waitFor({ state: 'attached' });
  await slot(4).locator('[data-box]:empty').waitFor();
  const size = await slot(4).locator('[data-box]').boundingBox();
  t.same([size?.width, size?.height], [300, 250]);
  await page.evaluate(() => localStorage.setItem('adverts-unwanted', '{"no": "list"}'));
  await page.reload();
  await slot(4).getByRole('link', { name: 'The Moth Queen' }).waitFor();
  t.same(problems, []);
  await context.close();
});

await t.test('ADS-02 without a script nobody is offered what it cannot do', async (t) => {
  const { context, slot } = await visit('/again', { js: false });
  await slot(4).locator('summary').click();
  t.equal(await slot(4).getByRole('button').count(), 0);
  t.equal(
    await slot(4).getByRole('link', { name: 'Settings for advertising' }).getAttribute('href'),
    '/cookies',
  );
  await context.close();
});

await t.test('ADS-05 without an agreement no other firm learns of the reader', async (t) => {
  for (const consent of ['', '1.2026-11-23.none', '0.2026-11-23.adverts', 'adverts']) {
    const { page, context, slot } = await visit('/', { consent });
    await slot(4).scrollIntoViewIfNeeded();
    await eventually('one is told', () => told.length === 1);
    t.equal(await page.locator('iframe').count(), 0, consent);
    t.same(atAdServer, [], consent);
    await context.close();
  }
});

await t.test(
  'ADS-05 with it the frame has the size of our own, no cookies and no way into the page',
  async (t) => {
    const { page, context, slot } = await visit('/', { consent: '1.2026-11-23.adverts' });
    const before = await slot(8).boundingBox();
    await slot(4).scrollIntoViewIfNeeded();
    const frame = slot(4).locator('iframe');
    await frame.contentFrame().getByText('Buy this').waitFor();
    t.same(atAdServer.slice(0, 1), [undefined], 'neither a cookie nor the page is told');
    const box = await frame.boundingBox();
    t.same([box?.width, box?.height], [300, 250]);
    const after = await slot(8).boundingBox();
    t.equal(after?.height, before?.height, 'nothing moves');
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
    t.notMatch(await slot(4).textContent(), /It is our own|by Tsuzuki/);
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
