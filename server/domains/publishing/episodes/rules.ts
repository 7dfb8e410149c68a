/** Owns the words for what happens to an episode, as its receipts keep them, and how much a page may say of itself. */

/** More would make a story's pages and forms slow. */
export const EPISODES_MAX_COUNT = 5000;

/** Two or three sentences: more is a text of its own, which nobody listens to between pictures. */
export const ALT_TEXT_MAX_LENGTH = 500;

export const EPISODE_DEEDS = [
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
export type EpisodeDeed = (typeof EPISODE_DEEDS)[number];

export type DoneBy = 'team' | 'worker' | 'administrator';

/** Which side did it: the names of administrators are no business of a story's team. */
export function doneBy(deed: EpisodeDeed): DoneBy {
  if (deed === 'block' || deed === 'unblock') return 'administrator';
  return deed === 'due' || deed === 'due_not_ready' || deed === 'subscribers_told' ? 'worker' : 'team';
}
