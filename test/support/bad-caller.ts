/** Sends requests that no client of ours would send to every call of the contracts. */
import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Test } from 'tap';
import { contracts } from '../../server/api.ts';
import type { Call } from '../../server/lib/contract.ts';
import { type Account, startTestApp, type TestApp } from './app.ts';
import { publishStory } from './console.ts';
import { openStores } from './stores.ts';

export type Asked = { route: string; method: InjectOptions['method']; path: string; call: Call };
type Note = (what: string, fault: string | null) => void;
type Wishes = { language?: string; id?: string; query?: string };
type Sent = Wishes & { body?: string | Buffer; type?: string | null; accept?: string };

/** Deletions come last, so that other calls find data. Signing out uses a separate account. */
export const calls: readonly Asked[] = Object.entries(contracts)
  .map(([route, call]) => {
    const [method = '', path = ''] = route.split(' ');
    return { route, method: method as InjectOptions['method'], path, call: call as Call };
  })
  .sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'));

/** After these calls, the caller would have fewer rights. */
const ENDING = new Set(['DELETE /auth/session', 'DELETE /user/second_factor']);

export const shown = (text: string): string => text.slice(0, 60);

/** One assertion per call: its list of faults must be empty. */
export async function each(
  t: Test,
  work: (asked: Asked, note: Note) => Promise<void>,
  of: readonly Asked[] = calls,
): Promise<void> {
  for (const asked of of) {
    const faults: string[] = [];
    await work(asked, (what, fault) => void (fault === null || faults.push(`${what}: ${fault}`)));
    t.same(faults, [], asked.route);
  }
}

/** The creator is also an administrator, so that every call is reachable. */
export async function startBadCaller(
  t: Pick<Test, 'teardown'>,
  open: (options: { environment: Record<string, string> }) => Promise<TestApp> = startTestApp,
) {
  const stores = await openStores();
  t.teardown(() => stores.close());
  const app = await open({ environment: stores.environment });
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const leaving = await app.signUp('Leaving');
  const plain = await app.signUp('Plain');
  await app.makeAdministrator(creator);
  const { story, episode, pages } = await publishStory(app, creator);
  const known: [RegExp, string][] = [
    [/^\/(creator\/)?stories\/:id/, story.id],
    [/^\/(creator\/)?episodes\/:id/, episode.id],
    [/^\/creator\/pages\/:id/, pages[0]?.id ?? ''],
  ];
  const idOf = (path: string) => known.find(([pattern]) => pattern.test(path))?.[1] ?? randomUUID();
  const speakerOf = ({ route }: Asked): Account => (ENDING.has(route) ? leaving : creator);
  const send = (
    asked: Asked,
    { body, type, language, accept, id, query = '' }: Sent,
    as?: Account | null,
  ) => {
    const { path, method, call } = asked;
    const speaker = as === undefined && call.access !== 'anyone' ? speakerOf(asked) : as;
    return app.app.inject({
      method,
      url: `/api${path.replace(':id', id ?? idOf(path)).replace(/:\w+/g, randomUUID())}${query}`,
      headers: {
        ...speaker?.headers,
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(accept === undefined ? {} : { accept }),
        ...(body === undefined || type === null ? {} : { 'content-type': type ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: body }),
    } as InjectOptions) as Promise<LightMyRequestResponse>;
  };
  return { app, creator, leaving, plain, idOf, send };
}
