import { type AddressInfo, connect, createServer } from 'node:net';
import t from 'tap';
import { openPostgresBackend } from '#server/queue/backends.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase } from '../../support/postgres.ts';

t.test('OPS-02 it is refused to who asked, and the process lives on', async (t) => {
  const database = await createTestDatabase();
  const address = new URL(database.url);
  const { port, hostname } = address;
  let isCut = false;
  const line = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
    near.on('close', () => far.destroy());
    near.on('data', (sent) => {
      if (isCut && sent.includes('set search_path')) near.destroy();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => line.once('listening', resolve));
  address.hostname = '127.0.0.1';
  address.port = `${(line.address() as AddressInfo).port}`;
  const backend = await openPostgresBackend(address.href, () => undefined);
  t.teardown(async () => {
    await backend.close();
    line.close();
    await database.drop();
  });
  isCut = true;
  await t.rejects(backend.ping());
  isCut = false;
  await eventually('it answers again', () =>
    backend.ping().then(
      () => true,
      () => false,
    ),
  );
});
