/**
 * Performs a fixed number of actions per second, whatever happened to earlier ones. Refused actions are retried like a
 * client, with the same key. Acknowledged actions go into the books.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation, ServerMember } from '../support/installation.ts';
import { actionsOf, type Deed } from './actions.ts';
import { type Acknowledged, emptyBooks } from './books.ts';
import type { World } from './world.ts';

/** A real client would have given up by then. */
const PATIENCE_MS = 30_000;
const AGAIN_MS = 500;
/** No server listens on that port. */
export const REFUSED = 'ECONNREFUSED';

/** A server, or the proxy before all servers. */
export type Door = {
  name: string;
  ask(path: string, init: RequestInit): Promise<Pick<Response, 'status' | 'headers' | 'text'>>;
};

export const doorOf = ({ name, url }: Pick<ServerMember, 'name' | 'url'>): Door => ({
  name,
  ask: (path, init) => fetch(`${url}${path}`, { ...init, redirect: 'manual' }),
});

export type Answer = {
  kind: string;
  server: string;
  at: number;
  ms: number;
  /** 0 means no response. */
  status: number;
  /** Error code of a missing or refused response. */
  why: string;
  retryAfter: boolean;
};

export type Load = {
  books: Acknowledged;
  answers: Answer[];
  /** Number of actions in progress, including retries. */
  waiting(): number;
  /** Sends all further requests to these doors. Null means the servers themselves. */
  comeBy(doors: readonly Door[] | null): void;
  /** Starts no more actions and waits for running ones. */
  stop(): Promise<void>;
};

export function startLoad(house: Installation, world: World): Load {
  const books = emptyBooks();
  const answers: Answer[] = [];
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  let isOver = false;
  let others: readonly Door[] | null = null;
  const doors = (): readonly Door[] => others ?? house.servers.map(doorOf);
  for (const { perSecond, next } of actionsOf(world)) {
    const timer = setInterval(() => {
      const task = perform(next()).finally(() => running.delete(task));
      running.add(task);
    }, 1_000 / perSecond);
    timers.push(timer);
  }

  async function perform(deed: Deed): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const reply = await ask(doors(), deed, answers);
      if (reply !== null && reply.status < 300) {
        deed.acknowledged?.(books, reply.body);
        return;
      }
      const isFinal = reply !== null && reply.status >= 400 && reply.status < 500 && reply.status !== 429;
      if (isFinal || deed.isRead === true || (isOver && tries > 20)) return;
      await sleep(AGAIN_MS);
    }
  }

  return {
    books,
    answers,
    waiting: () => running.size,
    comeBy(next) {
      others = next;
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      isOver = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}

let turn = 0;

/** Skips servers that refuse connections, like a proxy, but records the refusal. */
async function ask(
  doors: readonly Door[],
  deed: Deed,
  answers: Answer[],
): Promise<{ status: number; body: unknown } | null> {
  for (const _ of doors) {
    turn += 1;
    const answer = await askAt(doors[turn % doors.length] as Door, deed);
    answers.push(answer);
    if (answer.why !== REFUSED) return answer.status === 0 ? null : answer;
  }
  return null;
}

export async function askAt(
  door: Door,
  { kind, path, init }: Deed,
  patienceMs = PATIENCE_MS,
): Promise<Answer & { body: unknown }> {
  const at = Date.now();
  const begun = performance.now();
  const answer = { kind, server: door.name, at, status: 0, why: '', retryAfter: false };
  try {
    const reply = await door.ask(path, { ...init, signal: AbortSignal.timeout(patienceMs) });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') === true;
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    const why = reply.status < 400 ? '' : ((body as { code?: string }).code ?? text.slice(0, 80));
    const retryAfter = reply.headers.has('retry-after');
    return { ...answer, ms: performance.now() - begun, status: reply.status, why, retryAfter, body };
  } catch (error) {
    const { name, code, cause } = error as { name: string; code?: unknown; cause?: { code?: string } };
    const why = cause?.code ?? (typeof code === 'string' ? code : name);
    return { ...answer, ms: performance.now() - begun, why, body: null };
  }
}
