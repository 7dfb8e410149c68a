/** Debian's Firefox by its native WebDriver BiDi over a WebSocket. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../path.ts';
import { makeHome, startTool } from './tool.ts';
import type { Engine, Size, Source, Wire } from './wire.ts';

export const findFirefox = (): string => findProgram(['firefox-esr', 'firefox'], 'firefox-esr');

/** Blocks other hosts: all but local addresses go to a missing proxy. */
const PREFERENCES = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'dom.ipc.processPrelaunch.enabled': false,
  // Password prompts open over the page and intercept the next key or click.
  'signon.rememberSignons': false,
  'signon.autofillForms': false,
  'signon.generation.enabled': false,
  'signon.firefoxRelay.feature': 'disabled',
  'browser.formfill.enable': false,
};

type Answer = { id: number; type: 'success' | 'error'; result?: unknown; error?: string; message?: string };
type Entry = { level: string; text: string | null; source: { context?: string } };
type Event = { method: string; params: Entry };

type Line = {
  ask<T>(method: string, params: object): Promise<T>;
  onEntry(listener: (entry: Entry) => void): void;
  close(): void;
};

async function connect(url: string): Promise<Line> {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}`)));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: ((entry: Entry) => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Answer | Event;
    if (!('id' in told)) {
      if (told.method === 'log.entryAdded') for (const listener of listeners) listener(told.params);
      return;
    }
    const asked = waiting.get(told.id);
    waiting.delete(told.id);
    if (told.type === 'success') asked?.resolve(told.result);
    else asked?.reject(new Error(`${told.error}: ${told.message}`));
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('Firefox has ended'));
  });
  let count = 0;
  return {
    ask<T>(method: string, params: object) {
      count += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(count, asked);
      socket.send(JSON.stringify({ id: count, method, params }));
      return asked.promise as Promise<T>;
    },
    onEntry: (listener) => void listeners.push(listener),
    close: () => socket.close(),
  };
}

export async function startFirefox(): Promise<Engine> {
  const home = await makeHome();
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(home.path, 'user.js'), lines.join('\n'));
  const tool = startTool(
    findFirefox(),
    ['--headless', '--no-remote', '--profile', home.path, '--remote-debugging-port=0'],
    { HOME: home.path },
  );
  const [, address] = await tool.says(/WebDriver BiDi listening on (ws:\S+)/);
  const line = await connect(`${address}/session`);
  // Notices in the address are alerts (ERR-16).
  const unhandledPromptBehavior = { default: 'accept' };
  await line.ask('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior } } });
  await line.ask('session.subscribe', { events: ['log.entryAdded'] });
  return {
    name: 'Firefox',
    open: (size) => openWindow(line, size),
    async close() {
      line.close();
      await tool.end();
      await home.remove();
    },
  };
}

type Evaluated =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

async function openWindow(line: Line, size: Size): Promise<Wire> {
  const { userContext } = await line.ask<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await line.ask<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  });
  const faults: string[] = [];
  line.onEntry(({ level, text, source }) => {
    if (level === 'error' && source.context === context) faults.push(text ?? '');
  });
  const resize = async (viewport: Size): Promise<void> =>
    void (await line.ask('browsingContext.setViewport', { context, viewport }));
  await resize(size);
  await line.ask('browsingContext.activate', { context });
  return {
    resize,
    faults: () => faults,
    async navigate(url) {
      await line.ask('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(expression) {
      const answer = await line.ask<Evaluated>('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    async act(actions: Source[]) {
      await line.ask('input.performActions', { context, actions });
    },
    async close() {
      await line.ask('browsingContext.close', { context });
      await line.ask('browser.removeUserContext', { userContext });
    },
  };
}
