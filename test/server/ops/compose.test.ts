/** Checks compose.yaml by a linter that knows the schema, and by rules of our own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import t from 'tap';
import { parse } from 'yaml';
import { environmentSchema } from '../../../server/config/environment.ts';
import { ROOT } from '../../support/processes.ts';

type Service = {
  image?: string;
  environment?: Record<string, string>;
  ports?: string[];
  [name: string]: unknown;
};

/** The web port is public on purpose. Service keys are sorted alphabetically, as everywhere here. */
const OFF = ['no-unbound-port-interfaces', 'service-keys-order'];

const file = join(ROOT, 'compose.yaml');
const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};

t.test('the linter finds nothing, its own schema included', async (t) => {
  const off = Object.fromEntries(OFF.map((name) => [name, 0] as const));
  const rules = { ...off, 'require-quotes-in-ports': [2, { quoteType: 'double' }] as never };
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
  const found = linter.lintFiles([file], false).flatMap(({ messages }) => messages);
  t.same(
    found.map(({ line, message }) => `${line}: ${message}`),
    [],
  );
  const broken = linter.lintFiles([join(ROOT, 'package.json')], false).flatMap(({ messages }) => messages);
  t.not(broken.length, 0, 'it would');
});

t.test('the linter of Dockerfiles finds nothing', async (t) => {
  const lint = (text: string) =>
    validate(text).map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  t.same(lint(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')), []);
  t.not(lint('FROM scratch\nCOPPY . .\n').length, 0, 'it would');
});

t.test('every service is hardened, bounded, watched and of one version', async (t) => {
  t.same(Object.keys(services).sort(), [
    'postgres',
    'proxy',
    'redis',
    's3',
    'server-1',
    'server-2',
    'workers-1',
    'workers-2',
  ]);
  for (const [name, service] of Object.entries(services)) {
    t.match(
      service,
      {
        cap_drop: ['ALL'],
        healthcheck: { test: Array, interval: String, timeout: String, retries: Number },
        mem_limit: String,
        pids_limit: Number,
        read_only: true,
        restart: 'unless-stopped',
        security_opt: ['no-new-privileges:true'],
        stop_grace_period: /^\d+s$/,
      },
      name,
    );
    t.match(service.image, /:(?:\$\{RELEASE:-latest\}|v?\d+\.\d+[\w.-]*)$/, `${name} names its version`);
    if (name !== 'proxy') t.equal(service.ports, undefined, `${name} is not reached from outside`);
  }
});

t.test('ours know only variables that exist, and no secret stands in the file', async (t) => {
  const known = Object.keys(environmentSchema.properties);
  for (const name of ['server-1', 'server-2', 'workers-1', 'workers-2']) {
    for (const [variable, value] of Object.entries(services[name]?.environment ?? {})) {
      t.ok(known.includes(variable), variable);
      if (/SECRET|PASSWORD|KEY|TOKEN/.test(variable)) t.match(value, /^\$\{\w+:\?/, variable);
    }
  }
  const asked = [...readFileSync(file, 'utf8').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name);
  const example = readFileSync(join(ROOT, 'server/ops/deploy/example.env'), 'utf8');
  for (const name of new Set(asked))
    t.match(example, new RegExp(`^${name}=`, 'm'), `${name} stands in the example`);
});
