import t from 'tap';
import Type from 'typebox';
import { isAppError } from '../../../server/lib/errors.ts';
import { formBody, safePath } from '../../../server/lib/forms.ts';
import { isId, newId } from '../../../server/lib/ids.ts';
import { negotiateLocale } from '../../../server/lib/negotiate.ts';
import { OneOf, RequiredText } from '../../../server/lib/schemas.ts';
import { slugify } from '../../../server/lib/slug.ts';
import { isBlank, isStorable } from '../../../server/lib/text.ts';
import { makeValidator } from '../../../server/lib/validate.ts';

t.test('ids are UUIDs of version 7 that sort by their time, those of one millisecond too', async (t) => {
  const ids = [1_000, 2_000, ...new Array(2_000).fill(1_700_000_000_000)].map((ms) => newId(ms));
  t.same([...ids].sort(), ids);
  for (const id of ids) t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.ok(isId(newId()));
  t.notOk(isId('1'));
});

t.test('I18-08 the language of the header, English when it is absent or unknown', async (t) => {
  const cases: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-CH', 'de'],
    ['fr, de;q=0.5', 'de'],
    ['de;q=0.1, en;q=0.9', 'en'],
    ['de;q=0', 'en'],
    ['xx-invalid;q=abc', 'en'],
    [','.repeat(10_000), 'en'],
  ];
  for (const [header, locale] of cases) t.equal(negotiateLocale(header), locale, String(header).slice(0, 40));
});

t.test('white space and invisible characters alone are blank', async (t) => {
  for (const text of ['', ' ', '\t\n', '\u00a0', '\u200b\u200d', '\u3164', '\u2800'])
    t.ok(isBlank(text), JSON.stringify(text));
  const alone =
    '\ufe0f\ufe0e \u{e0100} \u{e0041}\u{e007f} \u034f\u061c\u180b\u17b4 \u{16fe4}\u{1d159}\u{13441}';
  for (const sign of alone) t.ok(isBlank(sign), `U+${sign.codePointAt(0)?.toString(16)}`);
  t.notOk(isBlank('\u2764\ufe0f'), 'they change how a sign looks that is there');
  for (const text of ['a', ' 。', '🙂', 'ﷺ']) t.notOk(isBlank(text), text);
});

t.test('text that could not come back as it was sent is not storable', async (t) => {
  t.notOk(isStorable('a\u0000b'));
  t.notOk(isStorable('\ud83d'));
  t.ok(isStorable('🙂 \u202e \ufffd'));
});

t.test('STO-24 slugs are ASCII from the title', async (t) => {
  t.equal(slugify('Späti: Geschichten von der Ecke', 'story'), 'spaeti-geschichten-von-der-ecke');
  t.equal(slugify('Ænima Øst Łódź', 'story'), 'aenima-ost-lodz');
  t.equal(slugify('McDonald', 'story'), 'mcdonald');
  t.equal(slugify('Cafe\u0301 ½', 'story'), 'cafe-1-2');
  t.equal(slugify('--- a ---', 'story'), 'a');
  t.equal(slugify('x'.repeat(200), 'story', 70).length, 70);
});

t.test('STO-24 titles in other scripts can be read in their slugs', async (t) => {
  for (const [title, slug] of [
    ['夜', 'ye'],
    ['東京タワー', 'dong-jing-tawa'],
    ['东京食尸鬼', 'dong-jing-shi-shi-gui'],
    ['ふらいんぐ', 'furaingu'],
    ['ワンピース', 'wanpisu'],
    ['나 혼자만 레벨업', 'na-honjaman-lebeleob'],
    ['Мастер и Маргарита', 'master-i-margarita'],
    ['Ή Οδύσσεια', 'i-odysseia'],
    ['ألف ليلة', 'lf-lylh'],
    ['מלחמה ושלום', 'mlhmh-vslvm'],
    ['รามเกียรติ์', 'ramekiyrti'],
    ['महाभारत', 'mhabhart'],
    ['Größe Über Ärger', 'groesse-ueber-aerger'],
    ['🚀 Rakete', 'rakete'],
    ['🚀🔥', 'rocket-fire'],
    ['♥', 'hearts'],
    ['!?…', 'story'],
    ['\u{e000}', 'story'],
  ] as const)
    t.equal(slugify(title, 'story'), slug, title);
  t.match(slugify('東京'.repeat(100), 'story', 70), /^[a-z-]{1,69}[a-z]$/);
});

t.test('open redirects are impossible: only a path of this site is a way back', async (t) => {
  for (const path of ['/', '/stories/x', '/de/stories/x?y=1#z']) t.equal(safePath(path), path);
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '',
    '/\t/evil.example',
    5,
  ]) {
    t.equal(safePath(path), undefined, JSON.stringify(path));
  }
});

t.test('a form becomes a body: dots nest, ticked boxes are true, its own fields stay out', async (t) => {
  const body = formBody({
    email: 'a@b',
    'notifications.subscribe_to_emails': 'on',
    _back: '/x',
    name: '',
    '__proto__.x': '1',
    'a.constructor.b': '1',
  });
  t.same(body, { email: 'a@b', notifications: { subscribe_to_emails: true } });
});

t.test(
  'ERR-18 ERR-19 ERR-20 ERR-21 ERR-22 ERR-23 ERR-24 each problem of a body has its own word',
  async (t) => {
    const schema = Type.Object({
      title: RequiredText(5, ''),
      kind: OneOf(['a', 'b']),
      count: Type.Integer({ minimum: 0, maximum: 5 }),
      tags: Type.Optional(Type.Array(Type.String({ maxLength: 2 }))),
    });
    const check = makeValidator(schema, { coerce: false });
    const problems = (input: unknown): unknown => {
      try {
        return check(input);
      } catch (error) {
        return isAppError(error) ? error.options.fields : error;
      }
    };
    const good = { title: 'ok', kind: 'a', count: 1 };
    t.same(problems({ ...good, extra: 1 }), good, 'what is not listed is dropped');
    t.same(problems({}), { title: ['blank'], kind: ['blank'], count: ['blank'] });
    t.same(problems({ ...good, title: '  ' }), { title: ['blank'] });
    t.same(problems({ ...good, title: 'longer' }), { title: ['too_long'] });
    t.same(problems({ ...good, title: 'a\u0000' }), { title: ['invalid'] });
    t.same(problems({ ...good, kind: 'c' }), { kind: ['invalid'] });
    t.same(problems({ ...good, count: 'x' }), { count: ['not_a_number'] });
    t.same(problems({ ...good, count: 1.5 }), { count: ['not_an_integer'] });
    t.same(problems({ ...good, count: 6 }), { count: ['invalid'] });
    t.same(problems({ ...good, tags: ['abc'] }), { tags: ['too_long'] });
  },
);

t.test('PRI-08 "1.000" in a form is neither one nor a thousand', async (t) => {
  const check = makeValidator(Type.Object({ price: Type.Integer() }), { coerce: true });
  t.same(check({ price: '1000' }), { price: 1000 });
  const refusalOf = (price: string): unknown => {
    try {
      return check({ price });
    } catch (error) {
      return isAppError(error) ? error.options.fields : error;
    }
  };
  for (const price of ['1.000', '1.0', '1e3', '1,000'])
    t.same(refusalOf(price), { price: ['not_a_number'] }, price);
  t.same(refusalOf('1.5'), { price: ['not_an_integer'] });
});
