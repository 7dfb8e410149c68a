import t from 'tap';
import { createPasswordHasher } from '#server/domains/accounts/accounts/passwords.ts';
import {
  checkAge,
  isBirthday,
  isEmail,
  isName,
  isWebsite,
  passwordProblem,
} from '#server/domains/accounts/accounts/rules.ts';
import { ageOn } from '#server/lib/days.ts';
import { canonicalZone, listTimezones } from '#server/lib/timezones.ts';

t.test('no address takes long to refuse', async (t) => {
  const hostile = [
    `${'a.'.repeat(50_000)}@`,
    `a@${'a-'.repeat(50_000)}`,
    `a@${'a.'.repeat(120)}!`,
    '@'.repeat(100_000),
  ];
  for (const address of hostile) t.equal(isEmail(address), false);
});

t.test('ACC-57, ACC-58 ages are whole years on the day itself', async (t) => {
  t.equal(ageOn('2026-03-01', '2013-03-01'), 13);
  t.equal(ageOn('2026-02-28', '2013-03-01'), 12);
  t.equal(ageOn('2026-02-28', '2008-02-29'), 17, 'born on a leap day');
  const age = (dateOfBirth: string, guardianConsent = false) =>
    checkAge({ dateOfBirth, guardianConsent, today: '2026-06-15' });
  t.same(age('2013-06-16', true), { date_of_birth: ['too_young'] }, 'no consent helps under 13');
  t.same(age('2013-06-15'), { guardian_consent: ['consent_needed'] });
  t.same(age('2013-06-15', true), {});
  t.same(age('2008-06-16'), { guardian_consent: ['consent_needed'] });
  t.same(age('2008-06-15'), {});
  t.same(age('2026-06-16'), { date_of_birth: ['invalid'] }, 'not born yet');
  t.equal(isBirthday('2023-02-29', '2026-06-15'), false);
  t.equal(isBirthday('1890-01-01', '2026-06-15'), false);
});

t.test('ACC-17 what a password may be', async (t) => {
  const problem = (
    password: string,
    identity = ['ada.lovelace@example.org', 'Ada Lovelace'],
    isCommon = false,
  ) => passwordProblem(password, { identity, isCommon });
  t.equal(problem('123456789'), 'too_short');
  t.equal(problem('abcdeabcde'), null, 'no rules of composition');
  t.equal(problem('abcdefgh'.repeat(16)), null);
  t.equal(problem('abcdefghi'.repeat(15)), 'too_long');
  t.equal(problem('🌸🌼🌻🌺🌷'.repeat(2)), null, 'counted as people count');
  t.equal(problem('🌸'.repeat(9)), 'too_short');
  t.equal(problem('a b c d e '), null, 'spaces are characters of any kind');
  t.equal(problem('ADA.Lovelace@example.org'), 'contains_identity');
  t.equal(problem('Ada.lovelace'), 'contains_identity', 'the address without its domain');
  t.equal(problem('ada lovelace'), 'contains_identity');
  t.equal(problem('ada lovelace likes tea'), null);
  t.equal(problem('abcdeabcde', [], true), 'common_password');
});

t.test('ACC-17 passwords of fewer than five different characters are too common', async (t) => {
  const problem = (password: string) => passwordProblem(password, { identity: [], isCommon: false });
  for (const password of [
    'x'.repeat(40),
    '1212121212',
    'abcdabcdabcd',
    'aAbBcCdDaA',
    '🌸'.repeat(10),
    '          ',
  ]) {
    t.equal(problem(password), 'common_password', password);
  }
  t.equal(problem('abcdeabcde'), null);
  t.equal(problem('ööööäääüüu'.normalize('NFD')), 'common_password', 'as it is typed, not as it is encoded');
});

