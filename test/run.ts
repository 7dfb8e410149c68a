/**
 * The one test command: finds or installs what the tests drive, then type check, lint, build and every test.
 * Whatever is missing and cannot be installed ends the run with one line; nothing is skipped.
 */
import { execFileSync, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { findChromium } from './support/browser.ts';
import { runInLanes } from './support/lanes.ts';
import { startTestCluster } from './support/postgres.ts';
import { findRedis } from './support/redis.ts';

type Tool = { name: string; debian: string; find(): string };

const LANES = Number(process.env.TEST_LANES ?? 2);

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

/** Of the TAP of a file that failed what people want to see: all that is known of what failed, and what it printed. */
function tellingLines(lines: readonly string[]): string[] {
  let isFailure = false;
  return lines.filter((line) => {
    if (/^\s*not ok/.test(line)) isFailure = true;
    const isTelling = isFailure || !/^\s*(ok \d|# |\d+\.\.\d+|TAP version|$)/.test(line);
    if (/^\s*\.\.\.$/.test(line)) isFailure = false;
    return isTelling;
  });
}

type Outcome = { name: string; code: number; output: string; seconds: number };

function run(name: string, script: string): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
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

/** All but the corpora, which have a command of their own. */
const testFiles = (): string[] =>
  globSync('test/**/*.test.ts')
    .filter((file) => !/^test\/(support|corpus)\//.test(file))
    .sort();

ensureTools();
const wanted = process.argv.slice(2);
const isWhole = wanted.length === 0;
if (isWhole) {
  // The build first and alone: page types are made by it.
  const checks = [judge(await run('build', 'build'))];
  const both = await Promise.all([run('types', 'typecheck'), run('lint', 'lint')]);
  checks.push(...both.map(judge));
  if (checks.includes(false)) process.exit(1);
}

const files = isWhole ? testFiles() : wanted;
const cluster = await startTestCluster();
const totals = { pass: 0, fail: 0, skip: 0, todo: 0 };
let failedFiles = 0;
await runInLanes(files, {
  lanes: LANES,
  environment: { TEST_DATABASE_ADMIN_URL: cluster.adminUrl },
  onOutcome({ file, passed, counts, seconds, lines }) {
    for (const word of ['pass', 'fail', 'skip', 'todo'] as const) totals[word] += counts[word];
    if (!passed) failedFiles += 1;
    const told = passed ? '' : `${tellingLines(lines).join('\n')}\n`;
    process.stdout.write(
      `${told}${passed ? 'ok' : 'not ok'}  ${file} (${counts.pass} in ${seconds.toFixed(1)} s)\n`,
    );
  },
});
await cluster.stop();

const skipped = totals.skip + totals.todo;
if (skipped > 0) process.stdout.write(`${skipped} assertions were skipped, which counts as a failure\n`);
const failed = Math.max(totals.fail, failedFiles, skipped > 0 ? 1 : 0);
process.stdout.write(`${totals.pass} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
