/** Writes credit transfers as banks take them (ISO 20022, pain.001.001.09). Pure: the same facts make the same file. */
import { type Account, isBicOf } from './rules.ts';

export const PAIN_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

export type Debtor = { name: string; iban: string; bic: string };
export type CreditTransfer = { id: string; cents: number; account: Account };
export type Order = {
  /** At most 35 characters, another one for each file. */
  messageId: string;
  createdAt: Date;
  debtor: Debtor;
  transfers: readonly CreditTransfer[];
};

type Child = Element | string;
type Element = { name: string; attributes?: Record<string, string>; children: readonly Child[] };

const element = (name: string, ...children: readonly Child[]): Element => ({ name, children });

/** What XML 1.0 cannot say (§2.2) is left out, since no escape says it either. */
const OUTSIDE_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string =>
  text.replaceAll(OUTSIDE_XML, '').replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');

function write({ name, attributes = {}, children }: Element): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = children.map((child) => (typeof child === 'string' ? escaped(child) : write(child)));
  return `<${name}${said.join('')}>${inside.join('')}</${name}>`;
}

/** Letters that do not come apart into a Latin one and its mark. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', '&': '+', '’': "'", '‘': "'", '–': '-' },
};
const FOREIGN = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'g');

/**
 * In the signs that every bank takes (EPC217-08): Latin letters without marks, figures and a few signs. Letters of other
 * writings stay, since nobody's name is to become a row of dots.
 */
const inBankSigns = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .replaceAll(FOREIGN, (sign) => LATIN[sign] ?? '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}/\-?:().,'+ ]/gu, ' ')
    .replaceAll(/ +/g, ' ');

/** At most so many code points, without blanks around them: Max35Text and its like. */
const atMost = (length: number, text: string): string =>
  [...inBankSigns(text).trim()].slice(0, length).join('').trim();

const amountOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** An id without its hyphens is 32 characters: it fits where 35 are allowed. */
export const endToEndId = (id: string): string => id.replaceAll('-', '').slice(0, 35);

export function writePain001({ messageId, createdAt, debtor, transfers }: Order): string {
  const count = String(transfers.length);
  const sum = amountOf(transfers.reduce((all, { cents }) => all + cents, 0));
  const created = createdAt.toISOString().slice(0, 19);
  const root = element(
    'CstmrCdtTrfInitn',
    element(
      'GrpHdr',
      element('MsgId', atMost(35, messageId)),
      element('CreDtTm', created),
      element('NbOfTxs', count),
      element('CtrlSum', sum),
      element('InitgPty', element('Nm', atMost(140, debtor.name))),
    ),
    element(
      'PmtInf',
      element('PmtInfId', atMost(35, messageId)),
      element('PmtMtd', 'TRF'),
      element('NbOfTxs', count),
      element('CtrlSum', sum),
      element('ReqdExctnDt', element('Dt', created.slice(0, 10))),
      element('Dbtr', element('Nm', atMost(140, debtor.name))),
      element('DbtrAcct', element('Id', element('IBAN', debtor.iban))),
      element('DbtrAgt', element('FinInstnId', element('BICFI', debtor.bic))),
      // Each side pays its own bank.
      element('ChrgBr', 'SHAR'),
      ...transfers.map(transferOf),
    ),
  );
  const document = { name: 'Document', attributes: { xmlns: PAIN_NAMESPACE }, children: [root] };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(document)}\n`;
}

function transferOf({ id, cents, account }: CreditTransfer): Element {
  const { holder, iban, account: number = '' } = account;
  const amount = { name: 'InstdAmt', attributes: { Ccy: 'USD' }, children: [amountOf(cents)] };
  const of = iban === undefined ? element('Othr', element('Id', atMost(34, number))) : element('IBAN', iban);
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('EndToEndId', endToEndId(id))),
    element('Amt', amount),
    // Without a bank of its own an IBAN says which it is.
    ...(iban === undefined ? [agentOf(account)] : []),
    element('Cdtr', element('Nm', atMost(140, holder))),
    element('CdtrAcct', element('Id', of)),
    element('RmtInf', element('Ustrd', 'Tsuzuki payout')),
  );
}

/** How banks of a country are numbered (ISO 20022, ExternalClearingSystemIdentification1Code). */
const CLEARING: Readonly<Record<string, string>> = {
  ...{ AU: 'AUBSB', CA: 'CACPA', GB: 'GBDSC', HK: 'HKNCC', IN: 'INFSC', JP: 'JPZGN' },
  ...{ NZ: 'NZNCC', SG: 'SGIBG', US: 'USABA', ZA: 'ZANCC' },
};

/** Of an account without IBAN: by its BIC where that was named, else by its number in its country. */
function agentOf({ country, routing = '' }: Account): Element {
  const isBic = isBicOf(routing, country);
  const system = CLEARING[country];
  const member = element(
    'ClrSysMmbId',
    ...(system === undefined ? [] : [element('ClrSysId', element('Cd', system))]),
    element('MmbId', atMost(28, routing)),
  );
  return element(
    'CdtrAgt',
    element(
      'FinInstnId',
      isBic ? element('BICFI', routing) : member,
      element('PstlAdr', element('Ctry', country)),
    ),
  );
}
