/** Every error a file can contain: the refusal names each line, and nothing is imported. */
import t, { type Test } from 'tap';
import { ledgerTransfers, revenueCredits, revenueImports, revenueLines } from '#db/schema/index.ts';
import { HEADER, LINE_MAX_LENGTH } from '#server/domains/income/revenue/rules.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';
import { openImports } from '../../../support/imports-of-revenue.ts';
import { setClock } from '../../../support/releases.ts';
import { openShelf } from '../../../support/shelf.ts';

const MEGABYTE = 1_000_000;
const [ONE, TWO] = [newId(), newId()];
const good = (story = ONE, amount = '1.50') => `2026-10,${story},1000,${amount}`;
const file = (...lines: string[]) => [HEADER, ...lines, ''].join('\n');
const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(`\ufeff${text}`, encoding);
const bigEndian = (text: string) => bytes(text, 'utf16le').swap16();
const of = (cells: string) => `2026-10,${TWO},${cells}`;

type Found = readonly [line: number, code: string];
const WHOLE: readonly (readonly [string, string | Buffer, string])[] = [
  ['nothing', '', 'empty'],
  ['a header alone', file(), 'empty'],
  ['another header', file(good()).replace('story_id', 'story'), 'header'],
  ['a header in capitals', file(good()).replace(HEADER, HEADER.toUpperCase()), 'header'],
  ['no header', `${good()}\n`, 'header'],
  ['a column more', file(`${good()},x`).replace(HEADER, `${HEADER},note`), 'header'],
  ['lines that end as they did in 1990', file(good()).replaceAll('\n', '\r'), 'line_ends'],
  ['tabs', file(good()).replaceAll(',', '\t'), 'tabs'],
  [
    'semicolons between quoted cells',
    file(good())
      .replaceAll(/[^,\n]+/g, '"$&"')
      .replaceAll(',', ';'),
    'semicolons',
  ],
  ['a mark and semicolons', bytes(file(good()).replaceAll(',', ';'), 'utf8'), 'semicolons'],
  ['UTF-16', bytes(file(good()), 'utf16le'), 'utf16'],
  ['UTF-16, the other way round', bigEndian(file(good())), 'utf16'],
  ['UTF-16 without a mark', Buffer.from(file(good()), 'utf16le'), 'utf16'],
  ['semicolons', file(good()).replaceAll(',', ';'), 'semicolons'],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000'), 'header'],
  ['a first line of 1 MB', `${'x'.repeat(MEGABYTE)}\n${good()}\n`, 'header'],
];

const LINES: readonly (readonly [string, string, readonly Found[]])[] = [
  ['a comma for thousands', file(good(), of('5,"1,234.56"')), [[3, 'amount_thousands']]],
  ['the same without quotes', file(good(), of('5,1,234.56')), [[3, 'amount_thousands']]],
  ['a comma for decimals', file(good(), of('5,"1,5"')), [[3, 'amount_comma']]],
  ['the same without quotes', file(good(), of('5,1,5')), [[3, 'amount_comma']]],
  ['points for thousands and a comma for decimals', file(good(), of('5,"1.234,56"')), [[3, 'amount_comma']]],
  ['an exponent', file(good(), of('5,1e3')), [[3, 'amount_exponent']]],
  ['below zero', file(good(), of('5,-1.00')), [[3, 'amount_negative']]],
  ['a formula', file(good(), of('5,=HYPERLINK("http://x.example";"1")')), [[3, 'formula']]],
  ['a formula for a story', file(good(), `2026-10,=cmd|' /C calc'!A0,5,1`), [[3, 'formula']]],
  ['a formula in quotes', file(good(), of('5,"=1+1"')), [[3, 'formula']]],
  ['a story that is not there', file(good(), `2026-10,${newId()},5,1`), [[3, 'unknown_story']]],
  ['a story that cannot be', file(good(), '2026-10,42,5,1'), [[3, 'unknown_story']]],
  ['a story twice', file(good(), good(TWO), good()), [[4, 'story_twice']]],
  ['two months', file(good(), of('5,1').replace('10', '09')), [[3, 'period_other']]],
  ['a month that is not over', file('2026-11,x,5,1'), [[2, 'period_not_over']]],
  ['a month to come', file('2027-10,x,5,1'), [[2, 'period_not_over']]],
  ['no month at all', file(good(), of('5,1').replace('2026-10', 'Oct 26')), [[3, 'period_form']]],
  ['half an impression', file(good(), of('1.5,1')), [[3, 'impressions_form']]],
  [
    'a line of 1 MB',
    file(good(), of(`5,${'1'.repeat(MEGABYTE)}`), 'x'),
    [
      [3, 'line_too_long'],
      [4, 'columns'],
    ],
  ],
  [
    'a line that is just too long',
    file(good(), of(`5,${'1'.repeat(LINE_MAX_LENGTH)}`)),
    [[3, 'line_too_long']],
  ],
  ['an empty line', file(good(), '', good(TWO)), [[3, 'columns']]],
  ['three columns', file(good(), '2026-10,5,1'), [[3, 'columns']]],
  ['an open quote', file(good(), of('5,"1')), [[3, 'quotes']]],
  ['a line with semicolons', file(good(), good(TWO).replaceAll(',', ';')), [[3, 'semicolons']]],
  ['a zero byte', file(good(), of('5,1\u0000')), [[3, 'control_characters']]],
  ['a name with marks that turn it round', file(good(), of('5,\u202e1')), [[3, 'amount_form']]],
  ['other digits', file(good(), of('5,١٢')), [[3, 'amount_form']]],
  ['more than there is', file(good(), of('5,9999999999')), [[3, 'amount_form']]],
];

