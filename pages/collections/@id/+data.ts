import { translator } from '../../../locales/messages.ts';
import { findCollectionPage } from '../../../server/domains/reading/library/queries-collection.ts';
import { notFound } from '../../../server/lib/errors.ts';
import { isId } from '../../../server/lib/ids.ts';
import { pagesOf, readPage } from '../../creator/page.ts';
import { pageData } from '../../layout/data.ts';
import { urlMaker } from '../../layout/linkedData.ts';
import { collectionAddress } from './address.ts';

const PER_PAGE = 24;
const PAGES_MAX_COUNT = 100;

export const data = pageData(async (request) => {
  const { deps, viewer, country, locale, params, query } = request;
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const part = { page: readPage(query, PAGES_MAX_COUNT), perPage: PER_PAGE };
  const { view: collection, looks } = await findCollectionPage(deps, { viewer, country }, id, part);
  pagesOf(request, { ...part, total: collection.total });
  const t = translator(locale, 'library');
  const { title, about } = collection;
  const isEdited = query.get('edit') !== null && collection.own;
  return {
    head: {
      title,
      description:
        about ||
        t('collectionBy', {
          title,
          name: collection.owner.display_name,
          count: collection.stories_count,
        }),
      image: looks.shared && collection.shared ? { ...looks.shared, alt: title } : undefined,
      // The owner decides who gets the address.
      robots: 'noindex' as const,
    },
    story: looks.colour && !isEdited ? { ...looks.colour, flood: true } : undefined,
    collection,
    isEdited,
    isKnown: viewer !== null,
    hasPanels: query.get('panels') !== null,
    url: urlMaker(deps.config.BASE_URL, locale)(collectionAddress(id)),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
