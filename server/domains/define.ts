/**
 * Defines what a room adds to the house. Each room declares it once, in its `domain.ts`. The API, queue, workers,
 * sweeps, limits, mails, privacy and the tidy test are built from `index.ts`, which lists the rooms.
 */

import type { Table } from 'drizzle-orm';
import type { Static, TObject } from 'typebox';
import type { mails } from '../../db/schema/index.ts';
import type { Address } from '../../pages/addresses.ts';
import type { Deps, TransactionDeps } from '../deps.ts';
import { service } from '../deps.ts';
import type { Contract } from '../lib/contract.ts';
import type { Locale } from '../lib/locale.ts';
import type { RouteSet } from '../lib/mount.ts';
import type { Person } from '../lib/viewer.ts';
import type { Allowance, Limit } from '../limits/attempts.ts';
import type { EventPart } from '../outbox/event.ts';
import type { JobQueue, JobSettings, RunningJob } from '../ports.ts';
import type { PersonalData } from './administration/privacy/personal.ts';
import type { MailContent } from './platform/mail/layout.ts';

/** Something that a worker does. The job reloads what its ids name, and may run twice. */
export type JobPart<N extends string, S extends TObject> = EventPart<N, S> & {
  settings: JobSettings;
  run(deps: Deps, payload: Static<S>, job: RunningJob): Promise<void>;
  /** Runs after the job has failed for good. May run twice. */
  giveUp?(deps: Deps, payload: Static<S>): Promise<void>;
};

export const job = <N extends string, S extends TObject>(
  { name, payload }: EventPart<N, S>,
  settings: JobSettings,
  work: Pick<JobPart<N, S>, 'run' | 'giveUp'>,
): JobPart<N, S> => ({ name, payload, settings, ...work });

export type Reaction = {
  event: string;
  react(payload: Record<string, unknown>): { name: string; payload: Record<string, unknown> };
};

/** Starts a job of this domain on an event of an earlier domain. */
export const reaction = <S extends TObject, T extends TObject>(
  to: EventPart<string, S>,
  cause: JobPart<string, T>,
  payloadOf: (payload: Static<S>) => Static<T>,
): Reaction => ({
  event: to.name,
  react: (payload) => ({ name: cause.name, payload: payloadOf(payload as Static<S>) }),
});

export type Sweep = {
  name: string;
  everyMs: number;
  /** Runs apart from the other sweeps, and may overlap itself. A round that hangs delays no other round. */
  isPunctual?: true;
  run(deps: Deps, queue: JobQueue): Promise<unknown>;
};

export type Mail = typeof mails.$inferSelect;

export type MailContext = {
  deps: Deps;
  mail: Mail;
  locale: Locale;
  /** Name of the recipient. Without an account for the address, the name is empty and the time zone is UTC. */
  name: string;
  timezone: string;
  page(path: Address): string;
  /** Finds the token that the mail carries, with its text for a link. Null when the token is no longer valid. */
  findToken(): Promise<{ text: string; until: Date } | null>;
};

export type MailPart = {
  name: string;
  /** The mail may go to an address that belongs to no account. */
  isForAnyone?: true;
  /** Finds the recipient's account at sending time, so that the request does not reveal it. Null when there is none. */
  address?(tx: TransactionDeps, mail: Mail): Promise<Pick<Mail, 'userId' | 'toAddress' | 'data'> | null>;
  /** Returns null when the mail has lost its point by the time of sending. */
  write(context: MailContext): Promise<MailContent | null>;
};

export const mail = (name: string, part: Omit<MailPart, 'name'>): MailPart => ({ name, ...part });

/** Interval of sweeps over rows that may wait a while. */
export const SELDOM_MS = 600_000;
/** Interval of sweeps that somebody waits for. */
export const OFTEN_MS = 15_000;

type AnyEvent = EventPart<string, TObject>;
type AnyJob = JobPart<string, TObject>;

export type Part<C extends Contract = Contract, E extends AnyEvent = AnyEvent, J extends AnyJob = AnyJob> = {
  name: string;
  contract: C;
  routes?: RouteSet<Deps>;
  tables: readonly Table[];
  events: readonly E[];
  jobs: readonly J[];
  reactions: readonly Reaction[];
  sweeps: readonly Sweep[];
  limits: Readonly<Record<string, Limit | Allowance>>;
  mails: readonly MailPart[];
  personal?: PersonalData;
  badge?: Badge;
};

/** A room: its folder and its nouns. Each noun calls only nouns before it. */
export type Domain<P extends readonly Part[] = readonly Part[]> = { name: string; parts: P };

// A noun without calls, events or jobs adds no names, so its type parameters default to none.
type NoContract = Record<never, never>;

export const definePart = <
  C extends Contract = NoContract,
  E extends AnyEvent = never,
  J extends AnyJob = never,
>(
  part: Pick<Part, 'name'> & Partial<Part<C, E, J>>,
): Part<C, E, J> => ({
  contract: {} as C,
  tables: [],
  events: [],
  jobs: [],
  reactions: [],
  sweeps: [],
  limits: {},
  mails: [],
  ...part,
});

export const defineDomain = <P extends readonly Part[]>(name: string, ...parts: P): Domain<P> => ({
  name,
  parts,
});

/** Counts the unread notifications that the reader may see in their current country. */
export type Badge = (deps: Deps, reader: { viewer: Person; country: string | null }) => Promise<number>;

/** Everything a domain may need from all others without importing them. Part of `deps`. */
export type House = {
  mails: ReadonlyMap<string, MailPart>;
  personal: readonly PersonalData[];
  jobs: ReadonlyMap<string, JobPart<string, TObject>>;
  sweeps: readonly Pick<Sweep, 'name' | 'everyMs'>[];
  badge: Badge;
};

export const houseParts = service<House>('house');
