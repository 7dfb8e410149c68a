import { notFound } from '#server/lib/errors.ts';
import { pageData } from '../../../layout/data.ts';
import { blogData } from '../../data.ts';
import { isBlogTag } from '../../notes.ts';

export const data = pageData((request) => {
  const { tag = '' } = request.params;
  if (!isBlogTag(tag)) throw notFound('not_found');
  return blogData(request, tag);
});
export type Data = Awaited<ReturnType<typeof data>>;
