/** Owns who may have an account and which passwords hold (decisions.md §4). */
import type { FieldErrors } from '../../lib/errors.ts';
import { lengthOf } from '../../lib/text.ts';

export const PASSWORD_SHORTEST = 10;
export const PASSWORD_LONGEST = 128;
export const AGE_LEAST = 13;
export const AGE_OF_CONSENT = 18;

/** The form that browsers accept in `<input type=email>` (HTML Standard §4.10.5.1.5), at most 254 characters (RFC 5321). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** Whole years between two days written YYYY-MM-DD. */
export function ageOn(today: string, born: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

/** A day that the calendar has, not in the future and not more than 130 years ago. */
export function isBirthday(text: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return false;
  return text <= today && ageOn(today, text) <= 130;
}

export type SignUpFacts = {
  email: string;
  password: string;
  displayName: string;
  dateOfBirth: string;
  guardianConsent: boolean;
  today: string;
};

/** Everything wrong with a sign-up at once; an empty object when nothing is. */
export function checkSignUp(facts: SignUpFacts): FieldErrors {
  const fields: FieldErrors = {};
  if (!isEmail(facts.email)) fields.email = ['invalid'];
  const password = passwordProblem(facts.password, [facts.email, facts.displayName]);
  if (password !== null) fields.password = [password];
  if (!isBirthday(facts.dateOfBirth, facts.today)) {
    fields.date_of_birth = ['invalid'];
  } else {
    const age = ageOn(facts.today, facts.dateOfBirth);
    if (age < AGE_LEAST) fields.date_of_birth = ['too_young'];
    else if (age < AGE_OF_CONSENT && !facts.guardianConsent) fields.guardian_consent = ['consent_needed'];
  }
  return fields;
}

/** Length and not the person's own e-mail or name; there are no composition rules. */
export function passwordProblem(password: string, identity: readonly string[]): string | null {
  const length = lengthOf(password.normalize('NFC'));
  if (length < PASSWORD_SHORTEST) return 'too_short';
  if (length > PASSWORD_LONGEST) return 'too_long';
  const plain = password.normalize('NFC').toLowerCase();
  return identity.some((text) => text !== '' && plain === text.normalize('NFC').toLowerCase())
    ? 'contains_identity'
    : null;
}
