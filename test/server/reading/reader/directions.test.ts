import t from 'tap';
import type { PageOrientation, ReadMode } from '#db/schema/index.ts';
import { FORMATS } from '#server/domains/publishing/stories/rules.ts';
import {
  type Direction,
  directionOf,
  directionOfFormat,
  directionsOf,
  storedDirection,
} from '#server/domains/reading/reader/rules.ts';

t.test('what an episode is set to comes back from what is stored', async (t) => {
  for (const format of FORMATS) {
    for (const direction of directionsOf(format))
      t.equal(directionOf(format, storedDirection(direction)), direction, format);
    t.ok(directionsOf(format).includes(directionOfFormat(format)), 'the way a story is drawn is offered');
  }
});

t.test('RDR-16 manga opens page by page, right to left; only strips scroll by themselves', async (t) => {
  const own: Record<(typeof FORMATS)[number], [Direction, string, string]> = {
    page_ltr: ['ltr', 'page_flip', 'horizontal'],
    page_rtl: ['rtl', 'page_flip', 'horizontal'],
    strip: ['strip', 'continuous', 'vertical'],
  };
  for (const format of FORMATS) {
    const direction = directionOfFormat(format);
    const { readMode, pageOrientation } = storedDirection(direction);
    t.same([direction, readMode, pageOrientation], own[format]);
  }
});

t.test(
  'RDR-16 page flip and continuous, horizontal and vertical, left to right and the other way',
  async (t) => {
    const of = (
      format: (typeof FORMATS)[number] | null,
      readMode: ReadMode,
      pageOrientation: PageOrientation,
    ) => directionOf(format, { readMode, pageOrientation });
    for (const [format, flip, flipDown, along, down] of [
      ['page_ltr', 'ltr', 'ltr_down', 'ltr_along', 'down'],
      ['page_rtl', 'rtl', 'rtl_down', 'rtl_along', 'down'],
      ['strip', 'ltr', 'ltr_down', 'strip', 'strip'],
      [null, 'ltr', 'ltr_down', 'ltr_along', 'down'],
    ] as const) {
      t.equal(of(format, 'page_flip', 'horizontal'), flip);
      t.equal(of(format, 'page_flip', 'vertical'), flipDown);
      t.equal(of(format, 'continuous', 'horizontal'), along);
      t.equal(of(format, 'continuous', 'vertical'), down);
    }
    t.same(directionsOf('page_ltr'), ['ltr', 'down', 'ltr_down', 'ltr_along']);
    t.same(directionsOf('page_rtl'), ['rtl', 'down', 'rtl_down', 'rtl_along']);
    t.same(directionsOf('strip'), ['strip', 'ltr', 'ltr_down'], 'a strip is never scrolled sideways');
  },
);
