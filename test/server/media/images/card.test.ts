import t from 'tap';
import { makeCard } from '#server/domains/media/images.ts';
import { draw, look } from '#test/support/pictures.ts';

const near = (found: readonly number[], wanted: readonly number[]) =>
  found.every((channel, index) => Math.abs(channel - (wanted[index] ?? 0)) < 16);

t.test('a shared link shows the cover on the colour of the story, above paper', async (t) => {
  const blue = await draw({ width: 900, height: 700, format: 'png' }, (x) =>
    x < 450 ? [20, 40, 200] : [200, 40, 20],
  );
  const crop = { x: 0, y: 0, width: 400, height: 400 };
  const card = await makeCard(blue, { crop, colour: { hue: 85, chroma: 0.16 } });
  t.match(card, { name: '1200.jpg', width: 1200, height: 630, contentType: 'image/jpeg' });
  t.ok(card.data.length < 200_000, 'small enough for every network');
  const seen = await look(card.data);
  t.match(seen, { width: 1200, height: 630, format: 'jpeg', metadata: [] });
  t.ok(near(seen.at(5, 5), [244, 209, 117]), `the flood of a strong yellow, not ${seen.at(5, 5)}`);
  t.ok(near(seen.at(5, 625), [250, 248, 243]), 'paper');
  for (const [x, y] of [
    [640, 60],
    [1140, 570],
  ] as const)
    t.ok(near(seen.at(x, y), [20, 40, 200]), 'the part of the cover that its owner chose');
  t.ok(near(seen.at(430, 230), [26, 23, 18]), 'our mark in ink');
  const grey = await look((await makeCard(blue, { colour: { hue: 0, chroma: 0 } })).data);
  const [red = 0, green = 0, bluish = 0] = grey.at(5, 5);
  t.ok(Math.max(red, green, bluish) - Math.min(red, green, bluish) < 4, 'grey stays grey');
});
