/** Who is asking: what every rule may know of a signed-in user. Never a token, never a password. */
import { conflict } from './errors.ts';
import type { Locale } from './locale.ts';

export type Viewer = {
  id: string;
  slug: string;
  displayName: string;
  language: Locale;
  publisher: boolean;
  founder: boolean;
  /** The flag alone, which gives no right: ask `isAdministrator`. */
  administrator: boolean;
  emailConfirmed: boolean;
  /** Of the account. */
  createdAt: Date;
  /** Signing in asks for a second factor. */
  secondFactor: boolean;
  /** Whoever holds this session has proven all that the account asks for within the last 15 minutes. */
  fresh: boolean;
  sessionId: string;
};

export type Standing = Pick<Viewer, 'administrator' | 'secondFactor'>;

/** Somebody of whom rules ask whose story it is, or whether they administer. */
export type Person = Pick<Viewer, 'id'> & Standing;

/** Somebody of whom only the id counts, whatever else they may do. */
export const asReader = (id: string): Person => ({ id, administrator: false, secondFactor: false });

/** Without a second factor the flag gives no right: such an account is an ordinary one, for reads too. */
export const isAdministrator = ({ administrator, secondFactor }: Standing): boolean =>
  administrator && secondFactor;

/** For what only an administrator may change. Throws 409 `prove_again` for one whose last proof is too old. */
export function actsAsAdministrator(viewer: Standing & Pick<Viewer, 'fresh'>): boolean {
  if (!isAdministrator(viewer)) return false;
  if (!viewer.fresh) throw conflict('prove_again');
  return true;
}

export type Lack = 'administrators_only' | 'second_factor_required' | 'fresh_sign_in_required';

/** What a signed-in user lacks for something, as the code of the refusal; null when nothing. */
export function lackOf(
  viewer: Pick<Viewer, 'administrator' | 'secondFactor' | 'fresh'>,
  wants: { administrator: boolean; fresh: boolean },
): Lack | null {
  if (wants.administrator && !viewer.administrator) return 'administrators_only';
  if (wants.administrator && !viewer.secondFactor) return 'second_factor_required';
  return wants.fresh && !viewer.fresh ? 'fresh_sign_in_required' : null;
}
