import { pageData } from '../layout/data.ts';
import { contentPage } from '../text/data.ts';

/** The colour of a lamp at night, since no story provides one. */
const COLOUR = { h: 85, c: 0.15 };

export const data = pageData((request) => {
  const { APP_STORE_URL, PLAY_STORE_URL, APP_URL } = request.deps.config;
  return {
    ...contentPage(request, 'app'),
    story: { ...COLOUR, flood: true },
    stores: { store: APP_STORE_URL, play: PLAY_STORE_URL, other: APP_URL },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
