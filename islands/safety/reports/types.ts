import type { Queue } from '../../../server/domains/safety/reports/queries-queue.ts';

type Listed = Queue['things'][number];

export type ShownReport = {
  id: string;
  number: number;
  category: Listed['categories'][number]['category'];
  text: string;
  /** Null once the account is deleted. */
  by: string | null;
  notice: { number: number; name: string | null; addresses: readonly string[] } | null;
};

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
  id: string;
  subject: { type: Listed['subject_type']; id: string };
  isOld: boolean;
  canHide: boolean;
  snapshot: string;
  now: Listed['now'];
  reports: readonly ShownReport[];
};

export type Answer = { state: 'actioned' | 'rejected'; note: string; similar: boolean; hide: boolean };

/** A decision made on this page, or meanwhile by somebody else. The latter cannot be undone here. */
export type GivenAnswer = { state: Answer['state'] } & (
  | { decisionId: string; count: number }
  | { decisionId: null; by: string | null }
);
