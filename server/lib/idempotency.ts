/** Writes that may be sent twice: the answer is stored under the caller's key and repeated. */
import { createHash } from 'node:crypto';
import Type from 'typebox';
import type { Call } from './contract.ts';
import { AppError } from './errors.ts';

export const KEY_MAX_LENGTH = 64;

export const KEY_FORM = {
  minLength: 1,
  maxLength: KEY_MAX_LENGTH,
  pattern: '^[\\x21-\\x7e]+$',
};

/** For every write of money. `mount.ts` stores the answers of calls with these headers. */
export const IdempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      ...KEY_FORM,
      description:
        'chosen by the caller. The same call under the same key happens once: for 24 hours its answer is given again. Another call under it is refused with 422 `idempotency_key_reused`.',
    }),
  ),
});

/** For writes of texts: no answer is stored, the text itself is found again. */
export const SentOnceKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      ...KEY_FORM,
      description: 'chosen by the caller; the same call under the same key happens once',
    }),
  ),
});

export type KeptAnswer = { status: number; body: unknown };

export type AnswerKeeper<D> = {
  /** Null when nothing is stored. `fingerprint` identifies the answered request. */
  find(deps: D, of: { userId: string; key: string }): Promise<(KeptAnswer & { fingerprint: string }) | null>;
  /** Never throws: the action is done, and its own key detects a repetition. */
  keep(deps: D, of: { userId: string; key: string; fingerprint: string }, answer: KeptAnswer): Promise<void>;
};

/** Key of a request whose answer is stored. With files, the handler stores it after reading them. */
export function keyOf(call: Call, headers: unknown): string | undefined {
  if (call.headers !== IdempotencyKey || call.multipart !== undefined) return undefined;
  return (headers as { 'Idempotency-Key'?: string } | undefined)?.['Idempotency-Key'];
}

const requestPrint = (request: { route: string; params: unknown; query: unknown; body: unknown }): string => {
  const { route, params, query, body } = request;
  return createHash('sha256')
    .update(JSON.stringify([route, sorted(params), sorted(query), sorted(body)]))
    .digest('base64url');
};

/** The order of members does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, each]) => [name, sorted(each)]);
}

export const keyReused = (): AppError => new AppError(422, 'idempotency_key_reused');

/** Repeats the stored answer. Refusals are not stored, so that the caller can retry. */
export async function answerOnce<D, T>(
  reply: { statusCode: number; code(status: number): unknown },
  given: {
    answers: AnswerKeeper<D>;
    deps: D;
    userId: string;
    key: string;
    asked: Parameters<typeof requestPrint>[0];
  },
  work: () => Promise<T>,
): Promise<T> {
  const { answers, deps, userId, key, asked } = given;
  const fingerprint = requestPrint(asked);
  const kept = await answers.find(deps, { userId, key });
  if (kept !== null) {
    if (kept.fingerprint !== fingerprint) throw keyReused();
    reply.code(kept.status);
    return (kept.body ?? undefined) as T;
  }
  const result = await work();
  await answers.keep(deps, { userId, key, fingerprint }, { status: reply.statusCode, body: result });
  return result;
}
