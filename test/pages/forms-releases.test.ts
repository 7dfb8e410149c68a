import t from 'tap';
import { readReleased, releasedAddress } from '../../pages/forms-releases.ts';

t.test('EPI-42 each outcome is told, also one whose reason has no words of its own', (t) => {
  const outcome = { number: 3, missing: [] };
  const address = releasedAddress('1', [
    { ...outcome, outcome: 'published', code: null },
    { ...outcome, number: 4, outcome: 'refused', code: 'not_ready', missing: ['pages'] },
    { ...outcome, number: 5, outcome: 'refused', code: 'rate_limited' },
  ]);
  const said = readReleased(
    new URL(String(address), 'http://tsuzuki.test').searchParams.get('released'),
    'en',
  );
  t.match(said, [
    { number: 3, kind: 'published' },
    { number: 4, kind: 'refused', why: /./ },
    { number: 5, kind: 'refused', why: /./ },
  ]);
  t.end();
});

t.test('what is no outcome is left out', (t) => {
  t.same(readReleased('x_<b>_7-published.<i>', 'en'), []);
  t.same(readReleased(null, 'en'), []);
  t.end();
});
