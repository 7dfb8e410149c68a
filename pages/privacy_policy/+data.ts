import { pageData } from '../layout/data.ts';
import { contentPage } from '../text/data.ts';

export const data = pageData((request) => contentPage(request, 'privacy_policy'));
export type Data = Awaited<ReturnType<typeof data>>;
