import { pageData } from '../../../../layout/data.ts';
import { loadThread } from '../../../thread/load.ts';

export const data = pageData(loadThread);
