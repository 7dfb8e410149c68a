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
  /** Begins no more deeds and waits for those that are under way. */
  stop(): Promise<void>;
};

export function startLoad(house: Installation, world: World): Load {
  const books = emptyBooks();
  const answers: Answer[] = [];
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  let isOver = false;
  for (const { perSecond, next } of deedsOf(world)) {
    const timer = setInterval(() => {
      const task = perform(next()).finally(() => running.delete(task));
      running.add(task);
    }, 1_000 / perSecond);
    timers.push(timer);
  }

  async function perform(deed: Deed): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const reply = await ask(house.servers, deed, answers);
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
    async stop() {
      for (const timer of timers) clearInterval(timer);
      isOver = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}

let turn = 0;

/** As a proxy does: a server that refuses connections is passed over. */
async function ask(
  servers: readonly ServerMember[],
  deed: Deed,
  answers: Answer[],
): Promise<{ status: number; body: unknown } | null> {
  for (const _ of servers) {
    turn += 1;
    const server = servers[turn % servers.length] as ServerMember;
    const answer = await askAt(server, deed);
    // A proxy asks the next one at once.
    if (answer.why === 'ECONNREFUSED') continue;
    answers.push(answer);
    return answer.status === 0 ? null : answer;
  }
  return null;
}

export async function askAt(
  server: Pick<ServerMember, 'name' | 'url'>,
  { kind, path, init }: Deed,
  patienceMs = PATIENCE_MS,
): Promise<Answer & { body: unknown }> {
  const at = Date.now();
  const begun = performance.now();
  const answer = { kind, server: server.name, at, status: 0, why: '', retryAfter: false };
  try {
    const reply = await fetch(`${server.url}${path}`, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') === true;
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    const why = reply.status < 400 ? '' : ((body as { code?: string }).code ?? text.slice(0, 80));
    const retryAfter = reply.headers.has('retry-after');
    return { ...answer, ms: performance.now() - begun, status: reply.status, why, retryAfter, body };
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    return { ...answer, ms: performance.now() - begun, why: cause?.code ?? name, body: null };
  }
}
