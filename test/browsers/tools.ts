import type { Test } from 'tap';
import { at, fits, reaches } from './looks.ts';
import { PHONE, WIDE, type World } from './world.ts';

export async function useTools(t: Test, { ltr, openReader }: World): Promise<void> {
  for (const [name, size] of Object.entries({ PHONE, WIDE })) {
    await t.test(`RDR-02 RDR-04 panels, ${name.toLowerCase()}`, async (t) => {
      const tab = await openReader(size, `${ltr}/1`);
      await reaches(tab, 1);
      for (const panel of ['episodes', 'reading', 'share']) {
        await tab.click(`[data-tool=${panel}]`);
        await tab.until(
          `the panel ${panel} has the focus`,
          (name) => document.activeElement?.matches(`[data-panel=${name}][open] h2`),
          panel,
        );
        await fits(tab);
        await tab.until('the page stays where it was', () => scrollY === 0);
        await tab.press('Escape');
        await tab.until(
          'its tool has it again',
          (name) => document.activeElement?.matches(`[data-tool=${name}]`),
          panel,
        );
      }
      t.same(await tab.close(), []);
    });
  }

  await t.test('RDR-16 a way of reading is chosen and kept, and so is the place', async (t) => {
    const tab = await openReader(PHONE, `${ltr}/1`);
    await tab.press('ArrowRight', 'ArrowRight');
    await reaches(tab, 3);
    const { width, height } = await tab.look(() => ({ width: innerWidth, height: innerHeight }));
    await tab.clickAt(width / 2, height / 2);
    await tab.click('[data-tool=reading]');
    await tab.click('[data-panel=reading] label:has([value=strip])');
    await tab.until('it scrolls', () => document.documentElement.dataset.way === 'scroll');
    await tab.press('Escape');
    await reaches(tab, 3);
    await tab.until('its picture is seen', () => {
      const { top = 0, bottom = 0 } = document.querySelector('#p3 img')?.getBoundingClientRect() ?? {};
      return top < innerHeight && bottom > 0;
    });
    await tab.goto(`${ltr}/2`);
    await tab.until('it is kept', () => document.documentElement.dataset.direction === 'strip');
    t.same(await tab.close(), []);
  });

  await t.test('HDR-20 HDR-23 the reader’s language menu keeps the page', async (t) => {
    const tab = await openReader(WIDE, `${ltr}/1`);
    await tab.press('ArrowRight');
    await reaches(tab, 2, 3);
    await tab.until('the address has it', () => location.hash === '#p2');
    await tab.click('header summary:has(+ * [hreflang])');
    await tab.click('header details a[hreflang=de]');
    await at(tab, `/de${ltr}/1`);
    await reaches(tab, 2, 3);
    await tab.until('the page is German', () => document.documentElement.lang === 'de');
    t.same(await tab.close(), []);
  });
}
