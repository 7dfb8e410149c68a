/** The whole application with its own database and folder, without pages and port. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Logger, pino } from 'pino';
import { outbox, sessions, users } from '../../db/schema/index.ts';
import { type AppOptions, buildApp } from '../../server/app.ts';
import type { Caches } from '../../server/cache/caches.ts';
import { loadConfig } from '../../server/config/config.ts';
import type { Deps } from '../../server/deps.ts';
import {
  createPasswordHasher,
  type PasswordHasher,
} from '../../server/domains/accounts/accounts/passwords.ts';
import type { Disk } from '../../server/lib/disk.ts';
import type { Trail } from '../../server/lib/trail.ts';
import { createDeps } from '../../server/process/create-deps.ts';
import { handlers } from '../../workers/handlers.ts';
import { toJobs } from '../../workers/reactions.ts';
import { runJob } from '../../workers/run-job.ts';
import './description.ts';
import { createTestDatabase } from './postgres.ts';

export type Account = { id: string; token: string; email: string; headers: Record<string, string> };

export type TestApp = {
  app: FastifyInstance;
  deps: Deps;
  caches: Caches;
  databaseUrl: string;
  /** Creates an account through the API. Its address is confirmed by default. */
  signUp(name?: string, options?: { confirmed?: boolean }): Promise<Account>;
  /** Makes an administrator with all rights during the test: with a second factor and a fresh sign-in by default. */
  makeAdministrator(account: Account, options?: { factor?: boolean; fresh?: boolean }): Promise<void>;
  call(request: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** Runs pending jobs until none is left. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
};

export type CallOptions = {
  as?: Account | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
};

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export const PASSWORD = 'correct horse battery';

export type TestAppOptions = {
  environment?: Record<string, string>;
  app?: Partial<AppOptions> | ((deps: Deps) => Promise<Partial<AppOptions>>);
  disk?: Disk;
  /** Default: logs only fatal errors. */
  log?: Logger;
  /** Gives `log` the user of each line. */
  trail?: Trail;
  /** Real hashers are slow on purpose. The default uses the same algorithm at minimal cost. */
  passwords?: PasswordHasher;
};

/** The minimum memory of Argon2id (RFC 9106 §3.1). */
const quickPasswords = createPasswordHasher(8);

export async function startTestApp({
  environment = {},
  app: options = {},
  disk,
  log: ownLog,
  trail,
  passwords = quickPasswords,
}: TestAppOptions = {}): Promise<TestApp> {
  const { DATABASE_URL: given } = environment;
  const database = given === undefined ? await createTestDatabase() : { url: given, drop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-app-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    BASE_URL: 'http://tsuzuki.test',
    MAILBOX: 'on',
    ...environment,
  });
  const log = ownLog ?? pino({ level: config.LOG_LEVEL });
  const running = await createDeps(config, {
    // Longer timeouts, since other tests keep machine and database busy.
    ...{ log, name: 'tsuzuki-test', passwords, reads: true, patience: 20 },
    ...(disk && { disk }),
    ...(trail && { trail }),
  });
  const { deps, caches } = running;
  caches.enable();
  const extra = typeof options === 'function' ? await options(deps) : options;
  const app = await buildApp(deps, { caches, ...extra });
  let accounts = 0;

  const call = async (request: string, { as, body, headers = {}, address }: CallOptions = {}) => {
    const [method = 'GET', url = '/'] = request.split(' ');
    return app.inject({
      method: method as InjectOptions['method'],
      url: `/api${url}`,
      ...(address === undefined ? {} : { remoteAddress: address }),
      headers: { ...as?.headers, ...headers },
      ...(body === undefined ? {} : { payload: body as InjectOptions['payload'] }),
    } as InjectOptions);
  };

  return {
    app,
    deps,
    caches,
    databaseUrl: database.url,
    call,
    async signUp(name = 'Somebody', { confirmed = true } = {}) {
      accounts += 1;
      const email = `person${accounts}@example.org`;
      const ask = (display_name: string) =>
        call('POST /users', {
          body: { email, password: PASSWORD, display_name, date_of_birth: '1990-01-31' },
        });
      const first = await ask(name);
      // Several creators of a test may share a name, which the product refuses to newcomers.
      const isTaken = first.statusCode === 422 && first.body.includes('looks like the name of a creator');
      const reply = isTaken ? await ask(`${name} ${accounts}`) : first;
      if (reply.statusCode !== 201) throw new Error(`sign-up failed: ${reply.body}`);
      const { auth_token: token, user } = reply.json<{ auth_token: string; user: { id: string } }>();
      const change = {
        ...(isTaken && { displayName: name }),
        ...(confirmed && { emailConfirmedAt: new Date() }),
      };
      if (isTaken || confirmed) await deps.db.update(users).set(change).where(eq(users.id, user.id));
      return { id: user.id, token, email, headers: { authorization: `Bearer ${token}` } };
    },
    async makeAdministrator(account, { factor = true, fresh = true } = {}) {
      const secondFactorAt = factor ? new Date() : null;
      await deps.db
        .update(users)
        .set({ administrator: true, secondFactorAt })
        .where(eq(users.id, account.id));
      // A year ahead, so that it stays fresh whatever the test does to the clock.
      const provenAt = fresh ? new Date(Date.now() + YEAR_MS) : null;
      await deps.db.update(sessions).set({ provenAt }).where(eq(sessions.userId, account.id));
    },
    runJobs: () => runAllJobs(deps),
    async close() {
      await app.close();
      await running.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function runAllJobs(deps: Deps): Promise<void> {
  for (;;) {
    const rows = await deps.db.select().from(outbox).where(isNull(outbox.relayedAt)).orderBy(asc(outbox.id));
    if (rows.length === 0) return;
    for (const row of rows) {
      const jobs = toJobs({ name: row.name, payload: row.payload } as never);
      const origin = {
        ...(row.requestId !== null && { requestId: row.requestId }),
        ...(row.traceparent !== null && { traceparent: row.traceparent }),
      };
      for (const job of jobs) {
        await runJob(deps, handlers, { id: `ob-${row.id}`, ...job, attempt: 1, attempts: 1, origin });
      }
      await deps.db.update(outbox).set({ relayedAt: new Date() }).where(eq(outbox.id, row.id));
    }
  }
}
