/**
 * A whole installation of local processes: servers, workers, a durable PostgreSQL, Redis, S3, and mail. Each can be
 * killed, frozen and restarted.
 */
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { boundToUs } from './installation/bound.ts';
import { type Gate, openGate } from './installation/gate.ts';
import { type Member, makeMember } from './installation/member.ts';
import { type Island, openIsland } from './installation/net.ts';
import { type OwnPostgres, startOwnPostgres } from './installation/own-postgres.ts';
import { mountSmallDisk, type SmallDisk } from './installation/small-disk.ts';
import { type MailServer, startMailServer } from './mail.ts';
import { type Environment, ensureBuilt, type Program, quiet, ROOT, runProgram } from './processes.ts';
import { startTestRedis, type TestRedis } from './redis.ts';

export type ServerMember = Member & { url: string; port: number };

type Services = {
  postgres: OwnPostgres;
  /** Null when the queue is in PostgreSQL. */
  redis: TestRedis | null;
  /** Null when media are in a shared folder. */
  s3: { gate: Gate } | null;
  mails: MailServer;
  /** Folder of the processes' files. Each has its own, except for media without S3. */
  folder: string;
  /** Null when all files are on this machine's disks. */
  disks: SmallDisks | null;
};

export type SmallDisks = {
  /** Disk for received and stored files. */
  files: SmallDisk;
  /** Disk for PostgreSQL's tables, not its log. */
  tables: SmallDisk;
};

export type Installation = Services & {
  servers: ServerMember[];
  workers: Member[];
  environment: Environment;
  /** Starts a worker with this name, the common environment and the given additions. */
  addWorker(name: string, options?: AddOptions): Promise<Member>;
  addServer(name: string, options?: AddOptions): Promise<ServerMember>;
  /** Asks the servers in turn. Skips those that refuse connections, like a proxy. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

export type AddOptions = { environment?: Environment; island?: Island };

export type InstallationOptions = {
  queue?: 'redis' | 'postgres';
  storage?: 's3' | 'files';
  servers?: number;
  workers?: number;
  environment?: Environment;
  /** Puts files and tables on small disks that can be filled (Linux, root only). */
  smallDisks?: boolean;
  postgres?: Record<string, string>;
};

const S3 = {
  bucket: 'tsuzuki',
  accessKeyId: 'installation',
  secretAccessKey: 'installation',
  region: 'auto',
};

const FILES_MIB = 256;
const TABLES_MIB = 384;

