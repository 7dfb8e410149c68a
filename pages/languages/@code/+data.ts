import { translator } from '../../../locales/messages.ts';
import { isStoryLanguage } from '../../../server/domains/discovery/lists/rules.ts';
import { notFound } from '../../../server/lib/errors.ts';
import { loadBrowse } from '../../browse/load.ts';
import { languageName } from '../../creator/languages.ts';
import { pageData } from '../../layout/data.ts';

export const data = pageData(async (request) => {
  const { locale, params, query } = request;
  const { code } = params;
  if (!isStoryLanguage(code)) throw notFound('not_found');
  const { frame, browse, robots, canonicalPath } = await loadBrowse(
    request,
    { by: 'language', value: code },
    {
      type: query.get('type'),
      genre: query.get('genre'),
      language: null,
      order: query.get('order'),
      page: query.get('page'),
    },
  );
  const t = translator(locale, 'browse');
  const name = languageName(code, locale);
  return {
    ...frame,
    head: {
      title: t('title', { name }),
      description: t('languageSentence', { name }),
      robots,
      canonicalPath,
    },
    name,
    browse,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
