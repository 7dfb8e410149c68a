import { translator } from '../../locales/messages.ts';
import { listWallCovers } from '../../server/domains/publishing/stories/covers.ts';
import { pageData } from '../layout/data.ts';
import { enter } from '../sign_in/enter.ts';
import { offer } from '../sign_in/offer.ts';

export const data = pageData(async (request) => ({
  ...enter(request),
  ...offer(request),
  head: { title: translator(request.locale, 'account')('signUp') },
  covers: await listWallCovers(request.deps),
}));
export type Data = Awaited<ReturnType<typeof data>>;
