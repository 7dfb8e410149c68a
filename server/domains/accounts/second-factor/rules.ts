import { MINUTE_MS } from '../../../lib/durations.ts';
import type { FieldErrors } from '../../../lib/errors.ts';

/** Shown once. Each code works once. */
export const RECOVERY_CODES = 10;
/** Per account. */
export const PASSKEYS_MAX_COUNT = 10;
export const NAME_MAX_LENGTH = 60;
/** Accepts codes one step early or late, since clocks differ. */
export const CODE_STEPS_AROUND = 1;
export const CODE_PERIOD_SECONDS = 30;

/** Encrypted new recovery codes, for the page that shows them. */
export const SHOWN_COOKIE = 'recovery_codes';
export const SHOWN_MS = 10 * MINUTE_MS;

export type Ways = { hasPassword: boolean; hasApp: boolean; passkeys: number; recoveryCodes: number };

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

export function answerOf({ code, recoveryCode, passkey }: Given): FactorAnswer | null {
  if (passkey !== undefined) return { kind: 'passkey', response: passkey };
  if (code !== undefined) return { kind: 'code', code };
  return recoveryCode === undefined ? null : { kind: 'recovery_code', code: recoveryCode };
}

/** A passkey combines two factors. */
export const standsAlone = (ways: Ways, { passkey }: Given): boolean =>
  passkey !== undefined && ways.passkeys > 0;

/** Fields missing from a proof. Null without password and factor: the user must sign in again by a provider. */
export function lackingProof(ways: Ways, given: Given): FieldErrors | null {
  if (standsAlone(ways, given)) return {};
  const wantsFactor = isOn(ways);
  if (!ways.hasPassword && !wantsFactor) return null;
  return {
    ...(ways.hasPassword && given.password === undefined ? { password: ['blank'] } : {}),
    ...(wantsFactor && answerOf(given) === null ? { code: ['blank'] } : {}),
  };
}

/** Apps show blanks between digits, so people type them. */
export const tidyCode = (text: string): string | null => {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
};

/** Crockford's alphabet, without look-alike characters. */
export const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** 60 bits. */
export const RECOVERY_LENGTH = GROUPS * GROUP_LENGTH;

/** `4F7K-29QM-8XTA` */
export const groupCode = (code: string): string =>
  (code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? []).join('-');

/** Normalizes a code before hashing: case, dashes and look-alike characters do not matter. */
export function tidyRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === RECOVERY_LENGTH && [...code].every((letter) => LETTERS.includes(letter))
    ? code
    : null;
}

/** A code counts once. Earlier codes no longer count (RFC 6238 §5.2). */
export const isNewStep = (step: number, lastStep: number | null): boolean =>
  lastStep === null || step > lastStep;

/** One line, at most 60 characters. Null when nothing is left. */
export function tidyPasskeyName(name: string): string | null {
  const line = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = [...line].slice(0, NAME_MAX_LENGTH).join('').trim();
  return cut === '' ? null : cut;
}
