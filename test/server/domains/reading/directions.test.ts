import t from 'tap';
import {
  type Direction,
  directionOf,
  directionOfFormat,
  directionsOf,
  storedDirection,
} from '#server/domains/reading/rules.ts';
import { FORMATS } from '#server/domains/stories/rules.ts';

t.test('what an episode is set to comes back from what is stored', async (t) => {
  for (const format of FORMATS) {
    for (const direction of directionsOf(format))
      t.equal(directionOf(format, storedDirection(direction).pageOrientation), direction, format);
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

t.test('whatever was stored before stands for one of the choices', async (t) => {
  t.equal(directionOf('page_ltr', 'vertical'), 'down');
  t.equal(directionOf('page_rtl', 'vertical'), 'down');
  t.equal(directionOf('strip', 'horizontal'), 'ltr');
  t.equal(directionOf(null, 'vertical'), 'down');
});
