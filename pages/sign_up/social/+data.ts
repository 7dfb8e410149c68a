import { translator } from '../../../locales/messages.ts';
import { listWallCovers } from '../../../server/domains/publishing/stories/covers.ts';
import { pageData } from '../../layout/data.ts';
import { pendingSignUp } from '../../sign_in/social.ts';

export const data = pageData(async (request) => {
  const { label, displayName, email, back } = await pendingSignUp(request);
  return {
    head: { title: translator(request.locale, 'account')('signUp') },
    label,
    form: { displayName, email, back },
    covers: await listWallCovers(request.deps),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
