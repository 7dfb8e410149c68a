/** A storm of similar lines becomes a few, with the number of lines left out. */
import { pino } from 'pino';
import t from 'tap';
import { REQUEST_LINES, throttleLog } from '../../../server/process/log-throttle.ts';

function open() {
  const lines: { level: number; msg: string; hushed?: number; at?: number }[] = [];
  const clock = { ms: 0 };
  const log = pino(
    { base: null, timestamp: false, hooks: { logMethod: throttleLog(() => clock.ms) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines, clock };
}

const away = (query: string) =>
  new Error(`Failed query: ${query}`, { cause: new Error('connect ECONNREFUSED') });

t.test(
  'of what is alike ten lines are written in a stretch, and the next says how many there were',
  async (t) => {
    const { log, lines, clock } = open();
    for (let at = 0; at < 1000; at += 1)
      log.error({ err: away(`select ${at}`) }, 'a backing service is unavailable');
    t.equal(lines.length, 10, 'whatever each of them asked for');
    clock.ms = 10_000;
    log.error({ err: away('select') }, 'a backing service is unavailable');
    t.match(lines.at(-1), { msg: 'a backing service is unavailable', hushed: 990 });
    clock.ms = 25_000;
    log.error({ err: away('select') }, 'a backing service is unavailable');
    t.equal(lines.at(-1)?.hushed, undefined, 'none was left out in between');
  },
);

t.test('what differs, and what may not be missed, is written each time', async (t) => {
  const { log, lines } = open();
  for (let at = 0; at < 20; at += 1) {
    log.warn(`kind ${at}`);
    log.error({ err: new Error(`cause ${at}`) }, 'request failed');
    log.info({ event: 'signed_in' }, 'security');
    log.fatal('a balance is not the sum of its entries');
  }
  t.equal(lines.length, 80);
  for (let at = 0; at < 500; at += 1) log.warn(`another kind ${at}`);
  t.equal(lines.length, 580, 'of too many kinds none is left out');
});

t.test(
  'requests that are refused alike are a few lines, and one that failed otherwise is among them',
  async (t) => {
    const { log, lines } = open();
    for (let at = 0; at < 1000; at += 1)
      log.info({ requestId: String(at), route: `/${at}`, status: 503 }, REQUEST_LINES.failed);
    log.info({ requestId: 'other', route: '/', status: 500 }, REQUEST_LINES.failed);
    t.equal(lines.length, 11);
    t.match(lines.at(-1), { requestId: 'other' });
  },
);
