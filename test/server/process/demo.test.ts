/** The demo is created beside a running server and must not delay its stop. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { startDemo } from '../../../server/process/demo.ts';
import { startTestApp } from '../../support/app.ts';

async function findRenderer(): Promise<number> {
  for (;;) {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
      .trim()
      .split(' ');
    for (const pid of children) {
      const isRenderer = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('raster-process');
      if (isRenderer) return Number(pid);
    }
    await pause(20);
  }
}

t.test('a stop waits for no picture, and the next start goes on', async (t) => {
  const app = await startTestApp({ environment: { DEMO: 'on' } });
  t.teardown(() => app.close());
  const demo = await startDemo(app.deps);
  demo?.begin();
  // The picture never finishes.
  process.kill(await findRenderer(), 'SIGSTOP');
  demo?.stop();
  await demo?.ended;
  const again = await startDemo(app.deps);
  t.ok(again, 'the demo is still to be made');
});

t.test('a build without its pictures has no demo, and says so where one is asked for', async (t) => {
  const nowhere = new URL('nowhere', import.meta.url);
  for (const DEMO of ['on', 'auto']) {
    const app = await startTestApp({ environment: { DEMO } });
    t.teardown(() => app.close());
    const deps = { ...app.deps, config: { ...app.deps.config, wantsDemo: true } };
    if (DEMO === 'on')
      await t.rejects(startDemo(deps, nowhere), { message: /^DEMO: is on, but this build contains no demo/ });
    else t.equal(await startDemo(deps, nowhere), null);
  }
});
