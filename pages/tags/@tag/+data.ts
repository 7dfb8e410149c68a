import { translator } from '../../../locales/messages.ts';
import { tagKey } from '../../../server/domains/publishing/stories/rules.ts';
import { notFound } from '../../../server/lib/errors.ts';
import { lastPart } from '../../../server/lib/paths.ts';
import { browseAddress } from '../../browse/address.ts';
import { loadBrowse } from '../../browse/load.ts';
import { moved, pageData } from '../../layout/data.ts';

export const data = pageData(async (request) => {
  const { locale, path, query } = request;
  const tag = lastPart(path);
  const key = tagKey(tag ?? '');
  if (key === '') throw notFound('not_found');
  // All spellings of a tag redirect to one address.
  if (key !== tag) throw moved(request, browseAddress({ by: 'tag', value: key }));
  const { frame, browse, robots, canonicalPath } = await loadBrowse(
    request,
    { by: 'tag', value: key },
    {
      type: query.get('type'),
      genre: query.get('genre'),
      language: query.get('language'),
      order: query.get('order'),
      page: query.get('page'),
    },
  );
  const t = translator(locale, 'browse');
  const name = browse.list.tag ?? key;
  return {
    ...frame,
    head: { title: t('title', { name }), description: t('tagSentence', { name }), robots, canonicalPath },
    name,
    browse,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
