import { existsSync } from 'node:fs';
import { hasDemo, isDemoDue } from '../../db/seed/due.ts';
import { DEMO_ADMINISTRATOR, DEMO_CREATOR, DEMO_READER } from '../../db/seed/logins.ts';
import { settleDemoPassword } from '../../db/seed/password.ts';
import type { Deps } from '../deps.ts';
import { StartError } from '../embedded/start-error.ts';

export type Demo = {
  /** Text for the start message that names the demo accounts. */
  accounts: string;
  begin(): void;
  stop(): void;
  ended: Promise<void>;
};

/** Missing in the production image. */
const PICTURES = new URL('../../db/seed/pictures', import.meta.url);

export async function startDemo(deps: Deps, pictures = PICTURES): Promise<Demo | null> {
  const { wantsDemo } = deps.config;
  // Accounts of an earlier demo keep their password up to date, even when the demo is off.
  if (!wantsDemo && !(await hasDemo(deps))) return null;
  const password = await settleDemoPassword(deps);
  if (!wantsDemo) return null;
  const isDue = await isDemoDue(deps);
  if (isDue && !existsSync(pictures)) {
    if (deps.config.DEMO !== 'on') return null;
    throw new StartError('DEMO: is on, but this build contains no demo stories; set it to off');
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
  // Loaded on demand: few starts need this code.
  const { seedDemo } = await import('../../db/seed/demo.ts');
  const { startRasterizer } = await import('../../db/seed/raster.ts');
  const rasterizer = startRasterizer();
  // A stop does not wait for a picture. The next start renders it again.
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
      deps.log.error({ err: error }, 'could not complete the demo stories; the next start continues');
  } finally {
    rasterizer.close();
  }
}
