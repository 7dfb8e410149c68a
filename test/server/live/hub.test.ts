import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import t from 'tap';
import { tooMany, unavailable } from '#server/lib/errors.ts';
import { networksOf } from '#server/limits/networks.ts';
import { createHub, type HubOptions } from '#server/live/hub.ts';
import { newsFrom } from '#server/live/news.ts';
import type { Topic } from '#server/ports.ts';

/** A response whose client reads or stalls. */
class Answer extends EventEmitter {
  text = '';
  writableLength = 0;
  destroyed = false;
  writableEnded = false;
  takes = true;

  write(text: string): void {
    this.text += text;
    if (!this.takes) this.writableLength += text.length;
    this.emit('text');
  }

  end(): void {
    this.writableEnded = true;
    this.emit('close');
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }

  async until(text: string): Promise<void> {
    while (!this.text.includes(text)) await once(this, 'text');
  }
}

const TOPIC: Topic = 'episode_comments:one';
const OTHER: Topic = 'story_comments:two';

function open(
  hub: ReturnType<typeof createHub>,
  { topics = [TOPIC], address = '192.0.2.1', userId = null as string | null } = {},
): Answer {
  const answer = new Answer();
  const networks = networksOf(address);
  hub.open({ response: answer as unknown as ServerResponse, networks, topics, userId });
  return answer;
}

const timesIn = (answer: Answer, event: string): number => answer.text.split(`event: ${event}\n`).length - 1;
const quick = (options: Partial<HubOptions> = {}) => createHub({ quietMs: 0, paceMs: 1, ...options });

t.test('a topic is told to those who listen to it, once for all that comes together', async (t) => {
  const hub = quick();
  const [one, both, other] = [
    open(hub),
    open(hub, { topics: [TOPIC, OTHER] }),
    open(hub, { topics: [OTHER] }),
  ];
  t.match(one.text, `event: heard\ndata: {"topics":["${TOPIC}"]}\n\n`);
  for (let time = 0; time < 50; time += 1) hub.hear(TOPIC);
  hub.hear(OTHER);
  await Promise.all([one.until('event: news'), both.until('event: news'), other.until('event: news')]);
  t.equal(timesIn(one, 'news'), 1);
  t.match(both.text, `event: news\ndata: {"topics":["${TOPIC}","${OTHER}"]}\n\n`);
  t.match(other.text, `event: news\ndata: {"topics":["${OTHER}"]}\n\n`);
  hub.close();
});

t.test('many are told some at a time, and all of them in the end', async (t) => {
  const hub = quick({ toldAtOnce: 10, mostPerAddress: 100 });
  const answers = Array.from({ length: 95 }, () => open(hub));
  hub.hear(TOPIC);
  await Promise.all(answers.map((answer) => answer.until('event: news')));
  t.ok(answers.every((answer) => timesIn(answer, 'news') === 1));
  hub.close();
});

t.test('after a gap everybody looks again', async () => {
  const hub = quick();
  const answers = [open(hub), open(hub, { topics: [OTHER] })];
  hub.hearAll();
  await Promise.all(answers.map((answer) => answer.until('event: news')));
  hub.close();
});

t.test('who is signed out elsewhere is sent away here, with nobody else', async (t) => {
  const hub = quick();
  const [own, second, other, visitor] = [
    open(hub, { userId: 'fox' }),
    open(hub, { userId: 'fox', topics: [OTHER] }),
    open(hub, { userId: 'mei' }),
    open(hub),
  ];
  hub.hear(newsFrom('another signed_out:fox', hub.name) ?? TOPIC);
  t.same(
    [own, second, other, visitor].map(({ writableEnded }) => writableEnded),
    [true, true, false, false],
  );
  t.equal(hub.count, 2);
  hub.hear('signed_out:nobody');
  t.equal(hub.count, 2);
  hub.close();
});

t.test('an address and a process take so many, and no more', async (t) => {
  const hub = quick({ mostStreams: 5, mostPerAddress: 3 });
  const own = [open(hub), open(hub), open(hub)];
  t.throws(() => open(hub), tooMany('rate_limited'));
  open(hub, { address: '192.0.2.2' });
  open(hub, { address: '192.0.2.3' });
  t.throws(() => open(hub, { address: '192.0.2.4' }), unavailable('service_unavailable'));
  t.equal(hub.count, 5);
  own[0]?.destroy();
  open(hub, { address: '192.0.2.1' });
  t.equal(hub.count, 5, 'who leaves makes room');
  hub.close();
});

