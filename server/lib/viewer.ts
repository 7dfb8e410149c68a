/** Everything that rules may know of a signed-in user. Never a token, never a password. */
import { conflict } from './errors.ts';
import type { Locale } from './locale.ts';

export type Viewer = {
  id: string;
  slug: string;
  displayName: string;
  language: Locale;
  publisher: boolean;
  founder: boolean;
  /** The raw flag, which grants no right: use `isAdministrator`. */
  administrator: boolean;
  emailConfirmed: boolean;
  createdAt: Date;
  secondFactor: boolean;
  /** The session has given every proof that the account requires, within the last 15 minutes. */
  fresh: boolean;
  sessionId: string;
};

export type Standing = Pick<Viewer, 'administrator' | 'secondFactor'>;

/** A user whose stories or administrator rights a rule checks. */
export type Person = Pick<Viewer, 'id'> & Standing;

/** A user who matters only by id, whatever their rights. */
export const asReader = (id: string): Person => ({ id, administrator: false, secondFactor: false });

/** Without a second factor the flag grants no right: the account is an ordinary one, for reads, too. */
export const isAdministrator = ({ administrator, secondFactor }: Standing): boolean =>
  administrator && secondFactor;

/** For changes by administrators only. Throws 409 `prove_again` when their last proof is too old. */
export function actsAsAdministrator(viewer: Standing & Pick<Viewer, 'fresh'>): boolean {
  if (!isAdministrator(viewer)) return false;
  if (!viewer.fresh) throw conflict('prove_again');
  return true;
}

export type Lack = 'administrators_only' | 'second_factor_required' | 'fresh_sign_in_required';

export function lackOf(
  viewer: Pick<Viewer, 'administrator' | 'secondFactor' | 'fresh'>,
  wants: { administrator: boolean; fresh: boolean },
): Lack | null {
  if (wants.administrator && !viewer.administrator) return 'administrators_only';
  if (wants.administrator && !viewer.secondFactor) return 'second_factor_required';
  return wants.fresh && !viewer.fresh ? 'fresh_sign_in_required' : null;
}
