/** What acts in the panels, which come when somebody opens one. */
export { wakeList } from './list.ts';
export { wakeSettings } from './settings.ts';
export { wakeShare } from './share.ts';

// Once for the page, whichever episode is in sight. Without that file Back leaves the page.
import.meta.later('./sheets.ts').catch(() => undefined);
