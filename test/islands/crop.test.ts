import t from 'tap';
import { wholeSquare, ZOOM, zoomed, zoomSteps } from '../../islands/profile/crop.ts';

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