t.test('ACC-17 variations of common words, of this house and of oneself are refused', async (t) => {
  const { isCommon } = createPasswordHasher();
  const identity = ['mika.arai@example.org', 'Mika Arai', null];
  const problem = (password: string) => passwordProblem(password, { identity, isCommon: isCommon(password) });
  const bad = [
    ...['password123!', 'P@ssw0rd2024', 'letmein12345', 'Summer2026!!', 'Winter2025!', 'Passwort123!'],
    ...['!!!monkey!!!', 'qwerty123456', '1qaz2wsx3edc', 'aaaabbbbcccc1111', 'abcdef123456', '9876543210'],
    ...['dragon31121999', 'drowssap123', 'passwordpassword', 'iloveyou2026', 'Tsuzuki2026', 'mangareader1'],
    ...['letmein-letmein', 'p4$$w0rd!!!', 'Willkommen1', 'dragonmonkey', '123123password', 'football_2026'],
  ];
  for (const password of bad) t.equal(problem(password), 'common_password', password);
  const own = ['mikaarai123', 'Mika.Arai!!', '2026arai!!!!!', 'Arai20261231', 'm1k44r4i2026', 'iaraakim2026'];
  for (const password of own) t.equal(problem(password), 'contains_identity', password);
  const good = [
    ...[
      'correct horse battery',
      'seven grey herons',
      'quite another one',
      'monkey84629173',
      'zebra tango 9 kilo',
    ],
    ...[
      'Tr0ub4dor&3 lamps',
      'hT7#pw9!qLx2',
      'mika likes her tea',
      'den Fluss hinauf',
      '小さな青い魚が泳ぐ川の中',
    ],
    ...['password of my grandmother', '48151623427391', 'summer rain on tin roofs'],
  ];
  for (const password of good) t.equal(problem(password), null, password);
});

t.test('ACC-17 the passwords that everybody tries first are known', async (t) => {
  const hasher = createPasswordHasher();
  for (const password of ['1234567890', 'qwertyuiop', 'Password123', 'BASKETBALL', 'q1w2e3r4t5'])
    t.equal(hasher.isCommon(password), true, password);
  for (const password of ['correct horse battery', 'zebra tango 9 kilo'])
    t.equal(hasher.isCommon(password), false);
});

t.test('PRO-16 a website is an address of the web', async (t) => {
  for (const url of ['https://example.org', 'http://example.org/a?b=c#d', 'HTTPS://münchen.example/'])
    t.equal(isWebsite(url), true, url);
  const wrong = [
    'example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'https://',
    'https:example.org',
    'https://user:password@example.org',
    'https://bank.example@evil.example',
    'https://example.org/a b',
    'java\nscript:alert(1)',
    `https://example.org/${'x'.repeat(300)}`,
  ];
  for (const url of wrong) t.equal(isWebsite(url), false, url);
});

t.test('a name is one line', async (t) => {
  for (const name of ['Ada', 'Ada Lovelace', 'つづき', "O'Neil 😀"]) t.equal(isName(name), true, name);
  for (const name of ['A\nB', 'A\r\nB', 'A\u0007', 'A\u2028B', 'A\u0085B']) t.equal(isName(name), false);
});

t.test('PRO-31, PRO-32, PRO-33 a time zone has offset, label and zone name', async (t) => {
  const winter = listTimezones('en', new Date('2026-01-15T12:00:00Z'));
  const zone = (name: string, list = winter) => list.find((one) => one.zoneName === name);
  t.same(zone('Europe/Berlin'), {
    offset: '+01:00',
    label: 'Berlin · Central European Time',
    zoneName: 'Europe/Berlin',
  });
  t.equal(zone('Asia/Kathmandu')?.offset, '+05:45', 'by the name of today');
  t.equal(zone('Asia/Katmandu'), undefined);
  t.same(zone('UTC'), { offset: '+00:00', label: 'UTC', zoneName: 'UTC' });
  const summer = listTimezones('de', new Date('2026-07-15T12:00:00Z'));
  t.equal(zone('Europe/Berlin', summer)?.offset, '+02:00', 'the offset is that of now');
  t.equal(zone('Europe/Berlin', summer)?.label, 'Berlin · Mitteleuropäische Zeit');
  t.ok(winter.length > 400);
  t.ok(winter.every(({ offset, label, zoneName }) => /^[+-]\d\d:\d\d$/.test(offset) && label && zoneName));
  const offsets = winter.map(({ offset }) => Number(offset.slice(0, 3)));
  t.same(
    offsets,
    offsets.toSorted((a, b) => a - b),
    'from west to east',
  );
});

t.test('PRO-19 only zones of the IANA database are zones', async (t) => {
  t.equal(canonicalZone('Europe/Berlin'), 'Europe/Berlin');
  t.equal(canonicalZone('europe/berlin'), 'Europe/Berlin');
  t.ok(canonicalZone('US/Pacific'), 'older names are known');
  for (const name of ['+01:00', 'Mars/Phobos', '', 'Europe/Berlin\n', 'x'.repeat(5000), '../etc'])
    t.equal(canonicalZone(name), null, name.slice(0, 20));
});
