import { pageData } from '../layout/data.ts';
import { contentPage } from '../text/data.ts';

export const data = pageData((request) => contentPage(request, 'creator_payment_program'));
export type Data = Awaited<ReturnType<typeof data>>;
