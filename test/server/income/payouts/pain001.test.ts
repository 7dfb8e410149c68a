/** Checks the bank file against its schema (ISO 20022, pain.001.001.09): order, count, format and sums. */
import { SaxesParser } from 'saxes';
import t from 'tap';
import {
  type CreditTransfer,
  type Debtor,
  PAIN_NAMESPACE,
  writePain001,
} from '#server/domains/income/payouts/pain001.ts';
import { isBicOf, isIban, readAccount } from '#server/domains/income/payouts/rules.ts';

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const way = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const child = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    way.at(-1)?.children.push(child);
    way.push(child);
  });
  parser.on('closetag', () => void way.pop());
  parser.on('text', (text) => {
    const at = way.at(-1);
    if (at) at.text += text;
  });
  parser.write(xml).close();
  return root;
}

/** Content of an element: a pattern for its text, or elements in this order. */
type Rule = RegExp | readonly Part[];
/** `?` marks an optional name, `+` a repeatable one. A choice requires exactly one. */
type Part = readonly [string, Rule] | { oneOf: readonly (readonly [string, Rule])[] };

const text = (most: number) => new RegExp(`^\\S(?:[^]{0,${most - 2}}\\S)?$`, 'u');
const AMOUNT = /^(?!0+\.?0*$)\d{1,16}\.\d{2}$/;
const COUNT = /^[1-9]\d{0,14}$/;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/;
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const IDENTIFIER = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]{1,35}(?<!\/)$/;
/** EPC217-08. The schema allows 140 characters, the rulebooks 70. */
const NAME = /^(?! )[A-Za-z0-9/\-?:().,'+ ]{1,70}(?<! )$/;
const party: Rule = [['Nm', NAME]];
const account: Rule = [
  ['Id', [{ oneOf: [['IBAN', IBAN] as const, ['Othr', [['Id', text(34)] as const]] as const] }]],
];
const agent: Rule = [
  [
    'FinInstnId',
    [
      ['BICFI?', BIC],
      [
        'ClrSysMmbId?',
        [
          ['ClrSysId?', [['Cd', /^[A-Z]{2}[A-Z0-9]{3}$/]]],
          ['MmbId', text(35)],
        ],
      ],
      ['PstlAdr?', [['Ctry', /^[A-Z]{2}$/]]],
      ['Othr?', [['Id', text(35)]]],
    ],
  ],
];
const DOCUMENT: Rule = [
  [
    'CstmrCdtTrfInitn',
    [
      [
        'GrpHdr',
        [
          ['MsgId', IDENTIFIER],
          ['CreDtTm', MOMENT],
          ['NbOfTxs', COUNT],
          ['CtrlSum', AMOUNT],
          ['InitgPty', party],
        ],
      ],
      [
        'PmtInf',
        [
          ['PmtInfId', IDENTIFIER],
          ['PmtMtd', /^TRF$/],
          ['NbOfTxs', COUNT],
          ['CtrlSum', AMOUNT],
          ['ReqdExctnDt', [['Dt', DAY]]],
          ['Dbtr', party],
          ['DbtrAcct', account],
          ['DbtrAgt', agent],
          ['ChrgBr', /^(DEBT|CRED|SHAR|SLEV)$/],
          [
            'CdtTrfTxInf+',
            [
              ['PmtId', [['EndToEndId', IDENTIFIER]]],
              ['Amt', [['InstdAmt', AMOUNT]]],
              ['CdtrAgt?', agent],
              ['Cdtr', party],
              ['CdtrAcct', account],
              ['RmtInf', [['Ustrd', text(140)]]],
            ],
          ],
        ],
      ],
    ],
  ],
];

function faultsOf(element: Element, rule: Rule, way = ''): string[] {
  if (rule instanceof RegExp)
    return element.children.length === 0 && rule.test(element.text) ? [] : [`${way}: ${element.text}`];
  const left = [...element.children];
  const faults = element.text.trim() === '' ? [] : [`${way}: ${element.text}`];
  for (const part of rule) {
    const choices = 'oneOf' in part ? part.oneOf : [part];
    const [said = ''] = choices[0] ?? [];
    let count = 0;
    for (;;) {
      const chosen = choices.find(([name]) => name.replace(/[?+]$/, '') === left[0]?.name);
      if (chosen === undefined || (count === 1 && !said.endsWith('+'))) break;
      const child = left.shift() as Element;
      count += 1;
      faults.push(...faultsOf(child, chosen[1], `${way}/${child.name}`));
    }
    if (count === 0 && !said.endsWith('?')) faults.push(`${way}: ${said} is missing`);
  }
  return [...faults, ...left.map(({ name }) => `${way}: ${name} does not belong there`)];
}

const find = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...find(child, name)]);
const textsOf = (element: Element, name: string): string[] => find(element, name).map(({ text }) => text);

