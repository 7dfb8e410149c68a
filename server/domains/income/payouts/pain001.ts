/** Writes credit transfers for banks (ISO 20022, pain.001.001.09). Pure: the same input gives the same file. */
import anyAscii from 'any-ascii';
import { type Account, isBicOf, isSepaIban } from './rules.ts';

export const PAIN_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

export type Debtor = { name: string; iban: string; bic: string };
export type CreditTransfer = { id: string; cents: number; account: Account };
export type Order = {
  /** At most 35 characters, different for each file. */
  messageId: string;
  createdAt: Date;
  debtor: Debtor;
  transfers: readonly CreditTransfer[];
};

type Child = Element | string;
type Element = { name: string; attributes?: Record<string, string>; children: readonly Child[] };

const element = (name: string, ...children: readonly Child[]): Element => ({ name, children });

/** Characters that XML 1.0 does not allow (§2.2), not even escaped. They are left out. */
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

/**
 * Characters that every bank takes (EPC217-08): Latin letters without accents, digits and a few signs. Banks refuse a
 * whole file for one other letter, so names are transliterated.
 */
const inBankSigns = (text: string): string =>
  anyAscii(
    text
      .normalize('NFC')
      .replaceAll(/\p{Extended_Pictographic}/gu, ' ')
      .replaceAll('&', '+'),
  )
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ');

/** EPC rulebooks allow 70 where the schema allows 140. */
const NAME_MAX_LENGTH = 70;
/** For names without any usable letter, and for unknown banks. */
const NOT_PROVIDED = 'NOTPROVIDED';
const nameOf = (name: string): Element => element('Nm', atMost(NAME_MAX_LENGTH, name) || NOT_PROVIDED);

/** Trims the text to at most `length` characters, for Max35Text and similar types. */
const atMost = (length: number, text: string): string => inBankSigns(text).trim().slice(0, length).trim();

const amountOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** An id without its hyphens has 32 characters, and fits into 35. */
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
      element('InitgPty', nameOf(debtor.name)),
    ),
    element(
      'PmtInf',
      element('PmtInfId', atMost(35, messageId)),
      element('PmtMtd', 'TRF'),
      element('NbOfTxs', count),
      element('CtrlSum', sum),
      element('ReqdExctnDt', element('Dt', created.slice(0, 10))),
      element('Dbtr', nameOf(debtor.name)),
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
    // Within SEPA, an IBAN identifies its bank.
    ...(iban !== undefined && isSepaIban(iban) ? [] : [agentOf(account)]),
    element('Cdtr', nameOf(holder)),
    element('CdtrAcct', element('Id', of)),
    element('RmtInf', element('Ustrd', 'Tsuzuki payout')),
  );
}

/** Systems of bank numbers per country (ISO 20022, ExternalClearingSystemIdentification1Code). */
const CLEARING: Readonly<Record<string, string>> = {
  AU: 'AUBSB',
  CA: 'CACPA',
  GB: 'GBDSC',
  HK: 'HKNCC',
  IN: 'INFSC',
  JP: 'JPZGN',
  NZ: 'NZNCC',
  SG: 'SGIBG',
  US: 'USABA',
  ZA: 'ZANCC',
};

/** Identifies the bank by its BIC if known, else by its national number. */
function agentOf({ country, routing = '', iban }: Account): Element {
  const isBic = isBicOf(routing, country);
  const system = CLEARING[country];
  const member = () =>
    element(
      'ClrSysMmbId',
      ...(system === undefined ? [] : [element('ClrSysId', element('Cd', system))]),
      element('MmbId', atMost(28, routing)),
    );
  // Older accounts have no BIC.
  const isUnknown = routing === '' || (iban !== undefined && !isBic);
  return element(
    'CdtrAgt',
    element(
      'FinInstnId',
      ...(isUnknown ? [] : [isBic ? element('BICFI', routing) : member()]),
      element('PstlAdr', element('Ctry', country)),
      ...(isUnknown ? [element('Othr', element('Id', NOT_PROVIDED))] : []),
    ),
  );
}
