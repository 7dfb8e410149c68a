/**
 * Owns who may do what: every right of a story's team by role, and every move of an episode by state and by who makes it
 * (decisions.md §5, §8; EPI-40). Whatever guards a deed asks here, and nothing else decides it.
 */
import type { EpisodeStatus, TeamRole } from '#db/schema/index.ts';
import { type AppError, conflict } from '../../../lib/errors.ts';

export const TEAM_ROLES = ['owner', 'publisher', 'editor', 'viewer'] as const satisfies readonly TeamRole[];

export type StoryAction =
  | 'view'
  | 'see_statistics'
  | 'edit'
  | 'publish'
  | 'moderate'
  | 'set_prices'
  | 'set_countries'
  | 'delete'
  | 'manage_team'
  | 'leave';

/** The publisher of a team decides what readers get and on what terms, the editor works on drafts, the viewer looks. */
const RIGHTS: Record<StoryAction, readonly TeamRole[]> = {
  view: TEAM_ROLES,
  see_statistics: TEAM_ROLES,
  edit: ['owner', 'publisher', 'editor'],
  publish: ['owner', 'publisher'],
  moderate: ['owner', 'publisher', 'editor'],
  set_prices: ['owner', 'publisher'],
  set_countries: ['owner', 'publisher'],
  delete: ['owner'],
  manage_team: ['owner'],
  leave: ['publisher', 'editor', 'viewer'],
};

export const mayDo = (role: TeamRole, action: StoryAction): boolean => RIGHTS[action].includes(role);

export type EpisodeEvent =
  | 'edit'
  | 'delete'
  | 'publish'
  | 'unpublish'
  | 'swap_page'
  | 'schedule'
  | 'unschedule'
  | 'due'
  | 'block'
  | 'unblock';

/** Where it leads from where; from any other state it is refused. */
type Move = Partial<Record<EpisodeStatus, EpisodeStatus | 'deleted'>>;

const MOVES: Record<EpisodeEvent, Move> = {
  edit: { in_progress: 'in_progress', scheduled: 'scheduled' },
  delete: { in_progress: 'deleted', scheduled: 'deleted' },
  publish: { in_progress: 'published', scheduled: 'published' },
  unpublish: { published: 'in_progress' },
  /** Unpublished, edited and published again, in one go. */
  swap_page: { published: 'published' },
  schedule: { in_progress: 'scheduled', scheduled: 'scheduled' },
  unschedule: { scheduled: 'in_progress' },
  due: { scheduled: 'published' },
  block: { in_progress: 'blocked', scheduled: 'blocked', published: 'blocked' },
  /** In truth to where it was, `statusAfterUnblock`. */
  unblock: { blocked: 'in_progress' },
};

export const canHappen = (status: EpisodeStatus, event: EpisodeEvent): boolean =>
  MOVES[event][status] !== undefined;

/** The state after `event`. Throws 409: "Invalid state", or the word on blocked episodes (ERR-34, ERR-35). */
export function nextStatus(status: EpisodeStatus, event: EpisodeEvent): EpisodeStatus | 'deleted' {
  const next = MOVES[event][status];
  if (next === undefined) throw refusalOf(status, event);
  return next;
}

/** Whoever finds an episode blocked is sent to the administrator, who alone would block it and needs no such advice. */
const refusalOf = (status: EpisodeStatus, event: EpisodeEvent): AppError =>
  conflict(status === 'blocked' && event !== 'block' ? 'episode_blocked' : 'invalid_state');

/** What may be wrong with something: readers report it, and administrators block for it, in the same words. */
export const VIOLATIONS = [
  'copyright',
  'sexual_content',
  'minor_safety',
  'violence',
  'hate',
  'harassment',
  'self_harm',
  'spam',
  'wrong_category',
  'other',
] as const;
export type Violation = (typeof VIOLATIONS)[number];
