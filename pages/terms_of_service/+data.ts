import { pageData } from '../layout/data.ts';
import { contentPage } from '../text/data.ts';

export const data = pageData((request) => contentPage(request, 'terms_of_service'));
export type Data = Awaited<ReturnType<typeof data>>;
