/** One span per database statement of a request or job, with its text but never its values. */

import pg from 'pg';
import type { Trail } from '../../lib/trail.ts';
import type { OpenSpan, Tracing } from './spans.ts';

const TEXT_MAX_LENGTH = 2_000;
const LITERAL = /'(?:[^']|'')*'/g;

type Watch = { tracing: Tracing; trail: Trail };
type Callback = (error: Error | null, result: unknown) => void;

export function tracedClient({ tracing, trail }: Watch): typeof pg.Client {
  class TracedClient extends pg.Client {
    // Arguments pass through unchanged, whichever overload is used.
    override query(...args: unknown[]): never {
      const send = (...given: unknown[]) => (super.query as (...all: unknown[]) => unknown)(...given);
      const parent = trail.current()?.traceparent;
      const text = textOf(args[0]);
      if (parent === undefined || text === undefined) return send(...args) as never;
      const span = tracing.begin(`SQL ${/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'}`, {
        kind: 'client',
        parent,
        facts: { 'db.system.name': 'postgresql', 'db.query.text': maskOf(text) },
      });
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const told: Callback = (error, result) => {
          endSpan(span, error);
          (callback as Callback)(error, result);
        };
        return send(...args.slice(0, -1), told) as never;
      }
      const sent = send(...args);
      if (sent instanceof Promise)
        sent.then(
          () => endSpan(span, null),
          (error) => endSpan(span, error),
        );
      else endSpan(span, null);
      return sent as never;
    }
  }
  return TracedClient as unknown as typeof pg.Client;
}

const textOf = (config: unknown): string | undefined =>
  typeof config === 'string' ? config : (config as { text?: string } | null)?.text;

const maskOf = (text: string): string => text.slice(0, TEXT_MAX_LENGTH).replaceAll(LITERAL, "'?'");

function endSpan(span: OpenSpan, error: unknown): void {
  if (error === null) span.end();
  else span.end({ error: String((error as { code?: unknown }).code ?? 'failed') });
}