t.test('REV-18 bad files', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  setClock(app, new Date('2026-11-03T09:00:00Z'));
  const mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  const imports = openImports(app, mei);
  const owner = await openShelf(app.deps).addAuthor();
  const addStories = (ids: readonly string[]) =>
    app.deps.pool.query(
      `insert into stories (id, slug, owner_id, title, publication_type, format, genre, language)
        select id, 's-' || id, $2, 'S', 'comics', 'page_ltr', 'drama', 'en' from unnest($1::uuid[]) id`,
      [ids, owner],
    );
  await addStories([ONE, TWO]);

  const isRefused = async (t: Test, content: string | Buffer, wanted: readonly Found[]) => {
    const found = await imports.hand(content);
    t.equal(found.state, 'refused');
    t.same(
      found.problems.map(({ line, code }) => [line, code]),
      wanted,
    );
    t.equal(found.problems_count, wanted.length);
    t.equal((await imports.commit(found.id)).statusCode, 409);
  };
  for (const [name, content, code] of WHOLE) await t.test(name, (t) => isRefused(t, content, [[1, code]]));
  for (const [name, content, wanted] of LINES) await t.test(name, (t) => isRefused(t, content, wanted));
  await t.test('bytes that are no UTF-8', (t) =>
    isRefused(t, Buffer.concat([Buffer.from(file(good())), Buffer.from([0xe4, 0x2c, 10])]), [
      [3, 'encoding'],
    ]),
  );
  await t.test('sums that no program holds exactly', async (t) => {
    const many = Array.from({ length: 10 }, () => newId());
    await addStories(many);
    await isRefused(t, file(...many.map((id) => good(id, '999999999'))), [[11, 'total_too_large']]);
  });

  t.equal(await app.deps.db.$count(revenueLines), 0);
  t.equal(await app.deps.db.$count(revenueCredits), 0);
  t.equal(await app.deps.db.$count(ledgerTransfers), 0);

  await t.test('a month twice, with other words', async (t) => {
    await imports.commit((await imports.hand(file(good()))).id);
    await isRefused(t, file(good(TWO)), [[1, 'month_credited']]);
    t.match(await imports.hand(file(good())), { state: 'same' });
    t.match(await imports.hand(file(good()).replaceAll('\n', '\r\n')), {
      state: 'refused',
      problems: [{ line: 1, code: 'month_credited' }],
    });
    t.equal(await app.deps.db.$count(revenueCredits), 1);
  });

  await t.test('excerpts of formulas leave as text that no program runs', async (t) => {
    const { id } = await imports.hand(file(`=HYPERLINK("http://x.example"),1,2,3`));
    const table = await app.call(`GET /admin/revenue_imports/${id}/problems`, { as: mei });
    t.match(table.body, /,"'=HYPERLINK\(""http/);
    t.match(table.headers['content-disposition'], /^attachment/);
  });
  t.ok((await app.deps.db.$count(revenueImports)) > WHOLE.length + LINES.length);
});
