import { pageData } from '#pages/layout/data.ts';
import { loadThread } from '#pages/stories/thread/load.ts';

export const data = pageData(loadThread);
