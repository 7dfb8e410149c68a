/** Country of a request: a header counts only from a trusted proxy, otherwise the file decides. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { loadConfig } from '../../../server/config/config.ts';
import { openCountries, proxiesOf, refuseSharedAddress } from '../../../server/http/country.ts';
import { eventually } from '../../support/eventually.ts';
import { makeCountryDatabase } from '../../support/mmdb.ts';

const log = pino({ level: 'silent' });
const database = makeCountryDatabase({
  '203.0.113.0/24': { country: { iso_code: 'DE' } },
  '198.51.100.0/25': { country_code: 'JP' },
  '198.51.100.128/25': { country: { iso_code: 'EU' } },
});
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const PROXY = '10.0.0.1';

const open = async (t: Test, environment: Record<string, string>) => {
  const countries = await openCountries(loadConfig({ NODE_ENV: 'test', ...environment }), log);
  t.teardown(() => countries?.close());
  return countries;
};

t.test('without any source nobody is asked', async (t) => {
  t.equal(await open(t, {}), null);
});

t.test('GEO-08 the header of a trusted proxy tells, a forged one does not', async (t) => {
  const countries = await open(t, { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '10.0.0.0/8, ::1' });
  const of = (peer: string, country: string) => countries?.of(from(peer, { 'cf-ipcountry': country }));
  t.equal(of(PROXY, 'DE'), 'DE');
  t.equal(of(PROXY, 'jp'), 'JP');
  t.equal(of('::1', 'AT'), 'AT');
  t.equal(of(`::ffff:${PROXY}`, 'AT'), 'AT', 'IPv4 in the clothes of IPv6');
  for (const stranger of ['203.0.113.7', '2001:db8::1', '11.0.0.1', ''])
    t.equal(of(stranger, 'DE'), null, stranger);
  for (const nonsense of ['XX', 'T1', 'EU', 'DE, JP', '', '<b>', 'Germany'])
    t.equal(of(PROXY, nonsense), null, nonsense);
  t.equal(countries?.of(from(PROXY)), null);
  t.same(countries?.headers, ['cf-ipcountry']);
});

t.test('GEO-08 a file knows the address, and behind a trusted proxy that of the visitor', async (t) => {
  const path = join(t.testdir(), 'countries.mmdb');
  writeFileSync(path, database);
  const direct = await open(t, { GEOIP_DB: path });
  t.equal(direct?.of(from('203.0.113.7')), 'DE');
  t.equal(direct?.of(from('::ffff:203.0.113.7')), 'DE');
  t.equal(direct?.of(from('198.51.100.5')), 'JP', 'a file that holds nothing but the code');
  t.equal(direct?.of(from('198.51.100.200')), null, 'no country');
  t.equal(direct?.of(from('192.0.2.1')), null, 'not in the file');
  t.equal(direct?.of(from('2001:db8::1')), null);
  const forged = { 'x-forwarded-for': '203.0.113.7' };
  t.equal(direct?.of(from('198.51.100.5', forged)), 'JP', 'nobody may say that they are somebody else');
  t.same(direct?.headers, []);

  const behind = await open(t, { GEOIP_DB: path, TRUST_PROXY: PROXY, COUNTRY_HEADER: 'x-country' });
  t.equal(behind?.of(from(PROXY, forged)), 'DE');
  t.equal(behind?.of(from(PROXY, { ...forged, 'x-country': 'JP' })), 'JP', 'the header comes first');
  t.equal(behind?.of(from(PROXY, { ...forged, 'x-country': 'XX' })), 'DE', 'unless it knows nothing');
  t.equal(behind?.of(from('198.51.100.5', { ...forged, 'x-country': 'DE' })), 'JP');
});

t.test('GEO-08 a file that is replaced or rewritten is taken up, a broken one is not', async (t) => {
  const path = join(t.testdir(), 'countries.mmdb');
  const made = (code: string) => makeCountryDatabase({ '203.0.113.0/24': { country: { iso_code: code } } });
  writeFileSync(path, made('DE'));
  const lines: string[] = [];
  const note = (_: object, text: string) => void lines.push(text);
  const config = loadConfig({ NODE_ENV: 'test', GEOIP_DB: path });
  const countries = await openCountries(config, { info: note, warn: note } as never, { everyMs: 20 });
  t.teardown(() => countries?.close());
  const country = () => countries?.of(from('203.0.113.7'));
  t.equal(country(), 'DE');

  writeFileSync(`${path}.new`, made('JP'));
  renameSync(`${path}.new`, path);
  await eventually('the new file is in use', () => country() === 'JP');
  writeFileSync(path, made('FR'));
  await eventually('what was written over it is, too', () => country() === 'FR');

  const whole = made('AT');
  const refused = () => lines.filter((line) => line.includes('the old one stays')).length;
  for (const [at, broken] of [Buffer.from('no database'), whole.subarray(0, whole.length / 2)].entries()) {
    writeFileSync(path, broken);
    await eventually('a broken one is told of', () => refused() > at);
    t.equal(country(), 'FR', 'and not used');
  }
  const before = refused();
  rmSync(path);
  await eventually('one that is gone is told of', () => refused() > before);
  t.equal(country(), 'FR');
  writeFileSync(path, whole);
  await eventually('a whole one is taken up again', () => country() === 'AT');
});

t.test('what cannot work is refused at the start, by the name of the variable', async (t) => {
  await t.rejects(open(t, { GEOIP_DB: join(t.testdir(), 'none.mmdb') }), /^GEOIP_DB: .* is not a readable/);
  const path = join(t.testdir({ 'text.mmdb': 'no database at all' }), 'text.mmdb');
  await t.rejects(open(t, { GEOIP_DB: path }), /GEOIP_DB/);
  t.throws(
    () => loadConfig({ COUNTRY_HEADER: 'x-country' }),
    /^TRUST_PROXY: is required with COUNTRY_HEADER/,
  );
  t.throws(() => loadConfig({ COUNTRY_HEADER: 'x country', TRUST_PROXY: PROXY }), /^COUNTRY_HEADER/);
});

t.test('a server in production with https wants to know its proxy, or that there is none', async (t) => {
  const start = (environment: Record<string, string>) => () =>
    refuseSharedAddress(loadConfig({ NODE_ENV: 'production', ...environment }));
  const https = { BASE_URL: 'https://tsuzuki.example' };
  t.throws(start(https), /^TRUST_PROXY: [^\n]+$/);
  t.doesNotThrow(start({ ...https, TRUST_PROXY: 'loopback' }));
  t.doesNotThrow(start({ ...https, TRUST_PROXY: 'none' }), 'it is meant');
  t.equal(proxiesOf(loadConfig({ TRUST_PROXY: 'none' })), false, 'and nobody is believed');
  t.throws(() => loadConfig({ TRUST_PROXY: 'none, loopback' }), /^TRUST_PROXY/);
  t.throws(() => loadConfig({ TRUST_PROXY: 'none', COUNTRY_HEADER: 'x-country' }), /^TRUST_PROXY/);
  t.doesNotThrow(start({}), 'plain http needs no proxy');
  t.doesNotThrow(start({ ...https, NODE_ENV: 'development' }));
});
