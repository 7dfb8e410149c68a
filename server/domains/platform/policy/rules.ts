/** Owns who may do what (decisions.md §5, §8; EPI-40). Every guard asks here, and nothing else decides. */
import type { EpisodeStatus, TeamRole } from '#db/schema/index.ts';
import { type AppError, conflict } from '../../../lib/errors.ts';

export const TEAM_ROLES = ['owner', 'publisher', 'editor', 'viewer'] as const satisfies readonly TeamRole[];

export type StoryAction =
  | 'view'
  | 'see_statistics'
  | 'edit'
  | 'publish'
  | 'hide_comments'
  | 'pin_comments'
  | 'close_comments'
  | 'block_readers'
  | 'set_prices'
  | 'set_countries'
  | 'delete'
  | 'manage_team'
  | 'leave';

/** A publisher decides what readers get and on what terms. An editor works on drafts, a viewer only looks. */
const RIGHTS: Record<StoryAction, readonly TeamRole[]> = {
  view: TEAM_ROLES,
  see_statistics: TEAM_ROLES,
  edit: ['owner', 'publisher', 'editor'],
  publish: ['owner', 'publisher'],
  hide_comments: ['owner', 'publisher', 'editor'],
  pin_comments: ['owner', 'publisher', 'editor'],
  close_comments: ['owner', 'publisher', 'editor'],
  block_readers: ['owner', 'publisher', 'editor'],
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

/** Maps a state to the next. Any other state refuses the event. */
type Move = Partial<Record<EpisodeStatus, EpisodeStatus | 'deleted'>>;

const MOVES: Record<EpisodeEvent, Move> = {
  edit: { in_progress: 'in_progress', scheduled: 'scheduled' },
  delete: { in_progress: 'deleted', scheduled: 'deleted' },
  publish: { in_progress: 'published', scheduled: 'published' },
  unpublish: { published: 'in_progress' },
  /** Unpublishes, edits and publishes again in one step. */
  swap_page: { published: 'published' },
  schedule: { in_progress: 'scheduled', scheduled: 'scheduled' },
  unschedule: { scheduled: 'in_progress' },
  due: { scheduled: 'published' },
  block: { in_progress: 'blocked', scheduled: 'blocked', published: 'blocked' },
  /** Actually returns to the state before, see `statusAfterUnblock`. */
  unblock: { blocked: 'in_progress' },
};

export const canHappen = (status: EpisodeStatus, event: EpisodeEvent): boolean =>
  MOVES[event][status] !== undefined;

/** Throws 409 `invalid_state`, or `episode_blocked` (ERR-34, ERR-35). */
export function nextStatus(status: EpisodeStatus, event: EpisodeEvent): EpisodeStatus | 'deleted' {
  const next = MOVES[event][status];
  if (next === undefined) throw refusalOf(status, event);
  return next;
}

/** A blocked episode sends people to the administrator. Only administrators block, and they need no such advice. */
const refusalOf = (status: EpisodeStatus, event: EpisodeEvent): AppError =>
  conflict(status === 'blocked' && event !== 'block' ? 'episode_blocked' : 'invalid_state');

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
