import t from 'tap';
import { createBoundedCache } from '../../../server/cache/bounded-cache.ts';
import type { PurgeTag } from '../../../server/ports.ts';

type Value = { text: string };
const value = (text: string): Value => ({ text });
const make = (options: Partial<Parameters<typeof createBoundedCache>[0]> = {}) =>
  createBoundedCache<Value, string>({ maxBytes: 100_000, ...options });
const tagged = (...tags: PurgeTag[]) => ({ bytes: 10, tags });

t.test('an entry is served until one of its tags is purged', async (t) => {
  const cache = make();
  t.equal(cache.store(cache.begin(), 'a', value('a'), tagged('story:1', 'landing')), 'stored');
  t.equal(cache.store(cache.begin(), 'b', value('b'), tagged('story:2')), 'stored');
  t.equal(cache.get('a')?.text, 'a');
  cache.purge(['story:1']);
  t.equal(cache.get('a'), undefined);
  t.equal(cache.get('b')?.text, 'b', 'others stay');
  cache.purge(['all']);
  t.equal(cache.get('b'), undefined, 'all means all');
  t.match(cache.statistics(), { hits: 2, misses: 2, stored: 2, entries: 0, bytes: 0 });
});

t.test('an entry stored anew is found by its new tags and not by the old ones', async (t) => {
  const cache = make();
  cache.store(cache.begin(), 'a', value('old'), tagged('story:1'));
  cache.store(cache.begin(), 'a', value('new'), tagged('story:2'));
  cache.purge(['story:1']);
  t.equal(cache.get('a')?.text, 'new');
  cache.purge(['story:2']);
  t.equal(cache.get('a'), undefined);
});

t.test('what was read before a purge of its tags is not stored after it', async (t) => {
  const cache = make();
  const token = cache.begin();
  cache.purge(['story:1']);
  t.equal(cache.store(token, 'a', value('a'), tagged('landing', 'story:1')), 'stale');
  t.equal(cache.store(token, 'b', value('b'), tagged('story:2')), 'stored', 'another story is not concerned');
  t.equal(cache.store(cache.begin(), 'a', value('a'), tagged('story:1')), 'stored');

  const early = cache.begin();
  cache.purge(['all']);
  t.equal(cache.store(early, 'c', value('c'), tagged('story:3')), 'stale', 'all concerns every tag');
  t.equal(cache.statistics().stale, 2);
});

t.test('a purge is not forgotten however many others follow it', async (t) => {
  const cache = make();
  const token = cache.begin();
  cache.purge(['story:first']);
  for (let count = 0; count < 20_000; count += 1) cache.purge([`episode:${count}`]);
  t.equal(cache.store(token, 'a', value('a'), tagged('story:first')), 'stale');
  t.equal(cache.store(cache.begin(), 'a', value('a'), tagged('story:first')), 'stored');
});

t.test('the cache never holds more bytes than it may, and drops what was used longest ago', async (t) => {
  const cache = make({ maxBytes: 50_000, maxEntryBytes: 20_000 });
  for (let count = 0; count < 100; count += 1) {
    cache.get('0');
    cache.store(cache.begin(), String(count), value('x'), { bytes: 5000, tags: [`story:${count}`] });
    t.ok(cache.statistics().bytes <= 50_000);
  }
  t.ok(cache.get('0'), 'the one in use stayed');
  t.ok(cache.get('99'), 'the newest stayed');
  t.equal(cache.get('50'), undefined);
  t.equal(cache.store(cache.begin(), 'big', value('big'), { bytes: 20_001, tags: [] }), 'too_large');
  t.equal(cache.get('big'), undefined);
});

t.test('fifty who ask at once share one run', async (t) => {
  const cache = make();
  let runs = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const work = async () => {
    runs += 1;
    await gate;
    return `run ${runs}`;
  };
  const all = Array.from({ length: 50 }, () => cache.load('a', work));
  const other = cache.load('b', async () => 'other');
  t.equal(await other, 'other');
  open();
  t.strictSame(new Set(await Promise.all(all)), new Set(['run 1']));
  t.equal(runs, 1);
  t.equal(await cache.load('a', work), 'run 2', 'the next one begins anew');
});

t.test('an error reaches all who waited and is not kept', async (t) => {
  const cache = make();
  let runs = 0;
  const fail = async () => {
    runs += 1;
    await Promise.resolve();
    throw new Error('broken');
  };
  const results = await Promise.allSettled([
    cache.load('a', fail),
    cache.load('a', fail),
    cache.load('a', fail),
  ]);
  t.ok(results.every((result) => result.status === 'rejected' && result.reason.message === 'broken'));
  t.equal(runs, 1);
  t.equal(await cache.load('a', async () => 'well'), 'well');
  await t.rejects(
    cache.load('a', () => {
      throw new Error('at once');
    }),
    { message: 'at once' },
  );
});

t.test('whoever asks after a purge does not join what began before it', async (t) => {
  const cache = make();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const before = cache.load('a', async () => {
    await gate;
    return 'before';
  });
  cache.purge(['story:1']);
  const after = cache.load('a', async () => 'after');
  const joined = cache.load('a', async () => 'a third run');
  t.equal(await after, 'after');
  t.equal(await joined, 'after');
  open();
  t.equal(await before, 'before');
});

t.test('a disabled cache is empty, stores nothing and starts empty again', async (t) => {
  const cache = make();
  cache.store(cache.begin(), 'a', value('a'), tagged('story:1'));
  const before = cache.begin();
  cache.disable();
  t.equal(cache.get('a'), undefined);
  const during = cache.begin();
  t.equal(cache.store(during, 'a', value('a'), tagged('story:1')), 'disabled');
  t.equal(cache.statistics().enabled, false);
  cache.enable();
  t.equal(cache.get('a'), undefined);
  t.equal(
    cache.store(before, 'a', value('a'), tagged('story:1')),
    'stale',
    'read before the purges were lost',
  );
  t.equal(cache.store(during, 'a', value('a'), tagged('story:1')), 'stale', 'read while purges were lost');
  const token = cache.begin();
  cache.store(token, 'a', value('a'), tagged('story:1'));
  cache.enable();
  t.ok(cache.get('a'), 'enabling twice changes nothing');
});

t.test('while disabled, all who come during a run share the one after it', async (t) => {
  const cache = make({ enabled: false });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const work = async () => {
    const mine = runs++;
    await gates[mine]?.promise;
    return `run ${mine}`;
  };
  const first = cache.load('a', work);
  const second = cache.load('a', work);
  const third = cache.load('a', work);
  t.equal(runs, 1, 'never two at once');
  gates[0]?.resolve();
  t.equal(await first, 'run 0');
  gates[1]?.resolve();
  t.strictSame(await Promise.all([second, third]), ['run 1', 'run 1']);
});

t.test('an entry is absent from the moment on until which it is valid', async (t) => {
  let nowMs = 1000;
  const cache = make({ now: () => new Date(nowMs) });
  cache.store(cache.begin(), 'a', value('a'), { ...tagged('landing'), validUntil: new Date(2000) });
  nowMs = 1999;
  t.ok(cache.get('a'));
  nowMs = 2000;
  t.equal(cache.get('a'), undefined);
  t.equal(cache.statistics().entries, 0);
});
