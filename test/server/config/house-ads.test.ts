import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/config/environment.ts';
import { firstAds } from '#server/domains/income/house-ads/first-ads.ts';

const texts = { en: { title: 'Read', text: 'More' }, de: { title: 'Lies', text: 'Mehr' } };
const entry = { look: 'ink', link: '/stories/ash-street', texts };

t.test('ADS-05 our own advertisements come from a file, in all languages', async (t) => {
  const path = join(t.testdir(), 'ads.json');
  writeFileSync(path, JSON.stringify([entry, { ...entry, link: 'https://shop.example/mugs?a=b' }]));
  const config = loadConfig({ HOUSE_ADS: path });
  t.match(firstAds(config), [
    { look: 'ink', link: '/stories/ash-street', texts, target: 'all' },
    { look: 'ink', link: 'https://shop.example/mugs?a=b', texts, target: 'all' },
  ]);
});

t.test('ADS-05 without a file they speak of ourselves, and of the app only where there is one', async (t) => {
  const links = (environment: Record<string, string>) =>
    firstAds(loadConfig(environment)).map(({ link }) => link);
  t.same(links({}), ['/creator/stories/new', '/#calendar']);
  t.same(links({ APP_URL: 'https://app.example/get' }), ['/creator/stories/new', '/app', '/#calendar']);
});

t.test('a file that cannot be used ends the start with one line', async (t) => {
  const folder = t.testdir();
  const cases: [string, string][] = [
    ['no JSON', '[{'],
    ['no list', JSON.stringify(entry)],
    ['nothing in it', '[]'],
    ['an unknown look', JSON.stringify([{ ...entry, look: 'blinking' }])],
    ['a script for a link', JSON.stringify([{ ...entry, link: 'javascript:alert(1)' }])],
    ['a link without https', JSON.stringify([{ ...entry, link: 'http://shop.example' }])],
    ['a link to another host that looks like a path', JSON.stringify([{ ...entry, link: '//shop.example' }])],
    ['the same with a backslash', JSON.stringify([{ ...entry, link: '/\\shop.example' }])],
    ['one language only', JSON.stringify([{ ...entry, texts: { en: texts.en } }])],
    ['a picture', JSON.stringify([{ ...entry, picture: 'https://shop.example/a.gif' }])],
    [
      'a title that does not fit',
      JSON.stringify([{ ...entry, texts: { ...texts, en: { title: 'A'.repeat(49), text: 'B' } } }]),
    ],
  ];
  const refusal = (environment: Record<string, string>) => {
    try {
      loadConfig(environment);
      return '';
    } catch (error) {
      return error instanceof ConfigError ? error.message : String(error);
    }
  };
  for (const [what, content] of cases) {
    const path = join(folder, 'ads.json');
    writeFileSync(path, content);
    t.match(refusal({ HOUSE_ADS: path }), /^HOUSE_ADS: .*[^\n]$/, what);
  }
  t.match(refusal({ HOUSE_ADS: join(folder, 'nothing.json') }), /^HOUSE_ADS: /);
  t.match(refusal({ AD_FRAME_URL: 'javascript:alert(1)' }), /^AD_FRAME_URL: /);
  t.match(refusal({ AD_FRAME_URL: 'https://' }), /^AD_FRAME_URL: /);
});
