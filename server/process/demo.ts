/** The demo stories of a first start: made in the background, once the server answers. */
import { existsSync } from 'node:fs';
import { hasDemo, isDemoDue } from '../../db/seed/due.ts';
import { DEMO_ADMINISTRATOR, DEMO_CREATOR, DEMO_READER } from '../../db/seed/logins.ts';
import { settleDemoPassword } from '../../db/seed/password.ts';
import type { Deps } from '../deps.ts';
import { StartError } from '../embedded/start-error.ts';

export type Demo = {
  /** Names the demo accounts, for the line that a start prints. */
  accounts: string;
  begin(): void;
  stop(): void;
  /** Settles when nothing of it runs any more. */
  ended: Promise<void>;
};

/** The image for production is built without them. */
const DRAWINGS = new URL('../../db/seed/art', import.meta.url);

/** Null when this database is to have no demo. */
export async function startDemo(deps: Deps, drawings = DRAWINGS): Promise<Demo | null> {
  const { wantsDemo } = deps.config;
  // Accounts of an earlier demo are looked after whether or not there is to be one now.
  if (!wantsDemo && !(await hasDemo(deps))) return null;
  const password = await settleDemoPassword(deps);
  if (!wantsDemo) return null;
  const isDue = await isDemoDue(deps);
  if (isDue && !existsSync(drawings)) {
    if (deps.config.DEMO !== 'on') return null;
    throw new StartError('DEMO is on, but this build holds no demo stories: set it to off');
  }
  const gone = new AbortController();
  let ended = Promise.resolve();
  return {
    accounts: ` · demo accounts ${DEMO_CREATOR}, ${DEMO_READER}, ${DEMO_ADMINISTRATOR} · password "${password}"`,
    begin() {
      if (isDue) ended = run(deps, gone.signal);
    },
    stop: () => gone.abort(),
    get ended() {
      return ended;
    },
  };
}

async function run(deps: Deps, signal: AbortSignal): Promise<void> {
  // The texts and drawings are much code that most starts have no use for.
  const { seedDemo } = await import('../../db/seed/demo.ts');
  const { startRasterizer } = await import('../../db/seed/raster.ts');
  const rasterizer = startRasterizer();
  // A stop does not wait for drawings, which take seconds on a busy machine: the next start draws them again.
  signal.addEventListener('abort', rasterizer.close, { once: true });
  if (signal.aborted) rasterizer.close();
  const onProgress = ({ done, total }: { done: number; total: number }): void => {
    if (done % 10 === 0 || done === total)
      process.stdout.write(`Demo stories: ${done} of ${total} episodes\n`);
  };
  try {
    await seedDemo(deps, rasterizer, { onProgress, signal });
  } catch (error) {
    if (!signal.aborted)
      deps.log.error({ err: error }, 'the demo stories could not be completed; the next start goes on');
  } finally {
    rasterizer.close();
  }
}
