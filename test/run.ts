/**
 * The one test command: finds or installs the required tools, then runs type check, lint, build and every test. A
 * missing tool ends the run with one line. Nothing is skipped. `--repeat 10 <files>` runs files ten times beside a busy
 * core and reports how often each failed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium, findHeadlessShell } from './support/browser.ts';
import { findFirefox } from './support/engines/firefox.ts';
import { findScreen, findWebKit } from './support/engines/webkit.ts';
import { findEpubCheck } from './support/epubcheck.ts';
import { type Outcome as FileOutcome, runInLanes } from './support/lanes.ts';
import { startTestCluster } from './support/postgres.ts';
import { findRedis } from './support/redis.ts';

/** `packages` are Debian packages, the best one first. `find` prefers the first one's tool. */
type Tool = { name: string; packages: string[]; find(): string; findBest(): string };

/** Browser traces of retried files. `npx playwright show-trace <file>` shows one. */
const TRACES = join(tmpdir(), 'tsuzuki-traces');

/** One more than cores, since a process sometimes waits for a browser or a database. */
const LANES = Number(process.env.TEST_LANES ?? availableParallelism() + 1);

const basic: Tool[] = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell', 'chromium'],
    find: findChromium,
    findBest: findHeadlessShell,
  },
  { name: 'redis-server', packages: ['redis-server'], find: findRedis, findBest: findRedis },
];

const engines: Tool[] = [
  { name: 'Firefox', packages: ['firefox-esr'], find: findFirefox, findBest: findFirefox },
  { name: 'Xvfb', packages: ['xvfb'], find: findScreen, findBest: findScreen },
  { name: 'WebKit', packages: ['webkit2gtk-driver'], find: findWebKit, findBest: findWebKit },
];

const judges: Tool[] = [
  { name: 'EPUBCheck', packages: ['epubcheck'], find: findEpubCheck, findBest: findEpubCheck },
];

function isThere(find: () => string): boolean {
  try {
    find();
    return true;
  } catch {
    return false;
  }
}

function install(wanted: string): void {
  process.stdout.write(`Installing ${wanted} by apt-get\n`);
  const options = {
    stdio: 'ignore' as const,
    timeout: 180_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', wanted], options);
  } catch {
    // The caller reports the missing tool in one line.
  }
}

/** Only a full run waits to install a faster browser than the existing one. */
function ensureTools(tools: readonly Tool[], isWhole: boolean): void {
  for (const { name, packages, find, findBest } of tools) {
    const isRoot = process.getuid?.() === 0;
    for (const [index, wanted] of packages.entries()) {
      if (isRoot && !isThere(isWhole && index === 0 ? findBest : find)) install(wanted);
    }
    if (isThere(find)) continue;
    process.stderr.write(`The tests need ${name}: apt-get install ${packages.at(-1)}\n`);
    process.exit(1);
  }
}

