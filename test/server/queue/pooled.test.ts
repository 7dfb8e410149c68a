/** The queue in PostgreSQL behind a pooler in session mode that ignores startup options. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import t, { type Test } from 'tap';
import { newId } from '../../../server/lib/ids.ts';
import { createQueue } from '../../../server/queue/queue.ts';
import { eventually } from '../../support/eventually.ts';
import { openBench } from '../../support/jobs.ts';

/** The startup message: length, version, and pairs of zero-terminated texts, ended by an empty one. */
function withoutOptions(message: Buffer): Buffer {
  const texts = message.toString('latin1', 8, message.readUInt32BE(0)).split('\0');
  const kept: string[] = [];
  for (let at = 0; texts[at]; at += 2)
    if (texts[at] !== 'options') kept.push(texts[at] as string, texts[at + 1] ?? '');
  const body = Buffer.from(`${kept.map((text) => `${text}\0`).join('')}\0`, 'latin1');
  const head = Buffer.from(message.subarray(0, 8));
  head.writeUInt32BE(8 + body.length);
  return Buffer.concat([head, body]);
}

/** The same database at the pooler's address. */
async function behindPooler(t: Test, databaseUrl: string): Promise<string> {
  const to = new URL(databaseUrl);
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.once('data', (first: Buffer) => {
      far.write(withoutOptions(first));
      near.pipe(far);
    });
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url.href;
}

t.test('OPS-05 jobs run behind a pooler that drops the options of a start', async (t) => {
  const bench = await openBench();
  t.teardown(bench.close);
  const { deps } = bench;
  const databaseUrl = await behindPooler(t, bench.databaseUrl);
  const queue = await createQueue({ config: deps.config, databaseUrl, log: deps.log });
  const done: string[] = [];
  const onGivenUp = () => t.fail('none is given up');
  const worker = await queue.work('quick', async ({ id }) => void done.push(id), {
    concurrency: 2,
    onGivenUp,
  });
  await queue.addBulk([{ name: 'mail.send', payload: { mailId: newId() }, id: 'ob-1', delayMs: 0 }]);
  await eventually('it is done', () => done.length > 0);
  t.same(done, ['ob-1']);
  await worker.close();
  await queue.close();
});