// Signals skip `exit` listeners, so the installation would stay behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const { queue = 'redis', storage = 's3', servers: serverCount = 2, workers: workerCount = 2 } = options;
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-installation-'));
  const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.reverse()) await close();
    closers.length = 0;
  };
  try {
    const disks = options.smallDisks === true ? mountDisks(folder, closers) : null;
    const postgres = await startOwnPostgres(options.postgres, disks?.tables.folder);
    closers.push(postgres.end);
    const redis = queue === 'redis' ? await startTestRedis() : null;
    closers.push(() => redis?.stop());
    const s3 = storage === 's3' ? await startS3Program(closers) : null;
    const mails = await startMailServer();
    closers.push(mails.stop);

    const services: Services = { postgres, redis, s3, mails, folder, disks };
    const environmentOf = async (name: string, { environment, island }: AddOptions) => ({
      ...(await settingsOf(services, name, island)),
      ...options.environment,
      ...environment,
    });
    const installation: Installation = {
      servers: [],
      workers: [],
      ...services,
      environment: await environmentOf('tool', {}),
      async addWorker(name, add = {}) {
        const environment = await environmentOf(name, add);
        const member = makeMember({
          name,
          script: 'workers/main.ts',
          environment,
          wrapper: add.island?.wrapper ?? [],
        });
        closers.push(member.kill);
        await member.start();
        installation.workers.push(member);
        return member;
      },
      async addServer(name, add = {}) {
        const port = await freePort();
        const host = add.island?.address ?? '127.0.0.1';
        const environment = {
          ...(await environmentOf(name, add)),
          ...quiet,
          WORKERS: 'off',
          HOST: host,
          PORT: `${port}`,
        };
        const member = makeMember({
          name,
          script: 'server/main.ts',
          environment,
          wrapper: add.island?.wrapper ?? [],
        });
        closers.push(member.kill);
        await member.start();
        const server = { ...member, url: `http://${host}:${port}`, port };
        installation.servers.push(server);
        return server;
      },
      ask: (path, init) => askInTurn(installation.servers, path, init),
      close: closeAll,
    };
    // The first server creates the tables. The others would wait for it.
    await installation.addServer('server-1');
    await Promise.all([
      ...Array.from({ length: serverCount - 1 }, (_, at) => installation.addServer(`server-${at + 2}`)),
      ...Array.from({ length: workerCount }, (_, at) => installation.addWorker(`worker-${at + 1}`)),
    ]);
    return installation;
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function mountDisks(folder: string, closers: (() => unknown)[]): SmallDisks {
  // PostgreSQL runs as another user and must be able to enter.
  chmodSync(folder, 0o711);
  const mount = (name: string, mib: number): SmallDisk => {
    const disk = mountSmallDisk(join(folder, name), mib);
    closers.push(disk.end);
    return disk;
  };
  return { files: mount('files', FILES_MIB), tables: mount('tables', TABLES_MIB) };
}

/** Environment of a process. On an island, it gets the addresses of the island's connections. */
async function settingsOf(
  { postgres, redis, s3, mails, folder: ownFolder, disks }: Services,
  name: string,
  island?: Island,
): Promise<Environment> {
  const via = async (url: string): Promise<string> => {
    if (island === undefined) return url;
    const address = new URL(url);
    const { host, port } = await island.reach(Number(address.port));
    address.host = `${host}:${port}`;
    return address.href.replace(/\/$/, '');
  };
  const folder = disks?.files.folder ?? ownFolder;
  return {
    NODE_ENV: 'production',
    DATABASE_URL: await via(postgres.url),
    BASE_URL: 'http://tsuzuki.test',
    DATA_DIR: join(folder, s3 === null ? 'shared' : name),
    TMPDIR: folder,
    SMTP_URL: await via(mails.url),
    DEMO: 'off',
    TRUST_PROXY: 'loopback,uniquelocal',
    ...(redis === null ? {} : { REDIS_URL: await via(redis.url) }),
    ...(s3 === null
      ? {}
      : {
          S3_ENDPOINT: await via(`http://127.0.0.1:${s3.gate.port}`),
          S3_BUCKET: S3.bucket,
          S3_REGION: S3.region,
          S3_ACCESS_KEY_ID: S3.accessKeyId,
          S3_SECRET_ACCESS_KEY: S3.secretAccessKey,
        }),
  };
}

/** The tests' S3 service, in a separate process behind a gate. */
async function startS3Program(closers: (() => unknown)[]): Promise<{ gate: Gate }> {
  const port = await freePort();
  const script = join(ROOT, 'test/support/installation/s3-program.ts');
  const command = boundToUs(process.execPath, [script, JSON.stringify({ ...S3, port })]);
  const program: Program = runProgram(...command, {});
  closers.push(() => program.stop('SIGKILL'));
  const gate = await openGate({ port });
  closers.push(gate.close);
  return { gate };
}

let turn = 0;

async function askInTurn(
  servers: readonly ServerMember[],
  path: string,
  init?: RequestInit,
): Promise<Response> {
  let last: unknown = new Error('there is no server');
  for (const _ of servers) {
    turn += 1;
    const server = servers[turn % servers.length];
    try {
      return await fetch(`${server?.url}${path}`, init);
    } catch (error) {
      last = error;
      const code = (error as { cause?: { code?: string } }).cause?.code;
      // After any other error, the request may have arrived, so it is not repeated.
      if (code !== 'ECONNREFUSED') throw error;
    }
  }
  throw last;
}

export { openIsland };
