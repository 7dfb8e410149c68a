import { pageData } from '../../layout/data.ts';
import { blogData } from '../data.ts';

export const data = pageData((request) => blogData(request, null));
export type Data = Awaited<ReturnType<typeof data>>;
