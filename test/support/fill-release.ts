/**
 * Fills the database of `DATABASE_URL` with a small demo. Runs inside a copy of the previous release, so it may import
 * only what existed there. One picture replaces all others, which would take minutes.
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
