import t from 'tap';
import { decideRange, isNotModified } from '../../../server/cache/http.ts';
import { chooseEncoding } from '../../../server/lib/negotiate.ts';

t.test('the smallest encoding that the browser wants is chosen', async (t) => {
  const table: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br; q=0.9, gzip;q=0.9', 'br'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['identity', 'identity'],
    ['identity;q=1, br;q=0.1', 'identity'],
    ['deflate', 'identity'],
    ['br;q=nonsense', 'identity'],
    [',;,;q=', 'identity'],
    ['brotli', 'identity'],
  ];
  for (const [header, wanted] of table) t.equal(chooseEncoding(header), wanted, String(header));
});

t.test('an entity tag is recognised among others, weak or strong', async (t) => {
  const etags = ['"a"', '"b"'];
  for (const header of ['"a"', 'W/"a"', '"x", "b"', ' "x",W/"b" ', '*'])
    t.ok(isNotModified(header, etags), header);
  for (const header of [undefined, '', 'a', '"x"', 'W/"x"', '"a', '"A"'])
    t.notOk(isNotModified(header, etags), String(header));
});

t.test('a byte range is decided as RFC 9110 §14 says', async (t) => {
  const table: [string | undefined, ReturnType<typeof decideRange>][] = [
    [undefined, null],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['pages=0-1', null],
    ['bytes=a-b', null],
    ['bytes=0-99999999999999999999999', null],
  ];
  for (const [range, wanted] of table) {
    t.strictSame(decideRange({ range }, { bytes: 100, etag: '"e"' }), wanted, String(range));
  }
  const ranged = (ifRange: string) =>
    decideRange({ range: 'bytes=0-4', ifRange }, { bytes: 100, etag: '"e"' });
  t.strictSame(ranged('"e"'), { start: 0, end: 4 });
  t.equal(ranged('"other"'), null, 'the whole, if it has changed');
  t.equal(ranged('W/"e"'), null, 'a weak tag proves nothing about bytes');
  t.equal(ranged('Fri, 20 Nov 2026 10:00:00 GMT'), null);
});
