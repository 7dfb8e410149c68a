/** What the reader's stage decides without a screen: keys, pages ahead, pairs, what is remembered. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { commandOf } from '../../islands/stage/keys.ts';
import { keepChoice, keepPlace, type Places, readKept } from '../../islands/stage/memory.ts';
import { pagesAhead } from '../../islands/stage/near.ts';
import { isLaterElsewhere } from '../../islands/stage/resume.ts';
import { pairsOf } from '../../pages/stories/stage/pairs.ts';

const ROOT = join(import.meta.dirname, '../..');
/** It comes after the largest picture, and is all that comes by itself. */
const STAGE_MAX_BYTES = 10_000;

t.test('RDR-07 RDR-08 keys lead the way that the story is read', async (t) => {
  const of = (key: string, way: { isPaged?: boolean; isTurned?: boolean } = {}, shiftKey = false) =>
    commandOf({ key, shiftKey }, { isPaged: true, isTurned: false, ...way }, { letters: true });
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
  const folder = join(ROOT, 'islands/stage');
  for (const file of await readdir(folder)) {
    const source = await readFile(join(folder, file), 'utf8');
    // Of a type nothing is left.
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
  const stage = manifest['islands/stage/wake.ts'];
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
