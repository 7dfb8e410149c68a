import { administratorData } from '#pages/layout/data.ts';
import { findUser } from '#server/domains/administration/administration/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = administratorData(async ({ deps, viewer, params: { id = '' } }) => {
  if (!isId(id)) throw notFound('not_found');
  const user = await findUser(deps, id);
  return { head: { title: user.display_name }, user, isOwn: user.id === viewer.id };
});
export type Data = Awaited<ReturnType<typeof data>>;
