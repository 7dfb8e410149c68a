/** An episode on paper: each page of a comic on a sheet of its own, and the whole text of a chapter. */
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 12;

t.test('printing an episode prints all its pages', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  for (const isPaged of [true, false]) {
    const { path } = await publishSerial(site, creator, { pages: PAGES, isPaged });
    for (const size of [phone, wide]) {
      const name = `${isPaged ? 'page by page' : 'scrolling'}, ${size.viewport.width} px`;
      const { page, context, faults, goto } = await site.open(size);
      await goto(`${path}/1`);
      await page.locator('[data-staged]').waitFor();
      await page.emulateMedia({ media: 'print' });
      // What fetches the pictures comes at rest.
      await eventually(`all pictures are there, ${name}`, () =>
        page.evaluate(() => {
          dispatchEvent(new Event('beforeprint'));
          const images = [...document.querySelectorAll<HTMLImageElement>('[data-stage] [data-item] img')];
          return images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
        }),
      );
      const drawn = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-stage] [data-item]')].map((item) => {
          const { height, left, right } = item.querySelector('img')?.getBoundingClientRect() ?? {
            ...{ height: 0, left: 0, right: 0 },
          };
          return height > 100 && left >= 0 && right <= innerWidth + 1;
        }),
      );
      t.same(
        drawn,
        Array.from({ length: PAGES }, () => true),
        name,
      );
      t.equal(await page.locator('[data-bar]').filter({ visible: true }).count(), 0, 'no bars');
      const paper = await page.pdf({ format: 'A4' });
      const sheets = paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;
      t.equal(sheets, PAGES, `sheets, ${name}`);
      t.same(faults, []);
      await context.close();
    }
  }
});
