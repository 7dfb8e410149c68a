/**
 * The one test command: finds or installs what the tests drive, then type check, lint, build and every test.
 * Whatever is missing and cannot be installed ends the run with one line; nothing is skipped.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findChromium } from './support/browser.ts';
import { startTestCluster } from './support/postgres.ts';
import { findRedis } from './support/redis.ts';

type Tool = { name: string; debian: string; find(): string };

const RESULTS = '.tap/results.tap';

const tools: Tool[] = [
  { name: 'Chromium', debian: 'chromium', find: () => findChromium() },
  { name: 'redis-server', debian: 'redis-server', find: () => findRedis() },
];

function isFound(tool: Tool): boolean {
  try {
    tool.find();
    return true;
  } catch {
    return false;
  }
}

function ensureTools(): void {
  const missing = tools.filter((tool) => !isFound(tool));
  if (missing.length === 0) return;
  const names = missing.map((tool) => tool.debian);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    process.stdout.write(`Installing ${names.join(' and ')} by apt-get\n`);
    const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
    try {
      execFileSync('apt-get', ['update', '-qq'], options);
      const install = ['install', '-y', '-qq', '--no-install-recommends', ...names, 'fonts-liberation'];
      execFileSync('apt-get', install, {
        ...options,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    } catch {
      // Said below, in one line.
    }
  }
  const still = missing.filter((tool) => !isFound(tool));
  if (still.length === 0) return;
  const list = still.map((tool) => tool.debian).join(' ');
  process.stderr.write(
    `The tests need ${still.map((tool) => tool.name).join(' and ')}: apt-get install ${list}\n`,
  );
  process.exit(1);
}

/** Of a TAP stream what people want to see: each file's outcome, and all that is known of what failed. */
function tellingLines(): (text: string) => string {
  let rest = '';
  let isFailure = false;
  // The stream says what a file printed and then says it again as that file's result.
  let last = '';
  const isNew = (line: string): boolean => {
    const differs = line !== last;
    last = line;
    return differs;
  };
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    return lines
      .filter((line) => {
        if (/^\s*not ok/.test(line)) isFailure = true;
        const shown = isFailure || /^ok /.test(line);
        if (/^\s*\.\.\.$/.test(line) || /^ok /.test(line)) isFailure = false;
        return shown && isNew(line);
      })
      .map((line) => `${line}\n`)
      .join('');
  };
}

type Outcome = { name: string; code: number; output: string; seconds: number };

function run(
  name: string,
  args: string[],
  { show, env = {} }: { show?: (text: string) => string; env?: object } = {},
): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (show) process.stdout.write(show(text));
      });
    }
    child.on('close', (code) => {
      resolve({ name, code: code ?? 1, output, seconds: Math.round((performance.now() - startedAt) / 1000) });
    });
  });
}

function judge({ name, code, output, seconds }: Outcome): boolean {
  process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(output);
  return code === 0;
}

/** tap is built with the plugins of `.taprc`, which takes longer than most test files: once for each installation. */
function ensureTap(): void {
  const builtTap = 'node_modules/@tapjs/test/test-built/dist/esm/index.js';
  const isBuilt = existsSync(builtTap) && !readFileSync(builtTap, 'utf8').includes('@tapjs/typescript');
  if (!isBuilt) execFileSync('npm', ['run', '--silent', 'tap', '--', 'build'], { stdio: 'inherit' });
}

ensureTools();
ensureTap();
const wanted = process.argv.slice(2);
const isWhole = wanted.length === 0;
if (isWhole) {
  // The build first and alone: page types are made by it.
  const checks = [judge(await run('build', ['build']))];
  const both = await Promise.all([run('types', ['typecheck']), run('lint', ['lint'])]);
  checks.push(...both.map(judge));
  if (checks.includes(false)) process.exit(1);
}

const cluster = await startTestCluster();
const tests = await run('tests', ['tap', '--', '--reporter=tap', `--output-file=${RESULTS}`, ...wanted], {
  show: tellingLines(),
  env: { TEST_DATABASE_ADMIN_URL: cluster.adminUrl },
});
await cluster.stop();

// The last line of TAP counts every assertion: `# { total: 74, pass: 74 }`, with fail, skip and todo where there are any.
const totals = /^# \{ (.*) \}$/m.exec(readFileSync(RESULTS, 'utf8'))?.[1] ?? '';
const count = (word: string): number => Number(new RegExp(`\\b${word}: (\\d+)`).exec(totals)?.[1] ?? 0);
const skipped = count('skip') + count('todo');
if (skipped > 0) process.stdout.write(`${skipped} assertions were skipped, which counts as a failure\n`);
const failed = tests.code === 0 && skipped === 0 ? 0 : Math.max(1, count('fail'));
process.stdout.write(`${count('pass')} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
