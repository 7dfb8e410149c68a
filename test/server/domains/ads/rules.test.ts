/** Where an advertisement stands, for whom there is none, and whose it is: tables of facts. */
import t from 'tap';
import { adSource, isSlot, pickOf, type SlotFacts, showsSlots, slotsOf } from '#server/domains/ads/rules.ts';
import type { Consent } from '#server/domains/consent/rules.ts';

t.test('ADS-03 an advertisement stands after the 4th, 8th, 12th item and so on', async (t) => {
  const table: [items: number, slots: number[]][] = [
    [0, []],
    [1, []],
    [3, []],
    [4, []],
    [5, [4]],
    [8, [4]],
    [9, [4, 8]],
    [12, [4, 8]],
    [13, [4, 8, 12]],
    [22, [4, 8, 12, 16, 20]],
  ];
  for (const [items, slots] of table) t.same(slotsOf(items), slots, `${items} items`);
});

t.test('ADS-04 no advertisement stands after any other item', async (t) => {
  for (const item of [-4, 0, 1, 2, 3, 4.5, 5, 6, 7, 9, 10, 11, Number.NaN])
    t.notOk(isSlot(item, 100), `after ${item} of 100`);
  for (const item of [4, 8, 12, 96]) t.ok(isSlot(item, 100), `after ${item} of 100`);
});

t.test('ADS-05 none stands after the last item, where the next episode is offered', async (t) => {
  t.notOk(isSlot(100, 100));
  t.notOk(isSlot(104, 100));
  t.ok(isSlot(100, 101));
});

t.test('ADS-01 only what is free carries advertisements, and not for those who made it', async (t) => {
  const free: SlotFacts = { priceCoins: 0, hasUnlocked: false, isTeam: false, isPreview: false };
  const table: [string, Partial<SlotFacts>, boolean][] = [
    ['a free episode', {}, true],
    ['a premium one', { priceCoins: 5 }, false],
    ['a premium one that was unlocked', { priceCoins: 5, hasUnlocked: true }, false],
    ['one that was unlocked and is free by now', { hasUnlocked: true }, false],
    ['one of the own team, or seen by an administrator', { isTeam: true }, false],
    ['a preview', { isPreview: true }, false],
  ];
  for (const [what, facts, wanted] of table) t.equal(showsSlots({ ...free, ...facts }), wanted, what);
});

t.test('ADS-05 other firms come in only where the reader has allowed it', async (t) => {
  const url = 'https://ads.example/slot';
  const day = '2026-11-23';
  const table: [consent: Consent | null, url: string | undefined, source: string][] = [
    [{ day, purposes: ['adverts'] }, url, 'frame'],
    [{ day, purposes: ['adverts'] }, undefined, 'house'],
    [{ day, purposes: [] }, url, 'house'],
    [null, url, 'house'],
    [null, undefined, 'house'],
  ];
  for (const [consent, frame, source] of table)
    t.equal(adSource(consent, frame), source, `${JSON.stringify(consent)} ${frame}`);
});

t.test('our own take turns from slot to slot', async (t) => {
  t.same(
    [4, 8, 12, 16].map((slot) => pickOf(['a', 'b', 'c'], slot)),
    ['a', 'b', 'c', 'a'],
  );
  t.equal(pickOf([], 4), undefined);
});
