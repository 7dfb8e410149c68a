/** How `/readyz` answers a proxy while services are down. */
import t from 'tap';
import { startTestApp } from '../../support/app.ts';

const away = () => Promise.reject(new Error('away'));
const here = () => Promise.resolve();

for (const [name, readiness, status, told] of [
  ['readers are served on while the queue is away', { database: here, queue: away }, 200, 'ok'],
  ['without the database a process is not ready', { database: away, queue: here }, 503, 'away'],
] as const) {
  t.test(`${name}, and /readyz names it`, async (t) => {
    const app = await startTestApp({ app: { readiness } });
    t.teardown(() => app.close());
    const reply = await app.app.inject('/readyz');
    t.equal(reply.statusCode, status);
    t.match(reply.json(), {
      status: told,
      services: {
        database: readiness.database === here ? 'ok' : 'away',
        queue: readiness.queue === here ? 'ok' : 'away',
      },
    });
  });
}
