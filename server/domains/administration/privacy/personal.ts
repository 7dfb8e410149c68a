/** What each domain says of the personal data that it keeps, so that a copy holds all of it and an erasure leaves none. */
import type { media, users } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';

export type Person = typeof users.$inferSelect;
/** Whoever resets the password reads the mail of this account. */
export type Unproven = Pick<Person, 'id' | 'email' | 'emailConfirmedAt'>;
export type OwnPicture = Pick<typeof media.$inferSelect, 'id' | 'type'>;

export type Collected = {
  /** One JSON file each, by name. */
  files: Record<string, unknown>;
  /** What may be more than memory should hold: read while it is written. */
  streams: Record<string, AsyncIterable<unknown>>;
  /** Their originals go along. */
  pictures: readonly OwnPicture[];
};

/** `erased`: no row points to the account any more. `kept`: rows do, and the account says nothing of anybody. */
export type Fate = 'erased' | 'kept';

export type PersonalData = {
  /** Each column that names a user (`table.column`), and what becomes of it. */
  columns: Readonly<Record<string, Fate>>;
  /** Of digests and tokens nothing: they are nobody's data. */
  collect?(deps: Deps, person: Person): Promise<Partial<Collected>>;
  /**
   * Part of the transaction that resets the password by mail: ends every way in that a stranger may have prepared. An
   * event would leave a moment for them.
   */
  dropUnproven?(tx: TransactionDeps, person: Unproven): Promise<void>;
  /** Part of the transaction in which an owner disowns a change: removes every way in that was added since then. */
  dropSince?(tx: TransactionDeps, person: Pick<Person, 'id'> & { since: Date }): Promise<void>;
  /** Part of the transaction that erases the account. Later domains come first. */
  erase?(tx: TransactionDeps, person: Person): Promise<void>;
};
