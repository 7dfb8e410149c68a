/** Finds database and media by the configuration. A running server's own database is queried directly. */
import { stat } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { startEmbeddedPostgres } from '../../embedded/postgres.ts';
import { findCluster, findRunningPostgres } from '../../embedded/running.ts';
import { StartError } from '../../embedded/start-error.ts';
import { whyNoDatabase } from '../../process/start-database.ts';
import { storageConfig } from '../../storage/config.ts';
import { createStorage } from '../../storage/create.ts';
import { connect } from './dump.ts';
import type { Place } from './media-out.ts';

export function mediaPlace(config: Config): Place {
  const given = storageConfig(config);
  return { storage: createStorage(given), kind: given.kind };
}

const quiet = {
  info: () => {},
  warn: () => {},
  error: (line: string) => void process.stderr.write(`${line}\n`),
};

/** For reading: uses a running server's database, or starts an existing one temporarily. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL !== undefined) return asked(config.DATABASE_URL, work);
  const running = await findRunningPostgres(config.DATA_DIR);
  if (running !== null && (await answers(running))) return work(running);
  if ((await stat(await findCluster(config.DATA_DIR)).catch(() => null)) === null)
    throw new StartError(`The data folder ${config.DATA_DIR} contains no database (DATA_DIR, DATABASE_URL)`);
  return withOwnDatabase(config, (open) => open().then(work));
}

/** For writing: nobody else may use an embedded database. `work` starts it when needed. */
export async function withOwnDatabase<T>(
  config: Config,
  work: (open: () => Promise<string>) => Promise<T>,
): Promise<T> {
  const external = config.DATABASE_URL;
  if (external !== undefined) return asked(external, (url) => work(async () => url));
  let stop: (() => Promise<void>) | null = null;
  try {
    return await work(async () => {
      const embedded = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: quiet });
      stop = embedded.stop;
      return embedded.url;
    });
  } finally {
    await (stop as (() => Promise<void>) | null)?.();
  }
}

async function asked<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  try {
    return await work(url);
  } catch (error) {
    throw whyNoDatabase(error);
  }
}

/** A killed server may have left its pid file behind. */
async function answers(url: string): Promise<boolean> {
  try {
    await (await connect(url)).end();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  }
}
