/** What acts in the panels, which come when somebody opens one. */
export { wakeList } from './list.ts';
export { wakeSettings } from './settings.ts';
export { wakeShare } from './share.ts';
