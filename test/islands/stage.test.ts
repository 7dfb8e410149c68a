import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { answersOf, directionFor } from '../../islands/reading/stage/answers.ts';
import { axisOf, placeAfter } from '../../islands/reading/stage/geometry.ts';
import { commandOf } from '../../islands/reading/stage/keys.ts';
import { keepChoice, keepPlace, type Places, readKept } from '../../islands/reading/stage/memory.ts';
import { pagesAhead } from '../../islands/reading/stage/near.ts';
import { isLaterElsewhere } from '../../islands/reading/stage/resume.ts';
import type { Direction } from '../../islands/reading/stage/types.ts';
import { pairsOf } from '../../pages/stories/stage/pairs.ts';
import { isSlot, slotsOf } from '../../server/domains/income/interstitials/rules.ts';
import { DIRECTIONS } from '../../server/domains/reading/reader/rules.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The stage loads after the largest picture. Other reader scripts load on demand. */
const STAGE_MAX_BYTES = 10_000;

t.test('RDR-07 RDR-08 keys lead the way that the story is read', async (t) => {
  const of = (
    key: string,
    way: { isPaged?: boolean; isTurned?: boolean; isDown?: boolean } = {},
    shiftKey = false,
  ) => commandOf({ key, shiftKey }, { isPaged: true, isTurned: false, ...way }, { letters: true });
  t.equal(of('ArrowRight'), 'next');
  t.equal(of('ArrowLeft'), 'previous');
  t.equal(of('ArrowLeft', { isTurned: true }), 'next');
  t.equal(of('ArrowRight', { isTurned: true }), 'previous');
  t.equal(of('ArrowLeft', { isTurned: true }, true), 'nextEpisode');
  t.equal(of(' '), 'next');
  t.equal(of(' ', {}, true), 'previous');
  t.equal(of('Home'), 'first');
  t.equal(of('End'), 'last');
  t.equal(of(' ', { isPaged: false }), null, 'where pages scroll, the browser scrolls');
  t.equal(of('Home', { isPaged: false }), null);
  t.equal(of('ArrowRight', { isPaged: false }), 'next');
  t.equal(of('ArrowDown', { isDown: true }), 'next');
  t.equal(of('ArrowUp', { isDown: true, isTurned: true }), 'previous');
  t.equal(of('ArrowLeft', { isDown: true, isTurned: true }), 'next');
  t.equal(of('ArrowDown', { isPaged: false, isDown: true }), null);
  t.equal(of('ArrowDown'), null);
});

t.test('RDR-09 RDR-10 letters and signs rest when they are switched off', async (t) => {
  const of = (key: string, letters: boolean) =>
    commandOf({ key, shiftKey: false }, { isPaged: true, isTurned: false }, { letters });
  for (const [key, command] of [
    ['+', 'zoomIn'],
    ['-', 'zoomOut'],
    ['0', 'whole'],
    ['o', 'movePair'],
    ['f', 'fullscreen'],
  ] as const) {
    t.equal(of(key, true), command);
    t.equal(of(key, false), null);
  }
  t.equal(of('ArrowRight', false), 'next', 'arrows are no letters');
  t.equal(of('q', true), null);
});

t.test('RDR-12 wide pages stand alone, and so does the cover', async (t) => {
  const wide = (text: string) => [...text].map((sign) => sign === 'W');
  const drawn = (text: string, coverAlone: boolean) =>
    pairsOf(wide(text), { coverAlone })
      .map((part) => ({ alone: 'a', first: '(', second: ')' })[part])
      .join('');
  t.equal(drawn('nnnnn', true), 'a()()');
  t.equal(drawn('nnnn', true), 'a()a');
  t.equal(drawn('nnnn', false), '()()');
  t.equal(drawn('nnnWnn', true), 'a()a()');
  t.equal(drawn('nnWnn', true), 'aaa()', 'a page before a wide one has no neighbour');
  t.equal(drawn('W', false), 'a');
  t.equal(drawn('', true), '');
});

