/** Owns the states of an episode: one table of who may move it from where to where (decisions.md §5, EPI-40). */
import type { EpisodeStatus, MediaPurpose } from '../../../db/schema/index.ts';
import { type AppError, conflict } from '../../lib/errors.ts';

export type EpisodeEvent =
  | 'edit'
  | 'delete'
  | 'publish'
  | 'unpublish'
  | 'schedule'
  | 'unschedule'
  | 'due'
  | 'block'
  | 'unblock';

/** Where an event leads; an event that a state does not list is refused. `edit` keeps the state. */
const TRANSITIONS: Record<EpisodeStatus, Partial<Record<EpisodeEvent, EpisodeStatus | 'deleted'>>> = {
  in_progress: {
    edit: 'in_progress',
    delete: 'deleted',
    publish: 'published',
    schedule: 'scheduled',
    block: 'blocked',
  },
  scheduled: {
    edit: 'scheduled',
    delete: 'deleted',
    publish: 'published',
    schedule: 'scheduled',
    unschedule: 'in_progress',
    due: 'published',
    block: 'blocked',
  },
  published: { unpublish: 'in_progress', block: 'blocked' },
  blocked: { unblock: 'in_progress' },
};

export const canHappen = (status: EpisodeStatus, event: EpisodeEvent): boolean =>
  TRANSITIONS[status][event] !== undefined;

/** The state after `event`. Throws 409: "Invalid state", or the word on blocked episodes (ERR-34, ERR-35). */
export function nextStatus(status: EpisodeStatus, event: EpisodeEvent): EpisodeStatus | 'deleted' {
  const next = TRANSITIONS[status][event];
  if (next === undefined) throw refusalOf(status, event);
  return next;
}

/** Whoever finds an episode blocked is sent to the administrator, who alone would block it and needs no such advice. */
const refusalOf = (status: EpisodeStatus, event: EpisodeEvent): AppError =>
  conflict(status === 'blocked' && event !== 'block' ? 'episode_blocked' : 'invalid_state');

/** Where an unblocked episode goes: back to readers if it was with them, never back to the schedule (EPI-40). */
export const statusAfterUnblock = (blockedFrom: EpisodeStatus | null): EpisodeStatus =>
  blockedFrom === 'published' ? 'published' : 'in_progress';

/** Long enough to change one's mind, and for the job to reach the workers. */
export const SCHEDULE_AHEAD_LEAST_MS = 2 * 60_000;

/** From 2 minutes to 1 year ahead (decisions.md §5). */
export function scheduleProblem(instant: Date, now: Date): 'too_soon' | 'too_far' | null {
  if (instant.getTime() < now.getTime() + SCHEDULE_AHEAD_LEAST_MS) return 'too_soon';
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 1);
  return instant > latest ? 'too_far' : null;
}

export type ReadinessFacts = {
  publicationType: 'comics' | 'indie' | 'novel';
  hasCover: boolean;
  coverReady: boolean;
  title: string;
  /** Pictures of the pages by state. */
  pages: { total: number; ready: number; failed: number };
  chapters: number;
};

export const SHORTCOMINGS = [
  'cover',
  'title',
  'pages',
  'pages_processing',
  'pages_failed',
  'chapters',
] as const;
export type Shortcoming = (typeof SHORTCOMINGS)[number];

/** What an episode still lacks before it may be published; empty when it is ready. Page counts never refuse (EPI-46). */
export function shortcomings(facts: ReadinessFacts): Shortcoming[] {
  const missing: Shortcoming[] = [];
  if (!facts.hasCover || !facts.coverReady) missing.push('cover');
  if (facts.title.trim() === '') missing.push('title');
  if (facts.publicationType === 'novel') {
    if (facts.chapters === 0) missing.push('chapters');
    return missing;
  }
  const { total, ready, failed } = facts.pages;
  if (total === 0) missing.push('pages');
  else if (failed > 0) missing.push('pages_failed');
  else if (ready < total) missing.push('pages_processing');
  return missing;
}

/** How pictures of a page are cut for this story. */
export const pagePurpose = (format: string | null): MediaPurpose => (format === 'strip' ? 'strip' : 'page');

/** EPI-45: recommended, never required (EPI-46). */
export const PAGES_RECOMMENDED = { least: 5, most: 22 } as const;
export const PAGES_MOST = 300;
