/**
 * The constant load: so many deeds a second, whatever becomes of those before them. What is not acknowledged is tried again as
 * a client would, under the same key, until it is; what is acknowledged stands in the books.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation, ServerMember } from '../support/installation.ts';
import { type Acknowledged, emptyBooks } from './books.ts';
import { type Deed, deedsOf } from './deeds.ts';
import type { World } from './world.ts';

/** A client that waits longer has long gone. */
const PATIENCE_MS = 30_000;
const AGAIN_MS = 500;
/** Nobody listens there. */
export const REFUSED = 'ECONNREFUSED';

/** Where a client may knock: a server, or the proxy before them. */
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
  /** 0: none. */
  status: number;
  /** Why there was none, or what was refused. */
  why: string;
  retryAfter: boolean;
};

export type Load = {
  books: Acknowledged;
  answers: Answer[];
  /** Deeds that are tried again and again. */
  waiting(): number;
  /** From now on everybody comes by these; null: by the servers themselves. */
  comeBy(doors: readonly Door[] | null): void;
  /** Begins no more deeds and waits for those that are under way. */
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
  for (const { perSecond, next } of deedsOf(world)) {
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
      // Reading is not worth a second try.
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

/** As a proxy does: a server that refuses connections is passed over, and it is noted that it did. */
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