function surfacesOf(
  pages: number,
  { isDouble, coverAlone, hasAds }: { isDouble: boolean; coverAlone: boolean; hasAds: boolean },
): string[] {
  const isParted = (at: number) => hasAds && isSlot(at + 1, pages);
  const pairs = pairsOf(Array(pages).fill(false), { coverAlone, isParted });
  return pairs.flatMap((pair, at) => {
    const number = at + 1;
    const shown =
      !isDouble || pair === 'alone' ? [`${number}`] : pair === 'first' ? [`${number}-${number + 1}`] : [];
    return isParted(at) ? [...shown, 'ad'] : shown;
  });
}

t.test('ADS-03 ADS-04 ADS-05 after 4, 8 and 12 exactly, never after the last, in every spread', async (t) => {
  for (let pages = 1; pages <= 20; pages += 1)
    for (const isDouble of [false, true])
      for (const coverAlone of [false, true])
        for (const hasAds of [false, true]) {
          const surfaces = surfacesOf(pages, { isDouble, coverAlone, hasAds });
          const name = `${pages} pages: ${surfaces.join(' ')}`;
          const read = surfaces.flatMap((each) => (each === 'ad' ? [] : each.split('-').map(Number)));
          t.same(
            read,
            Array.from({ length: pages }, (_, at) => at + 1),
            name,
          );
          let last = 0;
          const slots = surfaces.flatMap((each) => {
            if (each === 'ad') return [last];
            last = Number(each.split('-').at(-1));
            return [];
          });
          t.same(slots, hasAds ? slotsOf(pages) : [], name);
          t.not(surfaces.at(-1), 'ad', name);
          if (!isDouble) t.ok(read.length === surfaces.filter((each) => each !== 'ad').length, name);
        }
  const drawn = (pages: number, coverAlone: boolean) =>
    surfacesOf(pages, { isDouble: true, coverAlone, hasAds: true }).join(' ');
  t.equal(drawn(5, true), '1 2-3 4 ad 5');
  t.equal(drawn(5, false), '1-2 3-4 ad 5');
  t.equal(drawn(4, true), '1 2-3 4');
  t.equal(drawn(13, true), '1 2-3 4 ad 5-6 7-8 ad 9-10 11-12 ad 13');
});

t.test('SOC-08 the page that was read is the place, through every spread and back', async (t) => {
  const turning = { isTurning: true, hasMoved: true };
  for (let item = 1; item <= 20; item += 1)
    for (const first of [item - 1, item]) {
      const spread = { item: first, last: first + 1, fraction: 0 };
      const place = placeAfter({ item, fraction: 0.25 }, spread, turning);
      t.equal(place.item, item, `page ${item} beside another`);
      const alone = placeAfter(place, { item, last: item, fraction: 0 }, turning);
      t.equal(alone.item, item, 'and alone again');
    }
  const six = { item: 6, last: 7, fraction: 0 };
  t.same(
    placeAfter({ item: 4, fraction: 0 }, six, turning),
    { item: 6, fraction: 0 },
    'who turns is at the first',
  );
  t.same(placeAfter({ item: 8, fraction: 0 }, six, turning), { item: 6, fraction: 0 }, 'in both directions');
  const scrolled = { item: 8, last: 8, fraction: 0.5 };
  t.same(
    placeAfter({ item: 7, fraction: 0 }, scrolled, { isTurning: false, hasMoved: false }),
    { item: 7, fraction: 0 },
    'a layout that shows another one in the middle moves nobody',
  );
  t.same(placeAfter({ item: 7, fraction: 0 }, scrolled, { isTurning: false, hasMoved: true }), {
    item: 8,
    fraction: 0.5,
  });
});

t.test('RDR-12 RDR-13 RDR-14 RDR-15 two questions make the way of reading', async (t) => {
  const of = (isFlip: boolean, isDown: boolean, now: Direction, format: string) =>
    directionFor({ isFlip, isDown }, { now, format });
  for (const [order, format] of [
    ['ltr', 'page_ltr'],
    ['rtl', 'page_rtl'],
  ] as const)
    for (const now of [order, `${order}_down`, `${order}_along`, 'down'] as const) {
      t.equal(of(true, false, now, format), order);
      t.equal(of(true, true, now, format), `${order}_down`);
      t.equal(of(false, false, now, format), `${order}_along`);
      t.equal(of(false, true, now, format), 'down');
    }
  for (const direction of DIRECTIONS) {
    const { isFlip, isDown } = answersOf(direction);
    const format = direction === 'strip' ? 'strip' : 'page_ltr';
    t.equal(of(isFlip, isDown, direction, format), direction, 'the panel shows what is chosen');
    t.match(axisOf({ direction }), { isDown, isPaged: isFlip || direction.endsWith('_along') });
  }
  t.equal(of(true, true, 'rtl', 'page_ltr'), 'rtl_down', 'a chosen order stays');
  t.equal(of(false, true, 'ltr', 'strip'), 'strip');
});

