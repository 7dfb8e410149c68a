import t from 'tap';
import { type KnownPlace, mergePlace } from '#server/domains/reading/library/rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const sent = (item: number, furthestItem: number, minute: number) => ({
  item,
  furthestItem,
  offset: 0,
  readAt: at(minute),
});
const known = (item: number, furthestItem: number, finished = false): KnownPlace => ({
  ...sent(item, furthestItem, 10),
  finished,
});

t.test('SOC-08 what becomes of two places', async (t) => {
  for (const [before, next, items, item, furthest, finished] of [
    [null, sent(2, 2, 0), 10, 2, 2, false],
    [null, sent(2, 1, 0), 10, 2, 2, false],
    [null, sent(99, 1, 0), 10, 10, 10, true],
    [null, sent(1, 99, 0), 10, 1, 10, true],
    [null, sent(1, 1, 0), 1, 1, 1, true],
    [known(5, 7), sent(2, 2, 11), 10, 2, 7, false],
    [known(5, 7), sent(2, 9, 9), 10, 5, 9, false],
    [known(5, 7), sent(9, 1, 9), 10, 5, 9, false],
    [known(5, 7), sent(6, 6, 10), 10, 6, 7, false],
    [known(5, 5, true), sent(1, 1, 11), 10, 1, 5, true],
    [known(8, 8), sent(1, 1, 9), 10, 8, 8, false],
  ] as const) {
    const place = mergePlace(before, next, items);
    t.match(place, { item, furthestItem: furthest, finished }, JSON.stringify([before, next, items]));
  }
});

t.test('SOC-08 the order in which places come in does not matter', async (t) => {
  const places = [sent(3, 3, 3), sent(9, 9, 1), sent(1, 6, 5), sent(4, 4, 4)];
  const merge = (order: readonly number[]) =>
    order.reduce<KnownPlace | null>(
      (place, index) => mergePlace(place, places[index] ?? sent(1, 1, 0), 12),
      null,
    );
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
    [1, 1, 2, 2, 0, 3, 0],
  ])
    t.match(merge(order), { item: 1, furthestItem: 9, finished: false, readAt: at(5) });
});
