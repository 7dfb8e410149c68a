/** Rules for changing accounts, including an administrator's own. */

export const USER_FILTERS = [
  'all',
  'creators',
  'publishers',
  'founders',
  'administrators',
  'locked',
  'unconfirmed',
] as const;
export type UserFilter = (typeof USER_FILTERS)[number];

export const ACCOUNT_FLAGS = ['publisher', 'founder', 'administrator', 'locked'] as const;
export type AccountFlag = (typeof ACCOUNT_FLAGS)[number];
export type AccountChange = Partial<Record<AccountFlag, boolean>>;

/** Counting stops here. */
export const USERS_COUNTED_MAX = 1000;
export const LOG_FILE_MAX_COUNT = 10_000;

type Standing = Record<'publisher' | 'founder' | 'administrator', boolean> & { lockedAt: Date | null };
export const flagsOf = ({ publisher, founder, administrator, lockedAt }: Standing) => ({
  publisher,
  founder,
  administrator,
  locked: lockedAt !== null,
});

/** The flags that are set. The text is the same as long as nothing changes. */
export const versionOf = (now: Readonly<Record<AccountFlag, boolean>>): string =>
  ACCOUNT_FLAGS.filter((flag) => now[flag]).join(' ') || 'plain';

/** Administrators cannot lock or demote themselves, so that at least one remains. */
export const isOwnEnd = ({ locked, administrator }: AccountChange, isOwn: boolean): boolean =>
  isOwn && (locked === true || administrator === false);

export const changesIn = (
  wanted: AccountChange,
  now: Readonly<Record<AccountFlag, boolean>>,
): { flag: AccountFlag; to: boolean }[] =>
  ACCOUNT_FLAGS.flatMap((flag) => {
    const to = wanted[flag];
    return to === undefined || to === now[flag] ? [] : [{ flag, to }];
  });