t.test('RDR-01 as many pages come ahead as the line is good for', async (t) => {
  const plain = { saver: false };
  t.equal(pagesAhead(undefined, plain), 4);
  t.equal(pagesAhead({ effectiveType: '4g' }, plain), 4);
  t.equal(pagesAhead({ effectiveType: '3g' }, plain), 3);
  t.equal(pagesAhead({ effectiveType: 'slow-2g' }, plain), 2);
  t.equal(pagesAhead({ effectiveType: '4g', saveData: true }, plain), 1);
  t.equal(pagesAhead({ effectiveType: '4g' }, { saver: true }), 1);
});

t.test('SOC-08 a place is kept, its furthest item never goes back, and old ones go', async (t) => {
  const stored = new Map<string, string>();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  });
  t.teardown(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  const place = { episodeId: 'e', item: 'page', anchor: 'p7', number: 7, furthest: 7, fraction: 0 };
  keepPlace('a/1', place);
  t.equal(keepPlace('a/1', { ...place, number: 2, furthest: 2 }).furthest, 7);
  for (let number = 1; number <= 400; number += 1) keepPlace(`b/${number}`, place);
  t.equal(Object.keys(readKept<Places>('places')).length, 300);
  for (let number = 1; number <= 250; number += 1)
    keepChoice(`story-${number}`, { direction: 'rtl', fit: null, pairs: 'off', saver: false, onward: null });
  t.equal(Object.keys(readKept('reading')).length, 200);
  stored.set('places', '"made up"');
  t.same(readKept('places'), {});
  stored.set('places', '{');
  t.same(readKept('places'), {});
});

t.test('the reader’s script is small and brings nothing of others', async (t) => {
  const folder = join(ROOT, 'islands/reading/stage');
  for (const file of await readdir(folder)) {
    const source = await readFile(join(folder, file), 'utf8');
    // Type imports vanish at build time.
    const from = [...source.matchAll(/^(?:import|export)(?! type)[^;]*? from '([^']+)'/gm)].map(
      ([, path = '']) => path,
    );
    t.same(
      from.filter((path) => !path.startsWith('./')),
      [],
      file,
    );
  }
  const manifest: Record<string, { file: string; imports?: string[] } | undefined> = JSON.parse(
    await readFile(join(ROOT, 'dist/assets.json'), 'utf8'),
  );
  const stage = manifest['islands/reading/stage/wake.ts'];
  t.same(stage?.imports ?? [], []);
  const { size } = await stat(join(ROOT, 'dist/client', `${stage?.file}.br`));
  t.ok(size <= STAGE_MAX_BYTES, `${size} of ${STAGE_MAX_BYTES} bytes`);
});

t.test(
  'SOC-08 what was read later elsewhere is gone on with, and what was read to its end is not',
  async (t) => {
    const at = (item: number, readAt: number) => ({
      number: 1,
      item,
      furthest_item: item,
      items: 10,
      offset: 0,
      finished: false,
      read_at: new Date(readAt).toISOString(),
    });
    t.ok(isLaterElsewhere(at(6, 5000), undefined), 'never opened here');
    t.notOk(isLaterElsewhere(at(1, 5000), undefined), 'its beginning is where it opens');
    t.ok(isLaterElsewhere(at(6, 5000), { number: 3, at: 4000 }));
    t.notOk(
      isLaterElsewhere(at(6, 4000), { number: 3, at: 5000 }),
      'this device was read later, perhaps without a line',
    );
    t.notOk(isLaterElsewhere(at(6, 5000), { number: 6, at: 4000 }), 'the same place');
    t.notOk(isLaterElsewhere(at(10, 5000), { number: 3, at: 4000 }), 'its end was reached');
  },
);
