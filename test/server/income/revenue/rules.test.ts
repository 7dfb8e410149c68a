import t from 'tap';
import { linesOf } from '#server/domains/income/revenue/lines.ts';
import {
  alikeIds,
  excerptOf,
  HEADER,
  isPickUpTime,
  kindOfName,
  microsOf,
  readLine,
} from '#server/domains/income/revenue/rules.ts';

const STORY = '0192f7c4-5a1b-7c3d-8e4f-0123456789ab';
const expected = { kind: 'month' as const, period: '2026-10', today: '2026-11-01' };
const line = (cells: Partial<{ period: string; story: string; impressions: string; amount: string }>) => {
  const { period = '2026-10', story = STORY, impressions = '1200', amount = '3.5' } = cells;
  return [period, story, impressions, amount].join(',');
};

t.test('REV-18 a good line says what it says, exactly', async (t) => {
  t.same(readLine(line({}), expected), {
    period: '2026-10',
    storyId: STORY,
    impressions: 1200,
    netMicros: 3_500_000,
  });
  t.match(readLine(line({ amount: '"3.5"' }), expected), { netMicros: 3_500_000 }, 'quotes are allowed');
  t.match(readLine(line({ amount: '-3.5' }), { ...expected, kind: 'correction' }), { netMicros: -3_500_000 });
  t.match(readLine(line({}), { ...expected, period: null }), { period: '2026-10' });
});

const WRONG = [
  ['a comma for thousands', line({ amount: '"1,234.56"' }), 'amount_thousands'],
  ['the same without quotes', line({ amount: '1,234.56' }), 'amount_thousands'],
  ['an exponent', line({ amount: '1e3' }), 'amount_exponent'],
  ['a formula', line({ amount: '=HYPERLINK("http://x.example")' }), 'formula'],
  ['a formula in quotes', line({ amount: '"=HYPERLINK(""http://x.example"")"' }), 'formula'],
  ['a formula of another kind', line({ amount: '@SUM(1)' }), 'formula'],
  ['a sum', line({ amount: '+1' }), 'formula'],
  ['below zero', line({ amount: '-0.01' }), 'amount_negative'],
  ['seven decimals', line({ amount: '0.1234567' }), 'amount_decimals'],
  ['no amount', line({ amount: '' }), 'amount_form'],
  ['a dollar sign', line({ amount: '$1' }), 'amount_form'],
  ['a blank within', line({ amount: '1 000' }), 'amount_form'],
  ['a comma for decimals', line({ amount: '"1234,56"' }), 'amount_comma'],
  ['a point alone', line({ amount: '1.' }), 'amount_form'],
  ['not a number', line({ amount: 'NaN' }), 'amount_form'],
  ['too many digits', line({ amount: '1234567890' }), 'amount_form'],
  ['semicolons', line({}).replaceAll(',', ';'), 'semicolons'],
  ['three cells', '2026-10,1,2', 'columns'],
  ['five cells', `${line({})},x`, 'columns'],
  ['nothing', '', 'columns'],
  ['another month', line({ period: '2026-09' }), 'period_other'],
  ['a month that is not over', line({ period: '2026-11' }), 'period_not_over'],
  ['month 13', line({ period: '2026-13' }), 'period_form'],
  ['a day', line({ period: '2026-10-01' }), 'period_form'],
  ['no id', line({ story: 'st_8f21' }), 'unknown_story'],
  ['half an impression', line({ impressions: '1.5' }), 'impressions_form'],
  ['impressions below zero', line({ impressions: '-1' }), 'impressions_form'],
  ['a nul', line({ impressions: '1\u0000' }), 'control_characters'],
  ['no UTF-8', line({ impressions: '\ufffd' }), 'encoding'],
  ['an open quote', line({ amount: '"1' }), 'quotes'],
] as const;

for (const [name, text, code] of WRONG)
  t.test(`REV-18 a wrong line is told: ${name}`, async (t) => {
    t.equal(readLine(text, { ...expected, today: '2026-11-30' }), code);
  });

