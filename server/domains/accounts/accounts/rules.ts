/** Decides who may have an account, which passwords are valid and what a profile may contain (decisions.md §4). */

import { ageOn, isDay } from '../../../lib/days.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { FieldErrors, FieldProblem } from '../../../lib/errors.ts';
import { coresOf, foldPassword } from '../../../lib/guessing.ts';
import { isBlank, lengthOf } from '../../../lib/text.ts';

export const PASSWORD_SHORTEST = 10;
/** A password with fewer different characters is easy to guess at any length. */
const PASSWORD_DIFFERENT = 5;
const PASSWORD_LONGEST = 128;
/** Shorter names are parts of many words. */
const OWN_WORD_SHORTEST = 3;
export const AGE_MIN_YEARS = 13;
export const AGE_OF_CONSENT = 18;
export const DELETION_DELAY_MS = 30 * DAY_MS;

/** Syntax of `<input type=email>` (HTML Standard §4.10.5.1.5), at most 254 characters (RFC 5321). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Rejects dots at the ends of the local part and two dots in a row (RFC 5321 §4.1.2). Browsers allow both. */
export const mayBeEmail = (text: string): boolean =>
  text.length <= 254 && EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text);

/** A deliverable address has a domain of at least two parts, the last of which is not a number. */
export const isEmail = (text: string): boolean => mayBeEmail(text) && /\.[^.]*[a-z][^.]*$/i.test(text);

export function isBirthday(text: string, today: string): boolean {
  return isDay(text) && text <= today && ageOn(today, text) <= 130;
}

export const isAdult = (dateOfBirth: string, today: string): boolean =>
  ageOn(today, dateOfBirth) >= AGE_OF_CONSENT;

export type AgeFacts = { dateOfBirth: string; guardianConsent: boolean; today: string };

/** Nobody below 13; from 13 to 17 only with a guardian's consent (ACC-57, ACC-58). */
export function checkAge({ dateOfBirth, guardianConsent, today }: AgeFacts): FieldErrors {
  if (!isBirthday(dateOfBirth, today)) return { date_of_birth: ['invalid'] };
  const age = ageOn(today, dateOfBirth);
  if (age < AGE_MIN_YEARS) return { date_of_birth: ['too_young'] };
  return age < AGE_OF_CONSENT && !guardianConsent ? { guardian_consent: ['consent_needed'] } : {};
}

/** People under 18 may publish only with a guardian's consent to the account (ACC-59). */
export const mayPublish = ({ dateOfBirth, guardianConsent, today }: AgeFacts): boolean =>
  guardianConsent || isAdult(dateOfBirth, today);

/** A name is a single line: control characters could disguise it where it is shown. */
export const isName = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);

export type SignUpFacts = AgeFacts & {
  email: string;
  /** Null when the account has only a provider's sign-in. */
  password: string | null;
  isCommonPassword?: boolean;
  displayName: string;
  nameProblem?: FieldProblem | null;
};

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

/** Length, no common password, no variation of the person's own e-mail or name. No composition rules. */
export function passwordProblem(password: string, { identity, isCommon }: PasswordFacts): string | null {
  const length = lengthOf(password.normalize('NFC'));
  if (length < PASSWORD_SHORTEST) return 'too_short';
  if (length > PASSWORD_LONGEST) return 'too_long';
  const own = identity.flatMap((text) => (text === null ? [] : ownWords(text)));
  if (coresOf(password).some((core) => own.includes(core))) return 'contains_identity';
  const isMonotone = new Set(foldPassword(password)).size < PASSWORD_DIFFERENT;
  return isCommon || isMonotone ? 'common_password' : null;
}

/** Words of an address or a name: the whole text, its parts, and its letters joined. */
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

/** Normalizes line breaks, and allows at most one empty line between paragraphs. */
export function plainBio(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ');
  const plain = lines
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return isBlank(plain) ? '' : plain;
}

/** True for a web address that is safe to link. User names and passwords could disguise the host. */
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

/** Days in UTC, from `since` up to but not including `until`. Null means the term goes on. */
export type FounderTerm = { since: string; until: string | null };

/** True when the person was a founder at the end of the day. */
export const isFounderOn = (terms: readonly FounderTerm[], day: string): boolean =>
  terms.some(({ since, until }) => since <= day && (until === null || day < until));
