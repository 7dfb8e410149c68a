/** Writes credit transfers as banks take them (ISO 20022, pain.001.001.09). Pure: the same facts make the same file. */
import type { Account } from './rules.ts';

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

/** At most so many code points, without blanks around them: Max35Text and its like. */
const atMost = (length: number, text: string): string =>
  [...text.replaceAll(OUTSIDE_XML, '').trim()].slice(0, length).join('').trim();

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
      ...transfers.map(transferOf),
    ),
  );
  const document = { name: 'Document', attributes: { xmlns: PAIN_NAMESPACE }, children: [root] };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(document)}\n`;
}

function transferOf({ id, cents, account }: CreditTransfer): Element {
  const { holder, country, iban, routing = '', account: number = '' } = account;
  const amount = { name: 'InstdAmt', attributes: { Ccy: 'USD' }, children: [amountOf(cents)] };
  const system = country === 'US' ? [element('ClrSysId', element('Cd', 'USABA'))] : [];
  const agent = element(
    'CdtrAgt',
    element('FinInstnId', element('ClrSysMmbId', ...system, element('MmbId', atMost(28, routing)))),
  );
  const of = iban === undefined ? element('Othr', element('Id', atMost(34, number))) : element('IBAN', iban);
  return element(
    'CdtTrfTxInf',
    element('PmtId', element('EndToEndId', endToEndId(id))),
    element('Amt', amount),
    // Without a bank of its own an IBAN says which it is.
    ...(iban === undefined ? [agent] : []),
    element('Cdtr', element('Nm', atMost(140, holder)), element('PstlAdr', element('Ctry', country))),
    element('CdtrAcct', element('Id', of)),
    element('RmtInf', element('Ustrd', 'Tsuzuki payout')),
  );
}
