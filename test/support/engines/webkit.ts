/** Debian's WebKitGTK by its own WebDriver, on a virtual screen. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';
import { findProgram } from '../path.ts';
import { makeHome, startTool } from './tool.ts';
import type { Engine, Size, Source, Wire } from './wire.ts';

const PACKAGE = 'webkit2gtk-driver';

export const findScreen = (): string => findProgram(['Xvfb'], 'xvfb');

/** Debian keeps the browser beside the library, possibly in several versions. */
function findMiniBrowser(): string {
  const [found] = globSync('/usr/lib/*/webkit*/MiniBrowser').sort().reverse();
  if (found === undefined) throw new Error(`MiniBrowser is not there: apt-get install ${PACKAGE}`);
  return found;
}

export function findWebKit(): string {
  findMiniBrowser();
  return findProgram(['WebKitWebDriver'], PACKAGE);
}

const SCREEN = '1600x1200x24';

/** Missing events end in an error that names them, long before the test file's limit. */
const TIMEOUTS = { pageLoad: 60_000, script: 60_000 };

type Failure = { error: string; message: string };

export async function startWebKit(): Promise<Engine> {
  const home = await makeHome();
  const screen = startTool(findScreen(), ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {});
  const [, display] = await screen.says(/^(\d+)$/m);
  const port = await freePort();
  const driver = startTool(findWebKit(), [`--port=${port}`], {
    DISPLAY: `:${display}`,
    HOME: home.path,
    XDG_RUNTIME_DIR: home.path,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    LANG: 'C.UTF-8',
    // Tests also run as root in containers, where it cannot create its own sandbox.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const ask = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const reply = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      signal: AbortSignal.timeout(90_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await reply.json()) as { value: T | Failure };
    if (reply.ok) return value as T;
    const { error, message } = value as Failure;
    throw new Error(`${error}: ${message}`);
  };
  await eventually('WebKitWebDriver answers', () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  let windows = 0;
  return {
    name: 'WebKit',
    open(size) {
      windows += 1;
      return openWindow(ask, join(home.path, `console-${windows}`), size);
    },
    async close() {
      await driver.end();
      await screen.end();
      await home.remove();
    },
  };
}

type Ask = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

async function openWindow(ask: Ask, consoleFile: string, size: Size): Promise<Wire> {
  // The driver discards the browser's output, so a shell stores it.
  const args = ['-c', 'exec "$@" >"$0" 2>&1', consoleFile, findMiniBrowser(), '--automation'];
  const browserOptions = {
    binary: '/bin/sh',
    args: [...args, '--enable-write-console-messages-to-stdout=TRUE'],
  };
  const { sessionId } = await ask<{ sessionId: string }>('POST', '', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': browserOptions,
        unhandledPromptBehavior: 'accept',
        timeouts: TIMEOUTS,
      },
    },
  });
  const of = (path: string): string => `/${sessionId}${path}`;
  const run = (expression: string) =>
    ask<string>('POST', of('/execute/sync'), { script: `return ${expression}`, args: [] });

  /** Measures the window's frame and compensates for it. */
  async function resize({ width, height }: Size): Promise<void> {
    const outer = await ask<Size>('POST', of('/window/rect'), { width, height });
    const inner = JSON.parse(await run('JSON.stringify({ width: innerWidth, height: innerHeight })'));
    await ask('POST', of('/window/rect'), {
      width: Math.max(width, outer.width),
      height: height + outer.height - inner.height,
    });
  }
  await resize(size);
  let said = '';
  return {
    run,
    resize,
    faults: () => said.split('\n').filter((line) => /CONSOLE (JS )?\w*ERROR|CONSOLE .*\berror\b/i.test(line)),
    async navigate(url) {
      await ask('POST', of('/url'), { url });
    },
    async act(actions: Source[]) {
      await ask('POST', of('/actions'), { actions });
    },
    async close() {
      said = await readFile(consoleFile, 'utf8');
      await ask('DELETE', of(''));
    },
  };
}
