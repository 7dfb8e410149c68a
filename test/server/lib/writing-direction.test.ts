import t from 'tap';
import { directionOfLanguage } from '#server/lib/writing-direction.ts';

t.test('RDN-05 the script of a language says which way it runs', async (t) => {
  for (const tag of [
    'ar',
    'ar-EG',
    'ckb',
    'dv',
    'fa',
    'he',
    'iw',
    'ks',
    'nqo',
    'ps',
    'syr',
    'ug',
    'ur',
    'yi',
  ])
    t.equal(directionOfLanguage(tag), 'rtl', tag);
  for (const tag of ['de', 'en', 'hi', 'ja', 'ku', 'pt-BR', 'tr', 'zh-Hant'])
    t.equal(directionOfLanguage(tag), 'ltr', tag);
});

t.test('RDN-05 a tag that names a script or a country is taken at its word', async (t) => {
  for (const tag of ['az-Arab', 'ff-Adlm', 'ku-Arab', 'pa-PK', 'uz-AF'])
    t.equal(directionOfLanguage(tag), 'rtl', tag);
  for (const tag of ['ar-Latn', 'ur-Latn', 'pa']) t.equal(directionOfLanguage(tag), 'ltr', tag);
});

t.test('RDN-05 what is no tag runs from left to right', async (t) => {
  for (const tag of ['', 'x', 'en_US', 'not a language']) t.equal(directionOfLanguage(tag), 'ltr', tag);
});
