/**
 * A worker process that starts a job, reports this, and never finishes it: `hanging-worker.ts <database> [<redis>]`.
 */
import { createQueue } from '../../server/queue/queue.ts';
import { runWorkers } from '../../workers/run-workers.ts';
import { handlersWith, hastySettings, makeDeps } from '../support/jobs.ts';

const [databaseUrl = '', redisUrl] = process.argv.slice(2);
const { deps } = makeDeps(databaseUrl, redisUrl);
const queue = await createQueue({ config: deps.config, databaseUrl, log: deps.log, settings: hastySettings });
const handlers = handlersWith(async (_, { mediaId }) => {
  process.stdout.write(`begun ${mediaId}\n`);
  await new Promise(() => {});
});
await runWorkers(deps, queue, { handlers, lockMs: 2_000 });
