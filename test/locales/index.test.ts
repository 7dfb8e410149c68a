import t from 'tap';
import {
  formatDate,
  formatMoney,
  formatNumber,
  formatTime,
  humanizeField,
  localizedPath,
  splitLocale,
  splitUrl,
} from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';

t.test('I18-04 I18-05 paths of both languages, there and back', async (t) => {
  for (const path of ['/', '/?a=1', '/#comics', '/stories/x?p=2#top', '/dev', '/design']) {
    t.equal(localizedPath('en', path), path);
    const german = localizedPath('de', path);
    t.match(german, /^\/de(?:$|[/?#])/);
    t.same(splitLocale(german), { locale: 'de', path }, german);
    t.same(splitLocale(path), { locale: 'en', path });
  }
  t.same(splitLocale('/de/'), { locale: 'de', path: '/' });
  t.same(splitLocale('/de/de/x'), { locale: 'de', path: '/de/x' }, 'one prefix only');
});

t.test('an address has a path and a query', async (t) => {
  t.equal(splitUrl('/a?b=1&c=%3F#d').path, '/a');
  t.equal(splitUrl('/a?b=1&c=%3F#d').query.get('c'), '?');
  t.equal(splitUrl('/a#b?c').query.size, 0);
});

t.test('I18-14 I18-15 dates and times', async (t) => {
  const moment = new Date('2026-01-31T23:05:09Z');
  t.equal(formatDate(moment), '01/31/2026');
  t.equal(formatTime(moment), '23:05');
  t.equal(formatDate(moment, 'Europe/Berlin'), '02/01/2026');
  t.equal(formatTime(moment, 'Europe/Berlin'), '00:05', 'midnight is 00');
  t.equal(formatDate('2026-01-31T23:05:09Z'), '01/31/2026');
});

t.test('I18-16 I18-17 I18-18 I18-19 I18-20 numbers and money', async (t) => {
  t.equal(formatNumber(1234.567), '1,234.567');
  t.equal(formatNumber(1234.5678), '1,234.568');
  t.equal(formatNumber(1_000_000), '1,000,000');
  t.equal(formatNumber(0.5), '0.5');
  t.equal(formatMoney(1234.5), '$1,234.50');
  t.equal(formatMoney('0.1'), '$0.10');
  t.equal(formatMoney(-3), '−$3.00');
  t.equal(formatMoney(-0.001), '$0.00');
});

t.test('I18-18 figures inside of texts are the same in both languages', async (t) => {
  t.equal(translator('en', 'header')('notifications', { count: 1234 }), '1,234 new notifications');
  t.equal(translator('de', 'header')('notifications', { count: 1234 }), '1,234 neue Benachrichtigungen');
  t.equal(translator('de', 'header')('notifications', { count: 1 }), '1 neue Benachrichtigung');
});

t.test('I18-21 names of fields', async (t) => {
  t.equal(humanizeField('display_name'), 'Display name');
  t.equal(humanizeField('display_name', translator('en', 'fields')), 'Display name');
  t.equal(humanizeField('display_name', translator('de', 'fields')), 'Anzeigename');
  t.equal(
    humanizeField('banner_media_id', translator('de', 'fields')),
    'Banner media',
    'an unknown one is still readable',
  );
});
