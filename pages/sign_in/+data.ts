import { translator } from '../../locales/messages.ts';
import { listWallCovers } from '../../server/domains/publishing/stories/covers.ts';
import { pageData } from '../layout/data.ts';
import { enter } from './enter.ts';
import { offer } from './offer.ts';
import { returnFromProvider } from './social.ts';

export const data = pageData(async (request) => {
  await returnFromProvider(request);
  return {
    ...enter(request),
    ...offer(request),
    head: { title: translator(request.locale, 'account')('signIn') },
    covers: await listWallCovers(request.deps),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
