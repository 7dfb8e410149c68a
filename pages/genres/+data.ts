import { translator } from '../../locales/messages.ts';
import { findBrowseIndex } from '../../server/domains/discovery/lists/queries.ts';
import { pageData } from '../layout/data.ts';

export const data = pageData(async ({ deps, locale }) => {
  const t = translator(locale, 'browse');
  return {
    head: { title: t('genres'), description: t('indexSentence') },
    tags: ['landing' as const],
    geofilters: [],
    index: await findBrowseIndex(deps),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
