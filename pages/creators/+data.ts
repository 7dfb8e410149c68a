import { pageData } from '../layout/data.ts';
import { contentPage } from '../text/data.ts';
import { exampleSum } from './sum.ts';

export const data = pageData((request) => ({ ...contentPage(request, 'creators'), sum: exampleSum() }));
export type Data = Awaited<ReturnType<typeof data>>;
