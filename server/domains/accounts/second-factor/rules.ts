/** Owns what a second factor is: which answers there are, what counts once, how codes look. */
import { MINUTE_MS } from '../../../lib/durations.ts';
import type { FieldErrors } from '../../../lib/errors.ts';

/** Shown once; each lets its owner in once. */
export const RECOVERY_CODES = 10;
/** Of one account: a ring of keys, not a store. */
export const PASSKEYS_MAX_COUNT = 10;
export const NAME_MAX_LENGTH = 60;
/** A code may be a step early or late, since clocks differ. */
export const CODE_STEPS_AROUND = 1;
export const CODE_PERIOD_SECONDS = 30;

/** Holds new recovery codes, sealed, until their owner has kept them. */
export const SHOWN_COOKIE = 'recovery_codes';
export const SHOWN_MS = 10 * MINUTE_MS;

/** What the account asks for. */
export type Ways = { hasPassword: boolean; hasApp: boolean; passkeys: number; recoveryCodes: number };

/** What somebody answers; the text of a field that was left empty is not there. */
export type Given = {
  password?: string | undefined;
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: unknown;
};

export type FactorAnswer =
  | { kind: 'code'; code: string }
  | { kind: 'recovery_code'; code: string }
  | { kind: 'passkey'; response: unknown };

export const isOn = ({ hasApp, passkeys }: Pick<Ways, 'hasApp' | 'passkeys'>): boolean =>
  hasApp || passkeys > 0;

/** The one answer that counts, the strongest first; null when there is none. */
export function answerOf({ code, recoveryCode, passkey }: Given): FactorAnswer | null {
  if (passkey !== undefined) return { kind: 'passkey', response: passkey };
  if (code !== undefined) return { kind: 'code', code };
  return recoveryCode === undefined ? null : { kind: 'recovery_code', code: recoveryCode };
}

/** A passkey is two factors in one. */
export const standsAlone = (ways: Ways, { passkey }: Given): boolean =>
  passkey !== undefined && ways.passkeys > 0;

/**
 * What is missing of a fresh proof, by field. Whoever has no password
 * shows the factor; without either they sign in again by their provider (null).
 */
export function lackingProof(ways: Ways, given: Given): FieldErrors | null {
  if (standsAlone(ways, given)) return {};
  const wantsFactor = isOn(ways);
  if (!ways.hasPassword && !wantsFactor) return null;
  return {
    ...(ways.hasPassword && given.password === undefined ? { password: ['blank'] } : {}),
    ...(wantsFactor && answerOf(given) === null ? { code: ['blank'] } : {}),
  };
}

/** People type blanks between digits, as apps show them. */
export const tidyCode = (text: string): string | null => {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
};

/** Crockford's letters: none is taken for another. */
export const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** 60 bits. */
export const RECOVERY_LENGTH = GROUPS * GROUP_LENGTH;

/** `4F7K-29QM-8XTA` */
export const groupCode = (code: string): string =>
  (code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join('-');

/** As the hash is made of it: whatever the case, the dashes and what looks alike. */
export function tidyRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === RECOVERY_LENGTH && [...code].every((letter) => LETTERS.includes(letter))
    ? code
    : null;
}

/** A code counts once, and none before it counts afterwards (RFC 6238 §5.2). */
export const isNewStep = (step: number, lastStep: number | null): boolean =>
  lastStep === null || step > lastStep;

/** One line, at most 60 characters; null when nothing is left. */
export function tidyPasskeyName(name: string): string | null {
  const line = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = [...line].slice(0, NAME_MAX_LENGTH).join('').trim();
  return cut === '' ? null : cut;
}
