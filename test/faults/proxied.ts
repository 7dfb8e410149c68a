/** Faults behind a production proxy, as clients see them. */
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, figure, type Row } from '../bench/row.ts';
import { eventually } from '../support/eventually.ts';
import type { ServerMember } from '../support/installation.ts';
import { startProxy, type TestProxy } from '../support/proxy.ts';
import type { Answer, Door } from './load.ts';
import { killInTurns } from './restart.ts';
import type { Fault, MakeFault, Scene } from './scene.ts';
import { queueFaults } from './services.ts';

/** Two health checks, so that the proxy uses both servers before one ends. */
const TOLD_MS = 3_000;

/** Each reader has a real source address, since the proxy trusts no forwarded one. */
const addressOf = (headers: Record<string, string>): string =>
  `127.${(headers['x-forwarded-for'] ?? '0.0.0.1').split('.').slice(1).join('.')}`;

function doorOf({ tls }: TestProxy, agent: Agent): Door {
  return {
    name: 'proxy',
    ask: (path, { method = 'GET', headers = {}, body, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const own = headers as Record<string, string>;
      const asked = request(
        {
          ...{ ...tls, agent, path, method, localAddress: addressOf(own), signal: signal ?? undefined },
          headers: { ...own, host: tls.servername },
        },
        async (reply) => {
          const pieces: Buffer[] = [];
          try {
            for await (const piece of reply) pieces.push(piece as Buffer);
            const fields = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            );
            const hasBody = ![204, 304].includes(reply.statusCode ?? 0);
            const status = reply.statusCode ?? 0;
            resolve(new Response(hasBody ? Buffer.concat(pieces) : null, { status, headers: fields }));
          } catch (error) {
            reject(error);
          }
        },
      );
      asked.on('error', reject);
      asked.end(body ?? undefined);
      return promise;
    },
  };
}

/** Sends the whole load through a proxy during the fault. */
const proxied =
  (make: (scene: Scene) => Pick<Fault, 'name' | 'happen'>, allowed: { writesLost: boolean }): MakeFault =>
  async (scene) => {
    const [one, two] = scene.house.servers as [ServerMember, ServerMember];
    const proxy = await startProxy([one.port, two.port]);
    const agent = new Agent({ keepAlive: true });
    const door = doorOf(proxy, agent);
    await eventually('the proxy serves', async () => {
      const reply = await door.ask('/', {}).catch(() => null);
      return reply?.status === 200;
    });
    scene.load.comeBy([door]);
    await sleep(TOLD_MS);
    const { name, happen } = make(scene);
    return {
      name: `behind the proxy: ${name}`,
      happen,
      // For requests that it may not repeat, the proxy returns 502 or closes a reused connection.
      expected: allowed.writesLost ? [502] : [],
      endsServers: allowed.writesLost,
      tell: (answers) => tell(`behind the proxy: ${name}`, answers, allowed),
      async end() {
        scene.load.comeBy(null);
        agent.destroy();
        await proxy.close();
      },
    };
  };

function tell(name: string, answers: readonly Answer[], { writesLost }: { writesLost: boolean }): Row[] {
  const isLost = ({ status }: Answer): boolean => status === 0 || status >= 500;
  const isRead = ({ kind }: Answer): boolean => kind === 'page' || kind === 'own';
  const reads = answers.filter(isRead);
  const writes = answers.filter((answer) => !isRead(answer));
  const lostWrites = writes.filter(isLost).length;
  return [
    figure(`${name}: reads`, reads.length, ''),
    atMost(`${name}: reads lost`, reads.filter(isLost).length, 0),
    figure(`${name}: writes`, writes.length, ''),
    writesLost
      ? figure(`${name}: writes lost, which clients send again`, lostWrites, '')
      : atMost(`${name}: writes lost`, lostWrites, 0),
  ];
}

export const proxiedFaults = (queue: 'redis' | 'postgres'): Record<string, MakeFault> => ({
  'proxied-server-killed': proxied(
    ({ house }) => ({
      name: 'servers killed, one after the other',
      happen: () => killInTurns(house.servers, 4, () => sleep(TOLD_MS)),
    }),
    { writesLost: true },
  ),
  ...(queue === 'redis' && {
    'proxied-redis-away': proxied((scene) => queueFaults['redis-away']?.(scene) as Fault, {
      writesLost: false,
    }),
  }),
});
