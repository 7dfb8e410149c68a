import t from 'tap';
import { isAway } from '../../../server/lib/away.ts';

const coded = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });

t.test('a service that is away is told from a defect, however deep it lies', async (t) => {
  const away: [string, unknown][] = [
    ['refused', coded('ECONNREFUSED')],
    ['in a query', new Error('Failed query: select 1', { cause: coded('ECONNRESET') })],
    ['in fetch', new TypeError('fetch failed', { cause: coded('UND_ERR_SOCKET') })],
    ['it starts', coded('57P03')],
    ['no connection is left', coded('53300')],
    ['a lock', new Error('Failed query', { cause: coded('55P03') })],
    ['cut off in a transaction', new Error('Client has encountered a connection error and is not queryable')],
    ['the pool', new Error('timeout exceeded when trying to connect')],
  ];
  for (const [name, error] of away) t.ok(isAway(error), name);
  const defects: [string, unknown][] = [
    ['a defect', new TypeError('undefined is not a function')],
    ['a duplicate', coded('23505')],
    ['no room', coded('ENOSPC')],
    ['no error at all', 'ECONNREFUSED'],
    ['nothing', null],
  ];
  for (const [name, error] of defects) t.notOk(isAway(error), name);
  const own: { cause?: unknown } = new Error('circle');
  own.cause = own;
  t.notOk(isAway(own), 'a circle of causes ends');
});