t.test('REV-18 amounts are read without any floating point', async (t) => {
  t.equal(microsOf('0.000001'), 1);
  t.equal(microsOf('1.1'), 1_100_000);
  t.equal(microsOf('999999999.999999'), 999_999_999_999_999);
  t.equal(microsOf('-0'), 0);
  t.equal(Object.is(microsOf('-0.0'), -0), false, 'nothing has no sign');
});

t.test('REV-18 the 1st begins at 03:00 UTC', async (t) => {
  t.equal(isPickUpTime(new Date('2026-11-01T02:59:59Z')), false);
  t.equal(isPickUpTime(new Date('2026-11-01T03:00:00Z')), true);
  t.equal(isPickUpTime(new Date('2026-11-02T00:00:00Z')), true, 'what comes late is not left');
  t.equal(kindOfName('revenue-2026-09-c1.csv'), 'correction');
  t.equal(kindOfName('revenue-2026-09.csv'), 'month');
});

const read = async (...chunks: (string | Buffer)[]) => {
  const found = [];
  async function* content() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  for await (const each of linesOf(content())) found.push(each);
  return found;
};

t.test('REV-18 lines are cut wherever chunks are', async (t) => {
  const all = Buffer.from(`${HEADER}\r\nä1\r\nb2\n`);
  for (let at = 0; at <= all.length; at += 1) {
    const lines = await read(all.subarray(0, at), all.subarray(at));
    t.same(lines, [
      { line: 2, text: 'ä1', problem: null },
      { line: 3, text: 'b2', problem: null },
    ]);
  }
  t.match(await read(`${HEADER}\na`), [{ line: 2, text: 'a' }], 'the last end may be missing');
  t.match(await read(`${HEADER}\n\na\n`), [{ text: '' }, { line: 3, text: 'a' }]);
});

t.test('REV-18 what is wrong with the whole file is told of its first line', async (t) => {
  const whole = [
    ['', 'empty'],
    [HEADER, 'empty'],
    [`${HEADER}\n`, 'empty'],
    [`\ufeff${HEADER.replaceAll(',', '\t')}\na\n`, 'tabs'],
    [Buffer.from(`\ufeff${HEADER}\na\n`, 'utf16le'), 'utf16'],
    [Buffer.from(`${HEADER}\na\n`, 'utf16le'), 'utf16'],
    [`${HEADER.replaceAll(',', ';')}\na\n`, 'semicolons'],
    ['period,story\na\n', 'header'],
    ['x'.repeat(1_000_000), 'header'],
    [Buffer.alloc(5000), 'utf16'],
  ] as const;
  for (const [bytes, problem] of whole) {
    const found = await read(bytes);
    t.match(found, [{ line: 1, problem }], problem);
    t.equal(found.length, 1);
  }
});

t.test('REV-18 a line of 1 MB costs no more than its beginning', async (t) => {
  const [long, next] = await read(
    `${HEADER}\n`,
    ...Array.from({ length: 100 }, () => 'x'.repeat(10_000)),
    '\nb\n',
  );
  t.match(long, { line: 2, problem: 'line_too_long' });
  t.ok((long?.text.length ?? 999) < 200);
  t.same(next, { line: 3, text: 'b', problem: null });
});

t.test('REV-18 ids that are alike', async (t) => {
  const of = (story: string) => alikeIds(line({ story }));
  t.ok(of(STORY.replace('0192', '0182')).includes(STORY), 'one digit');
  t.ok(of(STORY.replace('0192', 'O192')).includes(STORY), 'a letter for a digit');
  t.ok(of(STORY.replace('0192', '0129')).includes(STORY), 'two swapped');
  t.ok(of(STORY.replace('0192', '092')).includes(STORY), 'one missing');
  t.ok(of(STORY.replace('0192', '01922')).includes(STORY), 'one too many');
  t.ok(of(STORY.toUpperCase()).includes(STORY));
  t.same(of('st_8f21'), []);
  t.same(alikeIds('x'), []);
});

t.test('an excerpt can be kept and shown', async (t) => {
  t.equal(excerptOf('a\u0000b'), 'a\ufffdb');
  t.equal(excerptOf('x'.repeat(500)).length, 121);
  t.ok(excerptOf(`${'x'.repeat(119)}😀${'x'.repeat(9)}`).isWellFormed());
});
