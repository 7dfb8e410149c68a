/** Owns the steps of a payout, who may take them, valid destinations and valid tax forms. */
import type { PayoutState } from '#db/schema/index.ts';
import { isDay, utcDay } from '../../../lib/days.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { isAdult, isName } from '../../accounts/accounts/rules.ts';
import { COUNTRIES } from '../../publishing/countries/rules.ts';
import { PAYOUT_MAX_DAYS, PAYOUT_THRESHOLD_CENTS } from '../earnings/rules.ts';

export const PAYOUT_STEPS = ['approve', 'pay', 'reject', 'call_off'] as const;
export type PayoutStep = (typeof PAYOUT_STEPS)[number];

/** Next state for each step. A state refuses all steps that it does not list. */
const NEXT: Readonly<Record<PayoutState, Partial<Record<PayoutStep, PayoutState>>>> = {
  requested: { approve: 'approved', reject: 'rejected', call_off: 'called_off' },
  approved: { pay: 'paid', reject: 'rejected' },
  paid: {},
  rejected: {},
  called_off: {},
};

export const nextState = (state: PayoutState, step: PayoutStep): PayoutState | null =>
  NEXT[state][step] ?? null;

/** Only the owner calls a payout off. All other steps are for administrators. */
export const isStepOfOwner = (step: PayoutStep): boolean => step === 'call_off';

export const STEP_OF = { approved: 'approve', paid: 'pay', rejected: 'reject' } as const;
export type Decision = keyof typeof STEP_OF;

/** States in which a payout holds money back. A user has at most one such payout. */
export const OPEN_STATES = ['requested', 'approved'] as const satisfies PayoutState[];

export const HOLDS = ['payout_account_locked', 'balance_below_zero'] as const;
export type Hold = (typeof HOLDS)[number];

/** Why an open payout is held for now. A correction after the approval is carried over and holds nothing. */
export const holdOf = (of: { state: PayoutState; isLocked: boolean; earnedMicros: number }): Hold | null => {
  if (nextState(of.state, 'reject') === null) return null;
  if (of.isLocked) return 'payout_account_locked';
  return of.state === 'requested' && of.earnedMicros < 0 ? 'balance_below_zero' : null;
};

/** REV-16 */
export const dueAfter = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + PAYOUT_MAX_DAYS * DAY_MS);

/** Whole days, negative when overdue. */
export const daysLeft = (dueAt: Date, now: Date): number =>
  Math.ceil((dueAt.getTime() - now.getTime()) / DAY_MS);

/** When the payout was paid. The day that an administrator names may precede the note, but not the request. */
export function paidAt(
  { requestedAt }: { requestedAt: Date },
  day: string | undefined,
  now: Date,
): { closedAt: Date; problem: 'invalid' | 'before_request' | 'in_future' | null } {
  const today = utcDay(now);
  if (day === undefined || day === today) return { closedAt: now, problem: null };
  if (!isDay(day)) return { closedAt: now, problem: 'invalid' };
  if (day > today) return { closedAt: now, problem: 'in_future' };
  if (day < utcDay(requestedAt)) return { closedAt: now, problem: 'before_request' };
  const noon = new Date(`${day}T12:00:00Z`);
  return { closedAt: noon < requestedAt ? requestedAt : noon, problem: null };
}

export const DESTINATION_DELAY_MS = 3 * DAY_MS;
/** How long the owner can disown a destination by mail. */
export const DISOWN_MS = 14 * DAY_MS;

export const REFERENCE_MAX_LENGTH = 35;
export const REJECTION_REASON_MAX_LENGTH = 500;
/** Longest name that transfers carry everywhere (EPC guidelines). */
export const HOLDER_MAX_LENGTH = 70;
export const APPROVED_AT_ONCE_MAX_COUNT = 100;

export const FORM_KINDS = ['W-8BEN', 'W-8BEN-E', 'W-9'] as const;
export type FormKind = (typeof FORM_KINDS)[number];
export const formAddress = (kind: string): string =>
  `https://www.irs.gov/forms-pubs/about-form-${kind.toLowerCase().replace('w-8ben', 'w-8-ben')}`;
export const FORM_MAX_BYTES = 10 * 1024 * 1024;

export type RequestFacts = {
  emailConfirmed: boolean;
  leaving: boolean;
  dateOfBirth: string;
  guardianConsent: boolean;
  today: string;
  open: boolean;
  earnedCents: number;
  /** `guardian`: the holder is the parent or guardian. */
  destination: { guardian: boolean } | null;
  waiting: boolean;
};

