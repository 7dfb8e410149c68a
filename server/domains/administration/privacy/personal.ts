/** Declares the personal data of each domain, so that exports and erasures are complete. */
import type { media, users } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';

export type Person = typeof users.$inferSelect;
/** Owner of an account whose password is reset by mail. */
export type Unproven = Pick<Person, 'id' | 'email' | 'emailConfirmedAt'>;
export type OwnPicture = Pick<typeof media.$inferSelect, 'id' | 'type'>;

export type Collected = {
  /** One JSON file each, by name. */
  files: Record<string, unknown>;
  /** Possibly too large for memory, so read while being written. */
  streams: Record<string, AsyncIterable<unknown>>;
  /** Exported as originals. */
  pictures: readonly OwnPicture[];
};

/** `erased`: no row refers to the account. `kept`: rows do, but the erased account identifies nobody. */
export type Fate = 'erased' | 'kept';

export type PersonalData = {
  /** Each column that names a user (`table.column`), and what erasing does to it. */
  columns: Readonly<Record<string, Fate>>;
  /** Leaves out digests and tokens, which are not personal data. */
  collect?(deps: Deps, person: Person): Promise<Partial<Collected>>;
  /** Runs in the transaction of a reset by mail. An event would leave a stranger's ways in open for a moment. */
  dropUnproven?(tx: TransactionDeps, person: Unproven): Promise<void>;
  /** Runs when an owner disowns a change, in the same transaction. Removes every way in added since then. */
  dropSince?(tx: TransactionDeps, person: Pick<Person, 'id'> & { since: Date }): Promise<void>;
  /** Runs in the transaction that erases the account. Later domains come first. */
  erase?(tx: TransactionDeps, person: Person): Promise<void>;
};