/** TAP lines of a failed file worth printing: details of failures, and the file's own output. */
function tellingLines(lines: readonly string[]): string[] {
  let isFailure = false;
  return lines.filter((line) => {
    if (/^\s*not ok/.test(line)) isFailure = true;
    const isTelling = isFailure || !/^\s*(ok \d|# |\d+\.\.\d+|TAP version|$)/.test(line);
    if (/^\s*\.\.\.$/.test(line)) isFailure = false;
    return isTelling;
  });
}

const firstError = ({ file, lines }: FileOutcome): string =>
  `  ${file}: ${lines.find((line) => /^\s*not ok/.test(line))?.trim() ?? 'it did not end'}`;

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

/** Slow files run first, so that none is left alone at the end. */
const LONG =
  /test\/(processes|workers|db\/seed|e2e\/.*(accessib|novel|console)|server\/(bad|hostile|embedded|rendering))/;

/** All files but the corpora and the other engines, which have their own commands. */
const testFiles = (): string[] =>
  globSync('test/**/*.test.ts')
    .filter((file) => !/^test\/(support|corpus|browsers)\//.test(file))
    .sort()
    .sort((one, other) => Number(LONG.test(other)) - Number(LONG.test(one)));

const {
  values: { repeat = '1' },
  positionals: wanted,
} = parseArgs({ options: { repeat: { type: 'string' } }, allowPositionals: true });
const times = Number(repeat);
const isWhole = wanted.length === 0;
const isAbroad = wanted.some((file) => file.includes('test/browsers/'));
const isCorpus = wanted.some((file) => file.includes('test/corpus/'));
ensureTools([...basic, ...(isAbroad ? engines : []), ...(isCorpus ? judges : [])], isWhole);
if (isWhole) {
  // The build runs first and alone: it generates page types.
  const checks = [judge(await run('build', 'build'))];
  const both = await Promise.all([run('types', 'typecheck'), run('lint', 'lint')]);
  checks.push(...both.map(judge));
  if (checks.includes(false)) process.exit(1);
}

const files = Array.from({ length: times }, () => (isWhole ? testFiles() : wanted)).flat();
const busy = times > 1 ? spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }) : null;
const cluster = await startTestCluster();
const totals = { passed: 0, failed: 0, left: 0 };

function report({ file, passed, counts, seconds, lines }: FileOutcome): void {
  totals.passed += counts.passed;
  // A file may fail without a failed assertion: it asserted nothing, or did not end.
  totals.failed += Math.max(counts.failed, passed ? 0 : 1);
  totals.left += counts.left;
  const told = passed ? '' : `${tellingLines(lines).join('\n')}\n`;
  process.stdout.write(
    `${told}${passed ? 'ok' : 'not ok'}  ${file} (${counts.passed} in ${seconds.toFixed(1)} s)\n`,
  );
}

const failures = new Map<string, number>();
/** Failed files of browser tests, which run again alone. A file that was run by itself fails at once. */
const toSeeAgain: FileOutcome[] = [];
const environment = { TEST_DATABASE_ADMIN_URL: cluster.adminUrl };
function onOutcome(outcome: FileOutcome): void {
  const { passed, file } = outcome;
  if (!passed) failures.set(file, (failures.get(file) ?? 0) + 1);
  const isOfBrowser = /^test\/(e2e|geometry|browsers)\//.test(file);
  if (passed || !isOfBrowser || times > 1 || files.length === 1) report(outcome);
  else {
    toSeeAgain.push(outcome);
    process.stdout.write(`${tellingLines(outcome.lines).join('\n')}\nagain  ${outcome.file}\n`);
  }
}
// Boxes and offsets are measured while nothing else loads the machine.
const measured = files.filter((file) => file.startsWith('test/geometry/'));
const others = files.filter((file) => !measured.includes(file));
await runInLanes(others, { lanes: isAbroad ? 1 : LANES, environment, onOutcome });
await runInLanes(measured, { lanes: 1, environment, onOutcome });
const flaky: FileOutcome[] = [];
if (toSeeAgain.length > 0) rmSync(TRACES, { recursive: true, force: true });
for (const first of toSeeAgain) {
  await runInLanes([first.file], {
    lanes: 1,
    environment: { ...environment, TEST_TRACES: TRACES },
    onOutcome(second) {
      report(second);
      if (second.passed) flaky.push(first);
    },
  });
}
await cluster.stop();
busy?.kill();

const { passed, failed, left } = totals;
if (times > 1)
  for (const file of new Set(files))
    process.stdout.write(`${failures.get(file) ?? 0} of ${times} failed  ${file}\n`);
if (left > 0) process.stdout.write(`${left} tests were skipped, which counts as a failure\n`);
if (toSeeAgain.length > 0) process.stdout.write(`Traces of the second look: ${TRACES}\n`);
if (flaky.length > 0) process.stdout.write(`flaky: ${flaky.length}\n${flaky.map(firstError).join('\n')}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed + left === 0 ? 0 : 1);
