/** Owns who may have an account, which passwords hold and what a profile may say (decisions.md §4). */

import { ageOn, isDay } from '../../../lib/days.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { FieldErrors, FieldProblem } from '../../../lib/errors.ts';
import { coresOf, foldPassword } from '../../../lib/guessing.ts';
import { isBlank, lengthOf } from '../../../lib/text.ts';

export const PASSWORD_SHORTEST = 10;
/** With fewer different characters a password of any length is guessed early. */
const PASSWORD_DIFFERENT = 5;
const PASSWORD_LONGEST = 128;
/** Shorter names are parts of many words. */
const OWN_WORD_SHORTEST = 3;
export const AGE_MIN_YEARS = 13;
export const AGE_OF_CONSENT = 18;
/** How long the owner of an account may change their mind about its deletion. */
export const DELETION_DELAY_MS = 30 * DAY_MS;

/** The form that browsers accept in `<input type=email>` (HTML Standard §4.10.5.1.5), at most 254 characters (RFC 5321). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Stricter than browsers in one point: RFC 5321 §4.1.2 has no dot at an end of the local part, nor two in a row. */
export const mayBeEmail = (text: string): boolean =>
  text.length <= 254 && EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text);

/** An address that mail reaches has a domain of two parts, the last of which is no number. */
export const isEmail = (text: string): boolean => mayBeEmail(text) && /\.[^.]*[a-z][^.]*$/i.test(text);

/** A day that the calendar has, not in the future and not more than 130 years ago. */
export function isBirthday(text: string, today: string): boolean {
  return isDay(text) && text <= today && ageOn(today, text) <= 130;
}

export const isAdult = (dateOfBirth: string, today: string): boolean =>
  ageOn(today, dateOfBirth) >= AGE_OF_CONSENT;

export type AgeFacts = { dateOfBirth: string; guardianConsent: boolean; today: string };

/** Under 13 nobody, from 13 to 17 with a guardian's consent (ACC-57, ACC-58). */
export function checkAge({ dateOfBirth, guardianConsent, today }: AgeFacts): FieldErrors {
  if (!isBirthday(dateOfBirth, today)) return { date_of_birth: ['invalid'] };
  const age = ageOn(today, dateOfBirth);
  if (age < AGE_MIN_YEARS) return { date_of_birth: ['too_young'] };
  return age < AGE_OF_CONSENT && !guardianConsent ? { guardian_consent: ['consent_needed'] } : {};
}

/** Who is under 18 publishes only on an account that a parent or guardian has agreed to (ACC-59). */
export const mayPublish = ({ dateOfBirth, guardianConsent, today }: AgeFacts): boolean =>
  guardianConsent || isAdult(dateOfBirth, today);

/** A name is one line: with line breaks or other controls it could pretend to be something else where it is shown. */
export const isName = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);

export type SignUpFacts = AgeFacts & {
  email: string;
  /** Null when the account is entered by a provider's sign-in alone. */
  password: string | null;
  isCommonPassword?: boolean;
  displayName: string;
  /** What else is wrong with the name (`findNameProblem`). */
  nameProblem?: FieldProblem | null;
};

/** Everything wrong with a sign-up at once, as far as it is told; an empty object when nothing is. */
export function checkSignUp(facts: Partial<SignUpFacts> & { today: string }): FieldErrors {
  const { email, displayName, password, dateOfBirth, guardianConsent = false, today } = facts;
  const fields: FieldErrors = {};
  if (email !== undefined && !isEmail(email)) fields.email = ['invalid'];
  if (displayName !== undefined && !isName(displayName)) fields.display_name = ['invalid'];
  else if (facts.nameProblem) fields.display_name = [facts.nameProblem];
  const problem =
    password === null || password === undefined
      ? null
      : passwordProblem(password, {
          identity: [email ?? null, displayName ?? null],
          isCommon: facts.isCommonPassword === true,
        });
  if (problem !== null) fields.password = [problem];
  if (dateOfBirth === undefined) return fields;
  return { ...fields, ...checkAge({ dateOfBirth, guardianConsent, today }) };
}

export type PasswordFacts = { identity: readonly (string | null)[]; isCommon: boolean };

/** Length, not a common one, not the person's own e-mail or name, however varied; there are no composition rules. */
export function passwordProblem(password: string, { identity, isCommon }: PasswordFacts): string | null {
  const length = lengthOf(password.normalize('NFC'));
  if (length < PASSWORD_SHORTEST) return 'too_short';
  if (length > PASSWORD_LONGEST) return 'too_long';
  const own = identity.flatMap((text) => (text === null ? [] : ownWords(text)));
  if (coresOf(password).some((core) => own.includes(core))) return 'contains_identity';
  const isMonotone = new Set(foldPassword(password)).size < PASSWORD_DIFFERENT;
  return isCommon || isMonotone ? 'common_password' : null;
}

/** Of an address or a name: as it is written, its parts, and its letters in one. */
function ownWords(text: string): string[] {
  const plain = foldPassword(text);
  const local = plain.split('@')[0] ?? '';
  const parts = [plain, local].flatMap((whole) => [
    whole,
    whole.replaceAll(/[^\p{L}]/gu, ''),
    ...whole.split(/[^\p{L}]+/u),
  ]);
  return parts.filter((word) => word === plain || word === local || lengthOf(word) >= OWN_WORD_SHORTEST);
}

export const BIO_MAX_LENGTH = 1000;

/** What somebody says of themselves: lines as one keyboard makes them, and no more than one empty line between paragraphs. */
export function plainBio(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ');
  const plain = lines
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return isBlank(plain) ? '' : plain;
}

/** An address that a link may lead to: of the web, with a host, without a user and password that would pretend another. */
export function isWebsite(text: string): boolean {
  if (text.length > 300 || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return (
    /^https?:$/.test(protocol) &&
    hostname !== '' &&
    username === '' &&
    password === '' &&
    /^https?:\/\//i.test(text)
  );
}

/** Days in UTC; the first one is in it, the last one is not, and without a last one it lasts. */
export type FounderTerm = { since: string; until: string | null };

/** Whether somebody was a founder when this day ended. */
export const isFounderOn = (terms: readonly FounderTerm[], day: string): boolean =>
  terms.some(({ since, until }) => since <= day && (until === null || day < until));
