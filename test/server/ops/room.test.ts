/** A full disk: `/readyz` reports it before any work is refused, and refusals name the reason. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import t from 'tap';
import type { disk } from '../../../server/lib/disk.ts';
import { roomCheck } from '../../../server/ops/room.ts';
import { startTestApp } from '../../support/app.ts';
import { fullDisk } from '../../support/disk.ts';

t.test('a full disk turns /readyz, and room turns it back', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-room-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  let isFull = false;
  let opened = 0;
  let now = Date.now();
  const limited = fullDisk((step) => step === 'open' && isFull);
  const counting = {
    ...limited,
    open(...given: Parameters<typeof disk.open>) {
      opened += 1;
      return limited.open(...given);
    },
  };
  const check = roomCheck({ disk: counting, clock: { now: () => new Date(now) } }, [folder]);
  const app = await startTestApp({ app: { readiness: { disk: check } } });
  const ready = async () => {
    const reply = await app.app.inject('/readyz');
    return { status: reply.statusCode, retry: reply.headers['retry-after'], services: reply.json().services };
  };
  t.same(await ready(), { status: 200, retry: undefined, services: { disk: 'ok' } });
  isFull = true;
  for (let times = 0; times < 10; times += 1) await ready();
  t.equal(opened, 1, 'the disk is not asked with every request');
  now += 60_000;
  t.same(await ready(), { status: 503, retry: '5', services: { disk: 'full' } });
  isFull = false;
  now += 60_000;
  t.same(await ready(), { status: 200, retry: undefined, services: { disk: 'ok' } });
  t.same(await readdir(folder), [], 'nothing is left behind');
  await app.close();
});

t.test('ERR-74 a database without room is 507 with a code', async (t) => {
  const app = await startTestApp();
  const creator = await app.signUp();
  // PostgreSQL's error when it cannot extend a table.
  await app.deps.db.execute(sql`
    create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await app.deps.db.execute(sql`create trigger no_room before update on users execute function no_room()`);
  const reply = await app.call('PUT /user/profile', { as: creator, body: { display_name: 'Somebody Else' } });
  t.equal(reply.statusCode, 507, reply.body);
  t.match(reply.json(), { code: 'storage_full', message: /no space left/ });
  await app.close();
});
