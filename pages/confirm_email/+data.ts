import { translator } from '../../locales/messages.ts';
import { listWallCovers } from '../../server/domains/publishing/stories/covers.ts';
import { pageData } from '../layout/data.ts';

export const data = pageData(async ({ deps, viewer, locale, query }) => ({
  head: { title: translator(locale, 'account')('confirmTitle') },
  token: query.get('token') || null,
  mayResend: viewer !== null && !viewer.emailConfirmed,
  signedIn: viewer !== null,
  covers: await listWallCovers(deps),
}));
export type Data = Awaited<ReturnType<typeof data>>;
