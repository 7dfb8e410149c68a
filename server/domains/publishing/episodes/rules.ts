/** More would slow down a story's pages and forms. */
export const EPISODES_MAX_COUNT = 5000;

/** Two or three sentences. Nobody listens to more between pictures. */
export const ALT_TEXT_MAX_LENGTH = 500;

export const EPISODE_ACTIONS = [
  'publish',
  'unpublish',
  'swap_page',
  'schedule',
  'reschedule',
  'unschedule',
  'due',
  'due_not_ready',
  'subscribers_told',
  'block',
  'unblock',
  'delete',
  'withdraw',
  'restore',
] as const;
export type EpisodeAction = (typeof EPISODE_ACTIONS)[number];

export type DoneBy = 'team' | 'worker' | 'administrator';

/** The story's team must not see the names of administrators. */
export function doneBy(deed: EpisodeAction): DoneBy {
  if (deed === 'block' || deed === 'unblock') return 'administrator';
  return deed === 'due' || deed === 'due_not_ready' || deed === 'subscribers_told' ? 'worker' : 'team';
}
