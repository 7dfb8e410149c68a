import t from 'tap';
import { adminActions } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { openQueueHouse } from '#test/support/queue-house.ts';
import { startTestRedis } from '#test/support/redis.ts';

const BASE = '/admin/queues/board';

for (const backend of ['postgres', 'redis'] as const) {
  t.test(`bull-board on ${backend}`, async (t) => {
    const redis = backend === 'redis' ? await startTestRedis() : null;
    if (redis !== null) t.teardown(redis.stop);
    const { app, deps, queue, mei, signUp, makeAdministrator } = await openQueueHouse(t, {
      redisUrl: redis?.url,
    });
    const ask = (method: 'GET' | 'PUT', path: string, headers: Record<string, string> = mei.headers) =>
      app.inject({ method, url: `${BASE}${path}`, headers });

    await t.test('is for administrators with a fresh proof, down to its styles', async (t) => {
      const style = /static\/css\/[\w.]+/.exec((await ask('GET', '/')).body)?.[0] ?? '';
      t.equal((await ask('GET', `/${style}`)).statusCode, 200);
      const reader = await signUp('Reader');
      const old = await signUp('Old');
      await makeAdministrator(old, { fresh: false });
      for (const headers of [{}, reader.headers, old.headers])
        for (const path of [`/${style}`, '/api/queues', '/queue/tsuzuki-quick'])
          t.match((await ask('GET', path, headers)).statusCode, /^40[13]$/, path);
      t.match((await ask('GET', '/', {})).headers.location, '/sign_in?back=');
      t.match((await ask('GET', '/', old.headers)).headers.location, '/fresh_sign_in?back=');
      t.equal((await ask('GET', '/static/../../package.json')).statusCode, 404);
    });

    await t.test('loads nothing from elsewhere', async (t) => {
      const page = await ask('GET', '/');
      t.match(page.headers['content-security-policy'], "script-src 'self'");
      t.notMatch(page.body, /https?:|<%/);
    });

    await t.test('shows the queues, and what it changes stands in the log', async (t) => {
      await queue.addBulk([{ id: 'ob-5', name: 'media.process', payload: { mediaId: newId() }, delayMs: 0 }]);
      const shown = await ask('GET', '/api/queues?activeQueue=tsuzuki-images&status=waiting&page=1');
      t.match(
        shown.json().queues.find(({ name }: { name: string }) => name === 'tsuzuki-images'),
        {
          counts: { waiting: 1 },
        },
      );
      t.match((await ask('GET', '/api/queues/tsuzuki-images/ob-5')).json(), {
        job: { name: 'media.process' },
      });
      t.equal((await ask('PUT', '/api/queues/tsuzuki-images/pause')).statusCode, 200);
      t.equal((await queue.survey()).images.isPaused, true);
      t.equal(
        (await ask('PUT', '/api/queues/tsuzuki-images/empty')).statusCode,
        403,
        'nothing is lost by it',
      );
      t.equal((await ask('PUT', '/api/queues/tsuzuki-images/obliterate')).statusCode, 403);
      t.equal((await queue.survey()).images.waiting, 1);
      t.match(await deps.db.select().from(adminActions), [
        { deed: 'queue_board_used', actorId: mei.id, subjectName: 'tsuzuki-images/pause' },
      ]);
      const cookie = { cookie: `auth_token=${mei.token}`, 'sec-fetch-site': 'cross-site' };
      t.equal((await ask('PUT', '/api/queues/tsuzuki-images/resume', cookie)).statusCode, 403);
    });
  });
}
