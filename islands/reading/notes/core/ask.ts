/** Calls the API without the typed client, to keep the download small. */
import type { Outcome } from './types.ts';

export type Answer<T> = Outcome & { body: T | null };

type Asked = { body?: object; key?: string; signal?: AbortSignal };

/** `call`: as named in its contract, with the address filled in. */
export async function askAboutNotes<T>(call: string, { body, key, signal }: Asked = {}): Promise<Answer<T>> {
  const [method = 'GET', path = ''] = call.split(' ');
  try {
    const reply = await fetch(`/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const found = (await reply.json().catch(() => null)) as (T & { message?: string }) | null;
    return { ok: reply.ok, status: reply.status, message: told(found), body: reply.ok ? found : null };
  } catch {
    return { ok: false, status: 0, message: null, body: null };
  }
}

function told(body: { message?: string; fields?: Record<string, string[]>[] } | null): string | null {
  const wrong = (body?.fields ?? []).flatMap((field) => Object.values(field).flat());
  return body?.message ? [body.message, ...wrong].join(' · ') : null;
}

/** A retry may succeed: no answer, too many requests, or a restarting server. */
export const isPassing = ({ status }: Outcome): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500;
