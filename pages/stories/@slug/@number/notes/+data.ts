import { pageData } from '#pages/layout/data.ts';
import { loadNotes } from '#pages/stories/notes/load.ts';

export const data = pageData(loadNotes);
