import { pageData } from '../layout/data.ts';
import { contentPage } from '../text/data.ts';

export const data = pageData((request) => contentPage(request, 'community_guidelines'));
export type Data = Awaited<ReturnType<typeof data>>;
