import { translator } from '../../../locales/messages.ts';
import { findCollection } from '../../../server/domains/library/queries-collections.ts';
import { notFound } from '../../../server/lib/errors.ts';
import { isId } from '../../../server/lib/ids.ts';
import { readPage } from '../../creator/page.ts';
import { pageData } from '../../layout/data.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 100;

export const data = pageData(async ({ deps, viewer, country, locale, params, query }) => {
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const part = { page: readPage(query, PAGES_MAX_COUNT), perPage: PER_PAGE };
  const collection = await findCollection(deps, { viewer, country }, id, part);
  const t = translator(locale, 'library');
  return {
    head: {
      title: collection.title,
      description: t('collectionBy', {
        title: collection.title,
        name: collection.owner.display_name,
        count: collection.stories_count,
      }),
      robots: 'noindex' as const,
    },
    collection,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
