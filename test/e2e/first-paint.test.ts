/** A first visit waits for nothing but the page; later ones are sent no style twice, and look the same. */
import type { Page } from 'playwright';
import t from 'tap';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

/** Runs in the page: what it waited for before the first paint. */
const blocking = () =>
  performance
    .getEntriesByType('resource')
    .filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking')
    .map(({ name }) => new URL(name).pathname);

/** Runs in the page: files of the frame that came over the line. */
const sent = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\.css$|\/theme\./.test(name))
    .filter((entry) => Reflect.get(entry, 'transferSize') > 0)
    .map(({ name }) => new URL(name).pathname);

/** Runs in the page: whether the page itself came without its body, since the browser held it. */
const isKept = () => {
  const [{ transferSize, encodedBodySize } = { transferSize: 0, encodedBodySize: 0 }] =
    performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return transferSize < encodedBodySize;
};

/** Runs in the page: how each element is drawn, in a few words. */
const looks = () =>
  // How far one has read moves while one looks.
  [...document.querySelectorAll('body :not(i, style)')].map((element) => {
    const { color, backgroundColor, display, fontSize, fontWeight, padding, position } =
      getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const name = `${element.localName}.${element.getAttribute('class')}`;
    return [
      name,
      color,
      backgroundColor,
      display,
      fontSize,
      fontWeight,
      padding,
      position,
      width,
      height,
    ].join();
  });

/** Runs in the page: what asked for the large picture, in whatever form. */
const askers = () => {
  const { currentSrc = '' } = document.querySelector<HTMLImageElement>('img[fetchpriority=high]') ?? {};
  const anyForm = currentSrc.replace(/[^/]*$/, '');
  const asked = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(anyForm));
  return asked.map((entry) => Reflect.get(entry, 'initiatorType'));
};

const settled = (page: Page) => page.waitForFunction(() => document.cookie.includes('styles='));

/** Runs in the page: what others write comes when it may, so here it never does. */
const withoutComments = () => {
  const { fetch } = window;
  window.fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).includes('/api/comments')
      ? new Promise(() => undefined)
      : fetch(input, init);
};

/** What stands in for the heading's face is as wide but for some pixels. */
const dressed = (page: Page) =>
  page.waitForFunction(() =>
    [...document.fonts].some((face) => face.family.includes('Piazzolla') && face.status === 'loaded'),
  );

t.test('the first paint', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const { path } = await publishSerial(site, creator, { pages: 2 });
  const paths = ['/', path, `${path}/1`, '/de'];

  for (const screen of [phone, wide]) {
    const at = `at ${screen.viewport.width} px`;
    const bare = new Map<string, string[]>();

    await t.test(`a first visit has all styles in the page, ${at}`, async (t) => {
      for (const address of paths) {
        const { page, context, faults, goto } = await site.open(screen);
        await page.addInitScript(withoutComments);
        await page.route('**/public.*.css', (route) => route.abort());
        await goto(address);
        t.same(await page.evaluate(blocking), [], `${address}: nothing stands before the first paint`);
        t.same(
          await page.evaluate(askers),
          ['link'],
          `${address}: the head asks for the large picture, once`,
        );
        await dressed(page);
        bare.set(address, await page.evaluate(looks));
        await page.waitForLoadState('networkidle');
        t.same(await context.cookies(), [], 'who could not fetch the file is not taken to hold it');
        t.same(
          faults.filter((fault) => !fault.includes('ERR_FAILED')),
          [],
        );
        await context.close();
      }
    });

    await t.test(`the browser fetches the files once, and all looks the same, ${at}`, async (t) => {
      for (const address of ['/', path]) {
        const { page, context, faults, goto } = await site.open(screen);
        // Who has read something sees more on the landing page than who is here for the first time.
        await page.addInitScript(() => localStorage.removeItem('places'));
        await page.addInitScript(withoutComments);
        await goto(address);
        await settled(page);
        await dressed(page);
        t.same(
          await page.evaluate(looks),
          bare.get(address),
          `${address}: what stands in the page is enough`,
        );
        for (const next of paths) {
          await goto(next);
          t.same(await page.evaluate(sent), [], `${next}: no file is sent twice`);
          await dressed(page);
          t.same(await page.evaluate(looks), bare.get(next), `${next}: looks the same`);
          const inPage = await page.locator('style, script:not([src], [type$=json])').count();
          if (next !== address) t.equal(inPage, 0, `${next} links its styles and scripts`);
          else t.ok(await page.evaluate(isKept), `${next}: held by the browser, styles and all`);
        }
        t.same(faults, []);
        await context.close();
      }
    });
  }

  await t.test('without JavaScript every page brings its styles in itself', async (t) => {
    const { page, context, goto } = await site.open({ ...wide, javaScriptEnabled: false });
    for (const address of [...paths, '/']) {
      await goto(address);
      t.equal(await page.locator('style[data-sheet]').count(), 1, address);
      t.equal(await page.locator('link[rel=stylesheet]').count(), 0, address);
    }
    t.same(await context.cookies(), []);
    await context.close();
  });
});
