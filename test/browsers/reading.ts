import type { Test } from 'tap';
import type { Tab } from '../support/engines/tab.ts';
import { eventually } from '../support/eventually.ts';
import { at, fits, reaches, shows } from './looks.ts';
import { PAGES, PHONE, WIDE, type World } from './world.ts';

const says = (tab: Tab, text: string): Promise<void> =>
  tab.until(
    `it says ${text}`,
    (wanted) => document.querySelector('main')?.textContent?.includes(wanted),
    text,
  );

export async function read(t: Test, world: World): Promise<void> {
  const { ltr, down, novel, openReader } = world;

  await t.test('ADS-01 STO-01 a visitor finds a story and opens it', async (t) => {
    const tab = await world.open(PHONE);
    await tab.goto('/');
    await fits(tab);
    await tab.click(`main a[href="${ltr}"]`);
    await at(tab, ltr);
    await fits(tab);
    await tab.click(`main a[href="${ltr}/1"]`);
    await at(tab, `${ltr}/1`);
    await reaches(tab, 1);
    await fits(tab);
    t.same(await tab.close(), []);
  });

  await turn(t, world);

  await t.test('RDR-13 RDR-15 RDR-18 an episode scrolls, and the bar follows', async (t) => {
    const tab = await openReader(PHONE, `${down}/1`);
    await tab.look(() => document.querySelector('#p4')?.scrollIntoView({ block: 'center' }));
    await reaches(tab, 4);
    await tab.press('j');
    await reaches(tab, 5);
    await tab.until('the bar says so', () =>
      document.querySelector('[role=progressbar]')?.ariaValueText?.includes('5 of'),
    );
    t.same(await tab.close(), []);
  });

  await t.test('SOC-08 the place is kept by a turned phone, and found again', async (t) => {
    // A rotated phone shows two pages. The current page is the second one.
    for (const [path, first] of [
      [`${ltr}/1`, 2],
      [`${down}/1`, 3],
    ] as const) {
      const tab = await openReader(PHONE, path);
      await tab.look(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(3));
      await reaches(tab, 3);
      await tab.resize({ width: 740, height: 480 });
      await reaches(tab, first, 3);
      await tab.resize(PHONE);
      await reaches(tab, 3);
      await tab.until('it is kept', () => (localStorage.getItem('places') ?? '').includes('"number":3'));
      await tab.goto(ltr);
      await tab.goto(path);
      await tab.until('the reader is awake', () => document.querySelector('[data-staged]') !== null);
      await reaches(tab, 3);
      await tab.until('the address says so', () => location.hash === '#p3');
      t.same(await tab.close(), []);
    }
  });

  await t.test('RDR-09 RDR-10 a page grows and is whole again', async (t) => {
    const tab = await openReader(PHONE, `${ltr}/1`);
    const widthIs = (what: string, isSo: (width: number) => boolean) =>
      eventually(what, async () =>
        isSo(await tab.look(() => document.querySelector('#p1 img')?.getBoundingClientRect().width ?? 0)),
      );
    await reaches(tab, 1);
    let whole = 0;
    await widthIs('a page stands still', (width) => {
      const isStill = width > 0 && width === whole;
      whole = width;
      return isStill;
    });
    const { width, height } = await tab.look(() => ({ width: innerWidth, height: innerHeight }));
    await tab.press('+', '+');
    await widthIs('it has grown', (width) => width > whole * 1.5);
    await tab.clickAt(width / 2, height / 2, 2);
    await widthIs('it is whole again', (width) => Math.abs(width - whole) < 1);
    t.same(await tab.close(), []);
  });

  await t.test('RDR-21 a novel is read', async (t) => {
    const tab = await world.open(PHONE);
    await tab.goto(`${novel}/1`);
    await says(tab, 'The first chapter.');
    // Firefox reports a script as missing when the page closes while it loads. The stage sleeps until it is touched.
    await tab.look(() => document.querySelector<HTMLElement>('#end a[rel=next]')?.focus());
    await tab.until('the stage is awake', () => document.querySelector('tsuzuki-island[name=stage][awake]'));
    await tab.click('#end a[rel=next]');
    await at(tab, `${novel}/1?chapter=2`);
    await says(tab, 'The second chapter.');
    await fits(tab);
    t.same(await tab.close(), []);
  });
}

async function turn(t: Test, { ltr, rtl, openReader }: World): Promise<void> {
  await t.test('RDR-07 RDR-08 RDR-12 RDR-14 pages are turned by hand and by keys', async (t) => {
    const tab = await openReader(PHONE, `${ltr}/1`);
    const { width, height } = await tab.look(() => ({ width: innerWidth, height: innerHeight }));
    await reaches(tab, 1);
    await shows(tab, 1);
    await tab.clickAt(Math.round(width * 0.9), height / 2);
    await reaches(tab, 2);
    await shows(tab, 2);
    await tab.press('ArrowRight', ' ');
    await reaches(tab, 4);
    await tab.press('Shift+ ');
    await reaches(tab, 3);
    await tab.clickAt(Math.round(width * 0.1), height / 2);
    await reaches(tab, 2);
    await tab.press('End');
    await reaches(tab, PAGES);
    await tab.press('ArrowRight');
    await tab.click('#end a[rel=next]');
    await at(tab, `${ltr}/2`);
    t.same(await tab.close(), []);
  });

  await t.test('RDR-07 RDR-08 manga goes on to the left', async (t) => {
    const tab = await openReader(PHONE, `${rtl}/1`);
    const { width, height } = await tab.look(() => ({ width: innerWidth, height: innerHeight }));
    await reaches(tab, 1);
    await tab.clickAt(Math.round(width * 0.1), height / 2);
    await reaches(tab, 2);
    await tab.press('ArrowLeft');
    await reaches(tab, 3);
    await tab.press('ArrowRight');
    await reaches(tab, 2);
    await shows(tab, 2);
    t.same(await tab.close(), []);
  });

  await t.test('RDR-12 two pages stand side by side, in the order of reading', async (t) => {
    const tab = await openReader(WIDE, `${ltr}/1`);
    await reaches(tab, 1);
    await tab.press('ArrowRight');
    await reaches(tab, 2, 3);
    await shows(tab, 2, 3);
    t.same(await tab.close(), []);
    const manga = await openReader(WIDE, `${rtl}/1`);
    await reaches(manga, 1);
    await manga.press('ArrowLeft');
    await reaches(manga, 2, 3);
    await shows(manga, 3, 2);
    t.same(await manga.close(), []);
  });
}
