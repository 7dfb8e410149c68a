import { translator } from '../../locales/messages.ts';
import { listWallCovers } from '../../server/domains/publishing/stories/covers.ts';
import { pageData } from '../layout/data.ts';
import { readBack } from '../sign_in/enter.ts';

export const data = pageData(async ({ deps, locale, query }) => ({
  back: readBack(query),
  head: { title: translator(locale, 'account')('forgottenTitle') },
  covers: await listWallCovers(deps),
}));
export type Data = Awaited<ReturnType<typeof data>>;
