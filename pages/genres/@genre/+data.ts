import { translator } from '../../../locales/messages.ts';
import { isGenre } from '../../../server/domains/discovery/lists/rules.ts';
import { notFound } from '../../../server/lib/errors.ts';
import { loadBrowse } from '../../browse/load.ts';
import { pageData } from '../../layout/data.ts';

export const data = pageData(async (request) => {
  const { locale, params, query } = request;
  const { genre } = params;
  if (!isGenre(genre)) throw notFound('not_found');
  const { frame, browse, robots, canonicalPath } = await loadBrowse(
    request,
    { by: 'genre', value: genre },
    {
      type: query.get('type'),
      genre: null,
      language: query.get('language'),
      order: query.get('order'),
      page: query.get('page'),
    },
  );
  const name = translator(locale, 'genres')(genre);
  return {
    ...frame,
    head: {
      title: translator(locale, 'browse')('title', { name }),
      description: translator(locale, 'genreSentences')(genre),
      robots,
      canonicalPath,
    },
    genre,
    browse,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
