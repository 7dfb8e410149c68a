import t from 'tap';
import { classNames } from '../../islands/build/names.ts';
import { classesIn } from '../../server/rendering/sheet.ts';

t.test('a class is called after itself and the path of its module, in every release', async (t) => {
  const name = classNames('/here')('row', '/here/pages/ui/Row.module.css');
  t.same(classesIn([name]), new Set([name]), 'the server knows it as the class of a module');
  const later = classNames('/there');
  later('first', '/there/pages/ui/Added.module.css');
  t.equal(later('row', '/there/pages/ui/Row.module.css'), name, 'whatever else has come meanwhile');
  t.not(later('row', '/there/pages/Row.module.css'), name);
});

t.test('two modules of one sign are refused', async (t) => {
  const names = classNames('/here');
  t.throws(() => {
    for (let number = 0; number < 20_000; number += 1) names('row', `/here/pages/${number}.module.css`);
  }, /has the sign of/);
});
