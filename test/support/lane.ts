/**
 * Runs test files one after the other in one process, so that the product loads only once. Each file becomes a test
 * named after its path. Its `tap` import is that test.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import tap, { type Test } from 'tap';
import { closeSharedBrowser, shareBrowser } from './browser.ts';

/** Counts tests, not assertions. `left` is the number of skipped and todo tests. */
export type Counts = { passed: number; failed: number; left: number };
export type LaneReply = { file: string; passed: boolean; counts: Counts };

const ROOT = join(import.meta.dirname, '../..');
const TESTS = pathToFileURL(join(ROOT, 'test/')).href;
/** Product imports of IMAGES resolve to REMEMBERED. Test imports stay unchanged. */
const IMAGES = pathToFileURL(join(ROOT, 'server/domains/media/images.ts')).href;
const REMEMBERED = pathToFileURL(join(ROOT, 'test/support/remembered-images.ts')).href;
/** Three times the longest run on two busy cores, so that only hanging files are killed. */
const FILE_TIMEOUT_MS = 600_000;

let current: Test = tap;
const tests: Test[] = [];
const ran = new Set<string>();

/** For support files, `tap` is the test of the running file. */
const whicheverRuns = new Proxy(tap, {
  get(_, name) {
    const value = Reflect.get(current, name);
    return typeof value === 'function' ? value.bind(current) : value;
  },
});
Reflect.set(globalThis, Symbol.for('lane'), { tests, whicheverRuns });

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (specifier === 'tap' && parentURL.startsWith(TESTS)) {
      const own = /\.test\.ts(\?|$)/.test(parentURL) ? `tests[${tests.indexOf(current)}]` : 'whicheverRuns';
      return { url: `lane:${own}`, format: 'module', shortCircuit: true };
    }
    const found = next(specifier, context);
    return found.url === IMAGES && !parentURL.startsWith(TESTS) ? { ...found, url: REMEMBERED } : found;
  },
  load(url, context, next) {
    if (!url.startsWith('lane:')) return next(url, context);
    const source = `export default globalThis[Symbol.for('lane')].${url.slice('lane:'.length)};`;
    return { source, format: 'module', shortCircuit: true };
  },
});

async function runFile(all: Test, file: string): Promise<LaneReply> {
  let own: Followed | undefined;
  await all.test(file, { timeout: FILE_TIMEOUT_MS }, async (test) => {
    own = follow(test);
    current = test;
    tests.push(test);
    // A repeated file needs a new module URL.
    const again = ran.has(file) ? `?${tests.length}` : '';
    ran.add(file);
    await import(pathToFileURL(join(ROOT, file)).href + again);
  });
  if (own === undefined) return { file, passed: false, counts: { passed: 0, failed: 1, left: 0 } };
  const { pass, skip, todo } = own.test.counts;
  // A file without assertions fails.
  const passed = own.test.passing() && pass > 0;
  return { file, passed, counts: { ...countOf(own), left: skip + todo } };
}

/** A test and its subtests, which are added while it runs. */
type Followed = { test: Test; inner: Followed[] };

function follow(test: Test): Followed {
  const inner: Followed[] = [];
  test.on('subtestAdd', (each) => inner.push(follow(each as Test)));
  return { test, inner };
}

/** Counts innermost tests. An outer test counts only when it fails by itself. */
function countOf({ test, inner }: Followed): { passed: number; failed: number } {
  const all = inner.map(countOf);
  const passed = all.reduce((sum, each) => sum + each.passed, 0);
  const failed = all.reduce((sum, each) => sum + each.failed, 0);
  if (!test.passing() && failed === 0) return { passed, failed: 1 };
  return { passed: inner.length === 0 ? 1 : passed, failed };
}

/** The parent's next request: a file, or null to end. */
const nextFile = (): Promise<string | null> =>
  new Promise((resolve) => {
    process.once('message', ({ file }: { file: string | null }) => resolve(file));
    // tap unreferences the channel, so this keeps the process alive.
    process.channel?.ref();
  });

const orphaned = (): never => process.exit(1);
process.once('disconnect', orphaned);
shareBrowser();
tap.setTimeout(0);
await tap.test('files', { timeout: 0 }, async (all) => {
  for (let file = await nextFile(); file !== null; file = await nextFile()) {
    process.send?.(await runFile(all, file));
  }
});
await closeSharedBrowser();
process.off('disconnect', orphaned);
process.disconnect();
