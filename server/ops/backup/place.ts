/** Where database and media are, by the configuration: a running server's own database is asked directly. */
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

/** For reading: that of a running server, or started for the while. There has to be one. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.DATABASE_URL !== undefined) return asked(config.DATABASE_URL, work);
  const running = await findRunningPostgres(config.DATA_DIR);
  if (running !== null && (await answers(running))) return work(running);
  if ((await stat(await findCluster(config.DATA_DIR)).catch(() => null)) === null)
    throw new StartError(`The data folder ${config.DATA_DIR} holds no database (DATA_DIR, DATABASE_URL)`);
  return withOwnDatabase(config, (open) => open().then(work));
}

/** For writing: nobody else may be at work on an embedded one. It is started when it is asked for. */
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

/** A server that was killed may have left its notes behind. */
async function answers(url: string): Promise<boolean> {
  try {
    await (await connect(url)).end();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  }
}