/** Error code when no payout can be requested now. Null when it can. */
export function requestProblem(facts: RequestFacts) {
  const { emailConfirmed, leaving, dateOfBirth, guardianConsent, today, destination } = facts;
  if (!emailConfirmed) return 'payout_email_unconfirmed';
  if (leaving) return 'payout_account_leaving';
  if (facts.open) return 'payout_open';
  const isMinor = !isAdult(dateOfBirth, today);
  // REV-21
  if (isMinor && !guardianConsent) return 'payout_guardian_needed';
  if (facts.earnedCents < PAYOUT_THRESHOLD_CENTS) return 'payout_below_threshold';
  if (destination === null) return facts.waiting ? 'destination_waiting' : 'destination_needed';
  return isMinor && !destination.guardian ? 'destination_of_guardian_needed' : null;
}
export type RequestProblem = NonNullable<ReturnType<typeof requestProblem>>;

export type Account = {
  holder: string;
  country: string;
  /** Without spaces. Either this or `account`. */
  iban?: string;
  account?: string;
  /** Number of the bank. For an IBAN outside SEPA, its BIC. */
  routing?: string;
  guardian: boolean;
};

type Given = Partial<Record<'holder' | 'country' | 'iban' | 'account' | 'routing', string>> & {
  guardian?: boolean;
};

const compact = (text = ''): string => text.replaceAll(/[\s\-.]/g, '').toUpperCase();

export function readAccount(
  given: Given,
  { isMinor }: { isMinor: boolean },
): { account: Account; fields: FieldErrors } {
  const holder = (given.holder ?? '').trim().replaceAll(/\s+/g, ' ');
  const country = (given.country ?? '').toUpperCase();
  const [iban, account, routing] = [compact(given.iban), compact(given.account), compact(given.routing)];
  const fields: FieldErrors = {};
  if (!isName(holder) || !/\p{L}/u.test(holder)) fields.holder = ['invalid'];
  if (!COUNTRIES.includes(country)) fields.country = ['invalid'];
  if (iban === '' && account === '') fields.iban = ['blank'];
  else if (iban !== '' && account !== '') fields.account = ['account_beside_iban'];
  else if (iban !== '') {
    if (!isIban(iban)) fields.iban = ['iban_wrong'];
    else if (!isSepaIban(iban) && !isBicOf(routing, country)) fields.routing = ['bic_needed'];
  } else {
    if (!/^[A-Z0-9]{4,30}$/.test(account)) fields.account = ['invalid'];
    if (!isRouting(routing, country)) fields.routing = [routing === '' ? 'blank' : 'invalid'];
  }
  if (isMinor && given.guardian !== true) fields.guardian = ['guardian_needed'];
  const bank = iban !== '' && isSepaIban(iban) ? {} : { routing };
  const number = iban === '' ? { account } : { iban };
  return { account: { holder, country, ...number, ...bank, guardian: given.guardian === true }, fields };
}

/** Length of IBANs per country (SWIFT registry). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 ' +
    'SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** ISO 13616: the length of the country, and check digits with remainder 1 modulo 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) || IBAN_LENGTHS[text.slice(0, 2)] !== text.length) return false;
  let rest = 0;
  for (const sign of `${text.slice(4)}${text.slice(0, 4)}`) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** IBANs of these countries identify their bank (EPC409-09). */
const SEPA = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE ' +
    'SI SK SM VA'
  ).split(' '),
);
export const isSepaIban = (iban: string): boolean => SEPA.has(iban.slice(0, 2));

export const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** ISO 9362: bank, country, place and optional branch. */
export const isBicOf = (text: string, country: string): boolean =>
  isBic(text) && text.slice(4, 6) === country;

/** In the United States, nine digits with a check digit (ABA). Elsewhere, any code that the bank uses. */
function isRouting(text: string, country: string): boolean {
  if (country !== 'US') return /^[A-Z0-9]{3,28}$/.test(text);
  if (!/^\d{9}$/.test(text)) return false;
  const sum = [...text].reduce((all, digit, at) => all + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum % 10 === 0 && sum > 0;
}

export const lastFourOf = ({ iban, account }: Account): string => (iban ?? account ?? '').slice(-4);

const TAIL_BYTES = 1024;

/** Begins and ends as a PDF, and states where its contents are (ISO 32000-1 §7.5), but launches or embeds nothing. */
export function isTaxForm(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^%PDF-[12]\.\d[\r\n %]/.test(file.toString('latin1', 0, 16))) return false;
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(file.toString('latin1', Math.max(0, file.length - TAIL_BYTES))))
    return false;
  return !['/Launch', '/EmbeddedFile', '/RichMedia'].some((word) => file.includes(word, 0, 'latin1'));
}