const debtor: Debtor = { name: 'Tsuzuki & Co', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const write = (transfers: readonly CreditTransfer[], of: Debtor = debtor): string =>
  writePain001({ messageId: 'TSZ-1', createdAt: new Date('2026-11-20T10:52:00Z'), debtor: of, transfers });
const idOf = (number: number): string => `01936f6e-0000-7000-8000-${String(number).padStart(12, '0')}`;
const german = { holder: 'Mirko Haas', country: 'DE', iban: 'DE89370400440532013000', guardian: false };
const american = { holder: 'Rin', country: 'US', account: '12345678', routing: '021000021', guardian: false };
const turkish = {
  holder: 'Ayşe Yılmaz',
  country: 'TR',
  iban: 'TR330006100519786457841326',
  guardian: false,
  routing: 'TCZBTR2AXXX',
};
const HOSTILE = `</Nm><Evil a="1">&amp;'\u0000\u0008\ufffe]]>${'x'.repeat(200)}`;

t.test('a file keeps to the schema, whoever is paid', async (t) => {
  const accounts = [
    german,
    american,
    { ...american, country: 'BR', account: '0001', routing: 'BRASBRRJXXX' },
    { ...american, country: 'VN', account: '0001', routing: '79307001' },
    { ...american, country: 'IN', account: '0001', routing: 'HDFC0000123' },
    { ...german, holder: HOSTILE },
    { ...german, holder: `  ${'王'.repeat(200)}  ` },
    { ...german, holder: 'Юрий Иванов' },
    { ...german, holder: '😀' },
    turkish,
    { ...turkish, routing: undefined },
    { ...american, account: 'A'.repeat(30), routing: '1'.repeat(28), country: 'CN' },
  ];
  const xml = write(
    accounts.map((account, number) => ({ id: idOf(number), cents: 100_00 + number, account })),
  );
  t.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<Document xmlns="urn:iso/);
  const [document] = parse(xml).children;
  t.ok(document);
  if (document === undefined) return;
  t.match(document, { name: 'Document', attributes: { xmlns: PAIN_NAMESPACE } });
  t.same(faultsOf(document, DOCUMENT), []);
  for (const sign of ['<Evil', '\u0000', '\u0008', '\ufffe', ']]>'])
    t.notOk(xml.includes(sign), 'names say nothing but names');
  t.same(
    find(document, 'InstdAmt').map(({ attributes }) => attributes.Ccy),
    accounts.map(() => 'USD'),
  );
  t.equal(new Set(textsOf(document, 'EndToEndId')).size, accounts.length);
  for (const iban of textsOf(document, 'IBAN')) t.ok(isIban(iban), iban);
  t.same(textsOf(document, 'BICFI'), ['COBADEFFXXX', 'BRASBRRJXXX', 'TCZBTR2AXXX']);
  t.same(textsOf(document, 'MmbId'), ['021000021', '79307001', 'HDFC0000123', '1'.repeat(28)]);
  t.same(textsOf(document, 'Cd'), ['USABA', 'INFSC'], 'only countries whose banks are numbered so');
});

t.test('count and control sum are those of the transfers, to the cent', async (t) => {
  const amounts = [10_000, 10_001, 99_999_999_99, 12_345_67, 100_05];
  const [document] = parse(
    write(amounts.map((cents, number) => ({ id: idOf(number), cents, account: german }))),
  ).children;
  if (document === undefined) throw new Error('no document');
  t.same(textsOf(document, 'NbOfTxs'), ['5', '5']);
  const written = textsOf(document, 'InstdAmt').map((amount) => Number(amount.replace('.', '')));
  t.same(written, amounts);
  const sum = String(amounts.reduce((all, cents) => all + cents, 0));
  const expected = `${sum.slice(0, -2)}.${sum.slice(-2)}`;
  t.same(textsOf(document, 'CtrlSum'), [expected, expected]);
});

t.test('names come in the signs that every bank takes', async (t) => {
  for (const [holder, written] of [
    ['José Müller-Straße', 'Jose Muller-Strasse'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Søren Æbelø & Co.', 'Soren Aebelo + Co.'],
    ['Nguyễn Thị Ánh', 'Nguyen Thi Anh'],
    ['O’Brien_"X"', "O'Brien X"],
    ['東京 ガンダ', 'DongJing ganda'],
    ['김민준', 'GimMinJun'],
    ['Юрий Иванов', 'Yuriy Ivanov'],
    ['Γιώργος', 'Giorgos'],
    ['😀', 'NOTPROVIDED'],
  ] as const) {
    const [name] = find(parse(write([{ id: idOf(1), cents: 1, account: { ...german, holder } }])), 'Cdtr');
    t.equal(name && textsOf(name, 'Nm')[0], written);
  }
  const long = parse(write([{ id: idOf(1), cents: 1, account: { ...german, holder: 'ab '.repeat(90) } }]));
  t.equal(textsOf(long, 'Nm').at(-1)?.length, 70, 'as long as rulebooks allow');
});

t.test('REV-15 an IBAN outside the SEPA goes out with the bank that has it', async (t) => {
  const agentsOf = (account: CreditTransfer['account']) =>
    find(parse(write([{ id: idOf(1), cents: 1, account }])), 'CdtrAgt');
  t.same(agentsOf(german), []);
  const [agent] = agentsOf(turkish);
  t.same(agent && textsOf(agent, 'BICFI'), ['TCZBTR2AXXX']);
  const [old] = agentsOf({ ...turkish, routing: undefined });
  t.same(old && [textsOf(old, 'Ctry'), textsOf(old, 'Id')], [['TR'], ['NOTPROVIDED']]);
  const given = { holder: 'Ayşe Yılmaz', country: 'TR', iban: turkish.iban };
  t.same(readAccount(given, { isMinor: false }).fields, { routing: ['bic_needed'] });
  const named = readAccount({ ...given, routing: 'tczb tr2a xxx' }, { isMinor: false });
  t.same(named.fields, {});
  t.match(named.account, { iban: turkish.iban, routing: 'TCZBTR2AXXX' });
});

t.test('the schema in this test finds what is wrong', async (t) => {
  const [document] = parse(write([{ id: idOf(1), cents: 100_00, account: german }])).children;
  if (document === undefined) throw new Error('no document');
  const spoiled = (change: (copy: Element) => void): string[] => {
    const copy = structuredClone(document);
    change(copy);
    return faultsOf(copy, DOCUMENT);
  };
  const first = (copy: Element, name: string) => find(copy, name)[0] as Element;
  for (const change of [
    (copy: Element) => first(copy, 'CdtTrfTxInf').children.reverse(),
    (copy: Element) => first(copy, 'PmtInf').children.splice(2, 1),
    (copy: Element) => first(copy, 'GrpHdr').children.push(first(copy, 'MsgId')),
    (copy: Element) => Object.assign(first(copy, 'InstdAmt'), { text: '100.0' }),
    (copy: Element) => Object.assign(first(copy, 'InstdAmt'), { text: '0.00' }),
    (copy: Element) => Object.assign(first(copy, 'EndToEndId'), { text: 'x'.repeat(36) }),
    (copy: Element) => Object.assign(first(copy, 'BICFI'), { text: 'COBA' }),
    (copy: Element) => Object.assign(first(copy, 'Nm'), { text: 'Юрий' }),
  ])
    t.ok(spoiled(change).length > 0, String(change));
  t.ok(isBicOf('COBADEFFXXX', 'DE'));
  for (const wrong of ['COBADEFFXX', 'COBADEFFXXXX', 'cobadeff', 'COBAUSFF']) t.notOk(isBicOf(wrong, 'DE'));
});
