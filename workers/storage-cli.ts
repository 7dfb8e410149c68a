/** `npm run storage -- show|lifecycle|cors`: rules of the bucket. Needs only the storage variables, no database. */
import { loadConfig } from '../server/config/config.ts';
import {
  type BucketRule,
  corsRules,
  foreignRules,
  lifecycleRules,
  readRules,
  writeRules,
} from '../server/storage/bucket-rules.ts';
import { storageConfig } from '../server/storage/config.ts';

const USAGE = 'Usage: npm run storage -- show | lifecycle [--replace] | cors [--replace]';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run([command = '', option]: readonly string[]): Promise<void> {
  const isKnown = ['show', 'lifecycle', 'cors'].includes(command);
  if (!isKnown || (option !== undefined && option !== '--replace')) throw new Error(USAGE);
  const config = loadConfig(process.env);
  const storage = storageConfig(config);
  if (storage.kind !== 's3') throw new Error('S3_ENDPOINT: is required; a folder has no rules');
  if (command === 'show') {
    for (const rule of ['lifecycle', 'cors'] as const)
      say(`${rule}: ${(await readRules(storage, rule)) ?? 'none'}`);
    return;
  }
  const rule = command as BucketRule;
  const rules = rule === 'lifecycle' ? lifecycleRules() : corsRules(config.BASE_URL);
  const foreign = foreignRules((await readRules(storage, rule)) ?? '');
  if (foreign.length > 0 && option !== '--replace')
    throw new Error(
      `The bucket has ${rule} rules that we did not write (${foreign.join(', ')}). Add these by hand, or replace all with --replace:\n${rules}`,
    );
  await writeRules(storage, rule, rules);
  say(`The bucket ${storage.bucket} now has these ${rule} rules:\n${rules}`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
