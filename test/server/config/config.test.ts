import t from 'tap';
import { loadConfig } from '../../../server/config/config.ts';
import { ConfigError } from '../../../server/config/environment.ts';

t.test('without any variable everything has a sensible value', async (t) => {
  const config = loadConfig({});
  t.match(config, {
    PORT: 3000,
    BASE_URL: 'http://localhost:3000',
    embeddedDatabase: true,
    secureCookies: false,
    runWorkers: true,
    mailbox: true,
  });
  t.ok(Object.isFrozen(config));
});

t.test('a bad value is told in one line that names its variable', async (t) => {
  const cases: [Record<string, string>, string][] = [
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ BASE_URL: 'tsuzuki.example' }, 'BASE_URL'],
    [{ BASE_URL: 'https://tsuzuki.example/app' }, 'BASE_URL'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE'],
    [{ REDIS_URL: 'http://x' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://a:port' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://a,redis://b' }, 'REDIS_CLUSTER'],
    [{ REDIS_URL: 'redis://a,http://b', REDIS_CLUSTER: 'on' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://a/1', REDIS_CLUSTER: 'on' }, 'REDIS_URL'],
    [{ REDIS_CLUSTER: 'on' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://a', REDIS_CA_FILE: '/ca.pem' }, 'REDIS_URL'],
    [{ DATABASE_REPLICA_URL: 'postgres://a/b,redis://c' }, 'DATABASE_REPLICA_URL'],
    [{ DATABASE_REPLICA_URL: 'postgres://a:b@host:port/c' }, 'DATABASE_REPLICA_URL'],
    [{ DATABASE_DIRECT_URL: 'postgres://a/b' }, 'DATABASE_URL'],
    [{ DATABASE_REPLICA_URL: 'postgres://a/b' }, 'DATABASE_URL'],
    [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET'],
    [{ S3_BUCKET: 'pictures' }, 'S3_ENDPOINT'],
    [{ DATABASE_URL: 'postgres://a:b@host:port/c' }, 'DATABASE_URL'],
    [{ TRUST_PROXY: 'everybody' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ SECRET: 'short' }, 'SECRET'],
    [{ CDN_MAX_AGE_SECONDS: '1.5' }, 'CDN_MAX_AGE_SECONDS'],
    [{ MAILBOX: 'on', BASE_URL: 'https://tsuzuki.example' }, 'MAILBOX'],
  ];
  for (const [environment, name] of cases) {
    const refused = refusalOf(environment);
    t.ok(refused.startsWith(`${name}: `), `${JSON.stringify(environment)} → ${refused}`);
    t.notOk(refused.includes('\n'));
  }
});

t.test('a refusal says what would be right', async (t) => {
  t.match(refusalOf({ DEMO: 'yes' }), 'DEMO: must be one of on, off, auto');
  t.match(refusalOf({ REDIS_URL: 'localhost' }), 'REDIS_URL: must begin with redis://');
  t.equal(refusalOf({ TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1' }), 'accepted');
});

t.test(
  'demo stories come by themselves only on this machine, elsewhere to whoever asks for them',
  async (t) => {
    const wantsDemo = (environment: Record<string, string>): boolean => loadConfig(environment).wantsDemo;
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      t.ok(wantsDemo({ BASE_URL: `http://${host}:3000` }), host);
    }
    t.ok(wantsDemo({}), 'the address is this machine, unless told');
    const url = { BASE_URL: 'https://tsuzuki.example' };
    t.notOk(wantsDemo(url), 'a public address');
    t.notOk(wantsDemo({ BASE_URL: 'http://192.168.0.7:3000' }), 'the address of a network');
    t.notOk(wantsDemo({ BASE_URL: 'http://localhost.example' }), 'a name that only begins so');
    t.notOk(wantsDemo({ DATABASE_URL: 'postgres://db.example/x' }), 'a database of its own');
    t.notOk(wantsDemo({ DEMO: 'off' }));
    t.ok(wantsDemo({ ...url, DEMO: 'on' }));
  },
);

t.test('empty variables count as absent, an https origin makes cookies secure', async (t) => {
  t.equal(loadConfig({ PORT: '', BASE_URL: '' }).PORT, 3000);
  const config = loadConfig({ BASE_URL: 'https://tsuzuki.example/' });
  t.match(config, { BASE_URL: 'https://tsuzuki.example', secureCookies: true, mailbox: false });
});

t.test('mails are shown only on this machine and only when there is no mail server', async (t) => {
  t.equal(loadConfig({ SMTP_URL: 'smtp://mail.example' }).mailbox, false);
  t.equal(loadConfig({ DATABASE_URL: 'postgres://db.example/x' }).mailbox, false);
  t.equal(loadConfig({ MAILBOX: 'off' }).mailbox, false);
});

function refusalOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
    return 'accepted';
  } catch (error) {
    return error instanceof ConfigError ? error.message : `not a ConfigError: ${String(error)}`;
  }
}
