/**
 * What a room hangs into the house, each thing said once in its `domain.ts`. `index.ts` lists the rooms; API, queue,
 * workers, sweeps, limits, mails, privacy and the tidy test are folded from that list.
 */

import type { Table } from 'drizzle-orm';
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import type { mails } from '../../db/schema/index.ts';
import type { Address } from '../../pages/addresses.ts';
import type { Deps, TransactionDeps } from '../deps.ts';
import type { Contract } from '../lib/contract.ts';
import type { Locale } from '../lib/locale.ts';
import type { RouteSet } from '../lib/mount.ts';
import type { Person } from '../lib/viewer.ts';
import type { Allowance, Limit } from '../limits/attempts.ts';
import type { JobQueue, RunningJob } from '../queue/queue.ts';
import type { PersonalData } from './administration/privacy/personal.ts';
import type { MailContent } from './platform/mail/layout.ts';

/** Jobs of one group share workers: pictures keep the cores busy, everything else waits for others. */
export type JobGroup = 'quick' | 'images';

export type JobSettings = {
  group: JobGroup;
  attempts: number;
  /** Wait before the second attempt; it doubles each time and is shortened by up to half at random. */
  backoffMs: number;
  /** 0 goes first; a job with a higher number runs when none with a lower one waits in its group. */
  priority: number;
};

/** Something that happened. Payloads carry ids only; who reacts reloads. */
export type EventPart<N extends string, S extends TObject> = { name: N; payload: S };

export const event = <N extends string, P extends TProperties>(
  name: N,
  payload: P,
): EventPart<N, TObject<P>> => ({ name, payload: Type.Object(payload) });

/** Something that a worker does. It reloads what the ids name, and may run twice. */
export type JobPart<N extends string, S extends TObject> = EventPart<N, S> & {
  settings: JobSettings;
  run(deps: Deps, payload: Static<S>, job: RunningJob): Promise<void>;
  /** What is still to be done when it has failed for good; may run twice. */
  giveUp?(deps: Deps, payload: Static<S>): Promise<void>;
};

export const job = <N extends string, P extends TProperties>(
  name: N,
  payload: P,
  settings: JobSettings,
  work: Pick<JobPart<N, TObject<P>>, 'run' | 'giveUp'>,
): JobPart<N, TObject<P>> => ({ name, payload: Type.Object(payload), settings, ...work });

export type Reaction = {
  event: string;
  react(payload: Record<string, unknown>): { name: string; payload: Record<string, unknown> };
};

/** The job that an event of an earlier domain causes here. */
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
  /**
   * Runs apart from the others, which may be long, and any number of times at once, in one worker or in many, so that a round
   * which hangs holds up no other.
   */
  isPunctual?: true;
  run(deps: Deps, queue: JobQueue): Promise<unknown>;
};

export type Mail = typeof mails.$inferSelect;

export type MailContext = {
  deps: Deps;
  mail: Mail;
  locale: Locale;
  /** Of whom it is for; for an address that is nobody's: no name, and UTC. */
  name: string;
  timezone: string;
  /** The address of one of our pages in the mail's language. */
  page(path: Address): string;
  /** The token that the mail is to carry, if it still holds, with its text for a link. */
  findToken(): Promise<{ text: string; until: Date } | null>;
};

export type MailPart<N extends string> = {
  name: N;
  /** It may go to an address that belongs to no account. */
  isForAnyone?: true;
  /** Finds the account that it is for, when the request was not to know; null when there is none. */
  address?(tx: TransactionDeps, mail: Mail): Promise<Pick<Mail, 'userId' | 'toAddress' | 'data'> | null>;
  /** Null when the mail has lost its point by the time it is sent. */
  write(context: MailContext): Promise<MailContent | null>;
};

export const mail = <N extends string>(name: N, part: Omit<MailPart<N>, 'name'>): MailPart<N> => ({
  name,
  ...part,
});

/** How often rows are looked through that may stay for a while. */
export const SELDOM_MS = 600_000;
/** How often something is looked for that somebody waits for. */
export const OFTEN_MS = 15_000;

type AnyEvent = EventPart<string, TObject>;
type AnyJob = JobPart<string, TObject>;

/** One noun of a room: its calls, and what it hangs into the house. */
export type Part<
  C extends Contract = Contract,
  E extends AnyEvent = AnyEvent,
  J extends AnyJob = AnyJob,
  M extends string = string,
> = {
  /** The name of its folder. */
  name: string;
  contract: C;
  routes?: RouteSet<Deps>;
  /** Tables that it writes. */
  tables: readonly Table[];
  events: readonly E[];
  jobs: readonly J[];
  reactions: readonly Reaction[];
  sweeps: readonly Sweep[];
  limits: Readonly<Record<string, Limit | Allowance>>;
  mails: readonly MailPart<M>[];
  personal?: PersonalData;
  badge?: Badge;
};

/** A room of the house: its folder and its nouns, in the order in which each calls only those before it. */
export type Domain<P extends readonly Part[] = readonly Part[]> = { name: string; parts: P };

// A noun without calls, events, jobs or mails adds none, so its parts are of no name.
type NoContract = Record<never, never>;

export const definePart = <
  C extends Contract = NoContract,
  E extends AnyEvent = never,
  J extends AnyJob = never,
  M extends string = never,
>(
  part: Pick<Part, 'name'> & Partial<Part<C, E, J, M>>,
): Part<C, E, J, M> => ({
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

/** How many notifications are unread and still seen by their reader, where they are now. */
export type Badge = (deps: Deps, reader: { viewer: Person; country: string | null }) => Promise<number>;

/** What a domain may need of all others without knowing them; part of `deps`. */
export type House = {
  mails: ReadonlyMap<string, MailPart<string>>;
  /** In the order of the domains. */
  personal: readonly PersonalData[];
  jobs: ReadonlyMap<string, JobPart<string, TObject>>;
  sweeps: readonly Pick<Sweep, 'name' | 'everyMs'>[];
  badge: Badge;
};
