/** The most expensive request per call within the body limits: how long it blocks the main thread. */
import Value from 'typebox/value';
import { FORM_FIELDS_MAX_COUNT, FORM_MAX_BYTES } from '../../server/http/form-bodies.ts';
import type { Account } from '../support/app.ts';
import { type Asked, calls, startBadCaller } from '../support/bad-caller.ts';
import { nested, sampleOf } from '../support/bad-input.ts';
import { startHouses } from '../support/house.ts';
import { atMost, type Row } from './row.ts';

/** Leaves room below the body limit for the text around the filling. */
const BODY_BYTES = 255 * 1024;
const QUERY_BYTES = 12 * 1024;
const ROUNDS = 3;
const TASK_MAX_MS = 20;
const FORM = 'application/x-www-form-urlencoded';

const filled = (piece: string, bytes = BODY_BYTES): string => piece.repeat(Math.floor(bytes / piece.length));

const numbered = (count: number, piece: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => piece(at));

const formOf = (count: number, bytes: number, name: (at: number) => string): string => {
  const room = Math.floor(bytes / count) - 24;
  return numbered(count, (at) => `${name(at)}=${filled('%C3%A4', Math.max(0, room))}`).join('&');
};

type Sent = { body?: string; type?: string; query?: string; accept?: string };

/** Uses names that the call knows, since the server inspects only those. */
export function bodiesOf({ call }: Asked): Record<string, Sent> {
  const properties = (call.body as { properties?: object } | undefined)?.properties ?? {};
  const names = ['_back', ...Object.keys(properties)];
  const nameAt = (at: number) => names[at % names.length] ?? '';
  const json = (value: unknown) => ({ body: JSON.stringify(value) });
  const ofEach = (value: unknown) =>
    json(Object.fromEntries(Object.keys(properties).map((name) => [name, value])));
  const part = Math.max(1, Object.keys(properties).length);
  const most = call.form?.fieldsMaxCount ?? FORM_FIELDS_MAX_COUNT;
  const bytes = Math.min(BODY_BYTES, (call.form?.maxBytes ?? FORM_MAX_BYTES) - 1024);
  const form = (name: (at: number) => string, count = most) => ({
    body: formOf(count, bytes, name),
    type: FORM,
    accept: 'text/html',
  });
  const forms = (): Record<string, Sent> => ({
    'a form of names': form((at) => `f${at}`),
    'a form of its own names': form(nameAt),
    'a form of paths': form((at) => `${nameAt(at)}.${at}.b.c`),
    'a form of blanks': { body: `${nameAt(1)}=${filled('+%20', bytes)}`, type: FORM, accept: 'text/html' },
  });
  return {
    ...(call.form === undefined ? {} : forms()),
    'JSON of names': json(Object.fromEntries(numbered(20_000, (at) => `f${at}`).map((name) => [name, 1]))),
    'JSON of texts': ofEach(filled('ä', BODY_BYTES / 2 / part)),
    'JSON of lists': ofEach(numbered(BODY_BYTES / 4 / part, () => '')),
    'JSON of objects': ofEach(
      Object.fromEntries(numbered(20_000 / part, (at) => `k${at}`).map((key) => [key, 1])),
    ),
    'JSON of depth': { body: `{"${nameAt(1)}":${nested(BODY_BYTES / 2 - 40, '[', '', ']')}}` },
    'a query of names': {
      query: `?${numbered(QUERY_BYTES / 6, (at) => `f${at}`)
        .join('&')
        .slice(0, QUERY_BYTES)}`,
    },
    ...(call.body === undefined ? {} : { 'what is wanted': json(sampleOf(Value.Clone(call.body))) }),
  };
}

export async function benchDearest({ shown = 3 } = {}): Promise<Row[]> {
  const ends: (() => unknown)[] = [];
  try {
    const open = (options: { environment: Record<string, string> }) =>
      startHouses(options, (start) => start());
    const caller = await startBadCaller({ teardown: (end) => void ends.unshift(end) }, open);
    const found: { name: string; ms: number }[] = [];
    for (const asked of calls) {
      for (const [kind, sent] of Object.entries(bodiesOf(asked))) {
        for (const as of [undefined, null]) {
          const { ms, status } = await leastOf(() =>
            caller.send(asked, sent, as as Account | null | undefined),
          );
          found.push({
            name: `${asked.route}, ${kind}${as === null ? ' of a visitor' : ''} (${status})`,
            ms,
          });
        }
      }
    }
    found.sort((one, other) => other.ms - one.ms);
    return found
      .slice(0, shown)
      .map(({ name, ms }) => atMost(`${name} holds the main thread`, ms, TASK_MAX_MS, 'ms'));
  } finally {
    for (const end of ends) await end();
  }
}

/** The minimum of several rounds, since a busy machine adds pauses. A cheap first round is enough. */
async function leastOf(send: () => Promise<{ statusCode: number }>): Promise<{ ms: number; status: number }> {
  let ms = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let round = 0; round < ROUNDS && ms > TASK_MAX_MS / 2; round += 1) {
    const before = process.threadCpuUsage();
    const reply = await send();
    const { user, system } = process.threadCpuUsage(before);
    ms = Math.min(ms, (user + system) / 1000);
    status = reply.statusCode;
  }
  return { ms, status };
}
