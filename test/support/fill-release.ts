/**
 * Fills the database of `DATABASE_URL` with a small demo. It runs in a copy of the release before, on that release's own modules; so it
 * may import only what stood there. One picture stands for all drawings, which take minutes.
 */
import { runCommand } from '../../workers/command.ts';
import { samplePage } from './sample-page.ts';
import { seedSmallDemo } from './works.ts';

const CUT = { episodes: 3, pages: 1 };

await runCommand({
  name: 'fill',
  usage: '',
  refusals: {},
  read: () => async (deps) => {
    const picture = await samplePage(64, 64);
    await seedSmallDemo(deps, { draw: async () => picture, close() {} }, () => CUT);
    return 0;
  },
});
