import t from 'tap';
import { squareIn, wholeSquare, ZOOM, zoomed, zoomSteps } from '../../islands/accounts/profile/crop.ts';
import { partsOf } from '../../islands/publishing/releases/sourcePages.ts';

t.test('PRO-36 the square is whole, a square, and inside the picture', async (t) => {
  const natural = { width: 900, height: 600 };
  const cases: [Parameters<typeof wholeSquare>[0], Parameters<typeof wholeSquare>[0]][] = [
    [
      { x: 10.4, y: 20.6, width: 300.2, height: 299.8 },
      { x: 10, y: 21, width: 300, height: 300 },
    ],
    [
      { x: 300.7, y: 0.4, width: 600.4, height: 600.4 },
      { x: 300, y: 0, width: 600, height: 600 },
    ],
    [
      { x: -3, y: 590, width: 20, height: 20 },
      { x: 0, y: 580, width: 20, height: 20 },
    ],
    [
      { x: 899.9, y: 599.9, width: 0.2, height: 0.2 },
      { x: 899, y: 599, width: 1, height: 1 },
    ],
  ];
  for (const [area, square] of cases) t.same(wholeSquare(area, natural), square);
});

t.test('plus and minus zoom within limits, other keys do not', async (t) => {
  t.same(['+', '=', '-', '_', 'a', 'ArrowUp'].map(zoomSteps), [1, 1, -1, -1, 0, 0]);
  t.equal(zoomed(1.1, 1), 1.2, 'without the dust of adding tenths');
  t.equal(zoomed(ZOOM.least, -1), ZOOM.least);
  t.equal(zoomed(ZOOM.most, 1), ZOOM.most);
});

t.test('EPI-19 a square of a part is one of the whole picture, wherever the part lies', async (t) => {
  const shown = { width: 720, height: 1000 };
  const square = { x: 20, y: 100, width: 300, height: 300 };
  const strip = { width: 1440, height: 6000 };
  t.same(squareIn(square, shown, { ...strip, above: 0 }), { x: 40, y: 200, width: 600, height: 600 });
  t.same(squareIn(square, shown, { ...strip, above: 4000 }), { x: 40, y: 4200, width: 600, height: 600 });
  const last = { ...square, y: 700 };
  t.same(squareIn(last, shown, { ...strip, above: 4001 }).y, 5400, 'never beyond its end');
});

t.test('EPI-19 a page offers itself, a strip each of its pieces', async (t) => {
  const page = { id: 'a', media_id: 'm', name: 'a.jpg', number: 1, state: 'ready', error: null } as const;
  const pieceOf = (height: number) => ({ url: `/${height}`, width: 1440, height });
  const facts = { ...page, alt_text: '', width: 2880, height: 9000, thumbnail_url: null };
  const parts = partsOf({ ...facts, pieces: [pieceOf(1500), pieceOf(1500), pieceOf(1496)] }, 7);
  t.same(
    parts.map(({ number, part, parts, above, url }) => ({ number, part, parts, above, url })),
    [
      { number: 7, part: 1, parts: 3, above: 0, url: '/1500' },
      { number: 7, part: 2, parts: 3, above: 3000, url: '/1500' },
      { number: 7, part: 3, parts: 3, above: 6000, url: '/1496' },
    ],
  );
  t.equal(partsOf({ ...facts, pieces: [] }, 7).length, 0, 'nothing before it is ready');
});
