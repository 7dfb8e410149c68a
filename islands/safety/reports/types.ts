import type { Queue } from '../../../server/domains/safety/reports/queries-queue.ts';

type Listed = Queue['things'][number];

export type ShownReport = {
  id: string;
  number: number;
  category: Listed['categories'][number]['category'];
  text: string;
  /** Null once the account is gone. */
  by: string | null;
  notice: { number: number; name: string | null; addresses: readonly string[] } | null;
};

/** A thing in the queue as its row shows it; long texts are cut. */
export type ReportedThing = Pick<
  Listed,
  | 'urgent'
  | 'categories'
  | 'story'
  | 'episode'
  | 'person'
  | 'earlier'
  | 'reports_count'
  | 'has_notice'
  | 'first_at'
> & {
  /** Of the report that leads. */
  id: string;
  subject: { type: Listed['subject_type']; id: string };
  isOld: boolean;
  canHide: boolean;
  snapshot: string;
  now: Listed['now'];
  reports: readonly ShownReport[];
};

export type Answer = { state: 'actioned' | 'rejected'; note: string; similar: boolean; hide: boolean };

/** What was decided on this page, or meanwhile by somebody else, whose decision is not undone from here. */
export type GivenAnswer = { state: Answer['state'] } & (
  | { decisionId: string; count: number }
  | { decisionId: null; by: string | null }
);
