import t from 'tap';
import { isReached, placeIn, quoteAt } from '#server/domains/community/short-notes/rules.ts';

t.test('SOC-13 nothing is told from beyond the furthest point', async (t) => {
  const reader = { isTeam: false, isSignedIn: true, furthestItem: 3 as number | null, isNamed: true };
  t.same(
    [1, 3, 4].map((item) => isReached(item, reader)),
    [true, true, false],
  );
  t.same(
    [1, 2].map((item) => isReached(item, { ...reader, furthestItem: null })),
    [true, false],
  );
  const visitor = { ...reader, isSignedIn: false, furthestItem: null };
  t.same([isReached(9, visitor), isReached(9, { ...visitor, isNamed: false })], [true, false]);
  t.ok(isReached(9, { ...reader, isTeam: true, furthestItem: null }));
});

t.test('SOC-13 a note is found again by its words', async (t) => {
  const text = 'The lamp was out. Nobody saw it. The lamp was out for good.';
  const at = text.indexOf('Nobody');
  const note = { offset: at, quote: quoteAt(text, at) };
  t.equal(placeIn(text, note), at);
  t.equal(placeIn(`At night. ${text}`, note), at + 10);
  t.equal(placeIn('Somebody saw it.', note), null);
  const lamp = { offset: text.length, quote: 'The lamp was out' };
  t.equal(placeIn(text, lamp), text.lastIndexOf('The lamp'), 'the nearest place');
  t.same([placeIn('abc', { offset: 3, quote: '' }), placeIn('ab', { offset: 3, quote: '' })], [3, null]);
});
