/** Scripts of the panels, which load when a reader opens one. */
export { wakeList } from './list.ts';
export { wakeSettings } from './settings.ts';
export { wakeShare } from './share.ts';

// Once per page, for all its episodes. Without that file, Back leaves the page.
import.meta.later('./sheets.ts').catch(() => undefined);