t.test('visitors leave a share of the streams to people who are signed in', async (t) => {
  const hub = quick({ mostStreams: 5, mostOfVisitors: 3, mostPerPerson: 2 });
  const visitors = [1, 2, 3].map((part) => open(hub, { address: `192.0.2.${part}` }));
  t.throws(() => open(hub, { address: '192.0.2.4' }), unavailable('service_unavailable'));
  const own = open(hub, { userId: 'one' });
  open(hub, { userId: 'one', address: '192.0.2.9' });
  t.throws(() => open(hub, { userId: 'two' }), unavailable('service_unavailable'), 'it is full of all');
  own.destroy();
  open(hub, { userId: 'two' });
  visitors[0]?.destroy();
  open(hub, { userId: 'two' });
  t.throws(() => open(hub), unavailable('service_unavailable'), 'it is full again');
  hub.close();
});

t.test('an account and a large IPv6 network take so many, and no more', async (t) => {
  const hub = quick({ mostPerAddress: 1, mostPerPerson: 2 });
  const ownOf = (part: number) => open(hub, { userId: 'one', address: `192.0.2.${part}` });
  const own = [ownOf(1), ownOf(2)];
  t.throws(() => ownOf(3), tooMany('rate_limited'));
  own[1]?.destroy();
  ownOf(3);
  for (let part = 0; part < 4; part += 1) open(hub, { address: `2001:db8:0:${part}::1` });
  t.throws(
    () => open(hub, { address: '2001:db8:0:4::1' }),
    tooMany('rate_limited'),
    'a /56 has four times as much',
  );
  open(hub, { address: '2001:db8:0:100::1' });
  hub.close();
  t.equal(hub.count, 0);
});

t.test('whoever takes nothing is dropped, by what waits or by two beats', async (t) => {
  const hub = quick({ beatMs: 5 });
  const [well, silent] = [open(hub), open(hub)];
  silent.takes = false;
  await once(silent, 'close');
  t.ok(silent.destroyed);
  t.notOk(well.destroyed);
  const greedy = open(hub, { topics: Array.from({ length: 600 }, (_, n) => `${OTHER}${n}` as Topic) });
  t.notOk(greedy.destroyed, 'it takes');
  greedy.takes = false;
  for (let n = 0; n < 600; n += 1) hub.hear(`${OTHER}${n}` as Topic);
  await once(greedy, 'close');
  t.ok(greedy.destroyed);
  t.equal(hub.count, 1);
  hub.close();
});

t.test('a stream ends after its time, and all end with the server', async (t) => {
  const brief = quick({ beatMs: 5, lifeMs: 0 });
  const guest = open(brief);
  await once(guest, 'close');
  t.ok(guest.writableEnded);
  t.equal(brief.count, 0);
  const hub = quick();
  const answers = [open(hub), open(hub)];
  hub.hear(TOPIC);
  hub.close();
  t.ok(answers.every((answer) => answer.writableEnded));
  t.throws(() => open(hub), unavailable('service_unavailable'));
  await setImmediate();
  t.equal(hub.count, 0);
});

t.test('5,000 comings and goings leave nothing', async (t) => {
  const hub = quick();
  for (let visit = 0; visit < 5_000; visit += 1) {
    const answer = open(hub, { address: `2001:db8::${(visit % 999).toString(16)}` });
    hub.hear(TOPIC);
    if (visit % 2 === 0) answer.destroy();
    else answer.emit('error', new Error('reset'));
    t.equal(hub.count, 0);
  }
  t.equal(open(hub).text.includes('news'), false);
  hub.close();
});

t.test('a process tells its own words from those of others', async (t) => {
  t.equal(newsFrom(`other ${TOPIC}`, 'own'), TOPIC);
  t.equal(newsFrom(`own ${TOPIC}`, 'own'), null);
  t.equal(newsFrom('', 'own'), null);
});
