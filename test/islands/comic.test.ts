import t from 'tap';
import { needsConsent } from '../../islands/accounts/sign/birthday.ts';
import { megabytes } from '../../islands/bytes.ts';
import { createLatest } from '../../islands/latest.ts';
import { moved } from '../../islands/move.ts';
import {
  addUploads,
  boardOf,
  followPages,
  hidePages,
  merge,
  moveTile,
  pageOrder,
  settlePages,
  visible,
} from '../../islands/publishing/comic/board.ts';
import { checklist } from '../../islands/publishing/comic/readiness.ts';
import { firstState, isOrderDue, type PageFacts, reduce } from '../../islands/publishing/comic/state.ts';
import {
  advance,
  nextUploads,
  type Queue,
  totals,
  uploadsAtOnce,
} from '../../islands/publishing/comic/uploadQueue.ts';
import { parseTags } from '../../islands/publishing/stories/tags.ts';
import { inNaturalOrder } from '../../server/lib/natural-order.ts';

const page = (id: string, name = `${id}.jpg`): PageFacts => ({
  id,
  media_id: `media ${id}`,
  name,
  alt_text: '',
  number: 1,
  state: 'queued',
  error: null,
  width: 1,
  height: 1,
  thumbnail_url: null,
  pieces: [],
});
const list = (ids: readonly string[], version = 1) => ({
  pages: ids.map((id) => page(id)),
  lock_version: version,
});
const uploads = (...names: string[]) => names.map((name) => ({ key: `key ${name}`, name, bytes: 100 }));
const started = (queue: Queue, ...keys: string[]) =>
  keys.reduce((now, key) => advance(now, { type: 'started', key }), queue);

t.test('PAG-02 files come in natural order, whatever the zeros and the case', async (t) => {
  const names = ['page10.jpg', 'Page2.jpg', 'page1.jpg', 'page01.jpg', 'cover.png', 'page02b.jpg'];
  t.same(
    inNaturalOrder(names.map((name) => ({ name }))).map(({ name }) => name),
    ['cover.png', 'page01.jpg', 'page1.jpg', 'Page2.jpg', 'page02b.jpg', 'page10.jpg'],
  );
  const between = ['Page 1.5.png', 'Page 2.png', 'Page 1.png', 'Page 1a.png', 'Page 10.png', 'Page 1.jpg'];
  t.same(
    inNaturalOrder(between.map((name) => ({ name }))).map(({ name }) => name),
    ['Page 1.jpg', 'Page 1.png', 'Page 1.5.png', 'Page 1a.png', 'Page 2.png', 'Page 10.png'],
    'the ending is no part of the number',
  );
});

t.test(
  'PAG-02 the first page goes alone; where the line is quick, others travel beside the next',
  async (t) => {
    const queue = advance([], { type: 'added', uploads: uploads('a', 'b', 'c', 'd') });
    const next = (pageMs: number | null) => nextUploads(queue, uploadsAtOnce(pageMs)).map(({ name }) => name);
    t.same(next(null), ['a'], 'nothing is known of the line');
    t.same(next(300), ['a', 'b', 'c']);
    t.same(next(40_000), ['a'], 'a lost connection costs one page, and the first is there soon');
  },
);

t.test('three uploads travel at once, and go back in the line when they are halted', async (t) => {
  let queue = advance([], { type: 'added', uploads: uploads('a', 'b', 'c', 'd') });
  t.same(
    nextUploads(queue, 3).map(({ name }) => name),
    ['a', 'b', 'c'],
  );
  queue = started(queue, 'key a', 'key b', 'key c');
  t.same(nextUploads(queue, 3), []);
  queue = advance(queue, { type: 'finished', key: 'key b' });
  t.same(
    nextUploads(queue, 3).map(({ name }) => name),
    ['d'],
  );
  queue = advance(advance(queue, { type: 'progressed', key: 'key a', sentBytes: 50 }), {
    type: 'halted',
    key: 'key a',
  });
  t.match(queue[0], { state: 'waiting', sentBytes: 0 }, 'it begins anew');
  queue = advance(queue, { type: 'halted', key: 'key b' });
  t.equal(queue[1]?.state, 'done', 'what has arrived stays');
});

t.test('an upload goes from state to state; what does not fit is ignored', async (t) => {
  let queue = advance([], { type: 'added', uploads: uploads('a') });
  const state = () => queue[0]?.state;
  queue = advance(queue, { type: 'progressed', key: 'key a', sentBytes: 50 });
  t.equal(queue[0]?.sentBytes, 0, 'nothing is sent before it starts');
  queue = started(queue, 'key a');
  queue = advance(queue, { type: 'progressed', key: 'key a', sentBytes: 500 });
  t.equal(queue[0]?.sentBytes, 100, 'never more than there is');
  queue = advance(queue, { type: 'refused', key: 'key a', problem: 'no way', retryable: true });
  t.equal(state(), 'failed');
  t.equal(queue[0]?.problem, 'no way');
  queue = advance(queue, { type: 'retried', key: 'key a' });
  t.equal(state(), 'waiting');
  queue = advance(started(queue, 'key a'), {
    type: 'refused',
    key: 'key a',
    problem: 'bad',
    retryable: false,
  });
  queue = advance(queue, { type: 'retried', key: 'key a' });
  t.equal(state(), 'failed', 'a bad file stays bad');
  t.same(advance(queue, { type: 'dropped', key: 'key a' }), []);
});

t.test('totals count what is on its way or there; a new round begins anew', async (t) => {
  let queue = advance([], {
    type: 'added',
    uploads: [...uploads('a', 'b'), { key: 'x', name: 'x', bytes: 9, problem: 'p' }],
  });
  queue = advance(started(queue, 'key a'), { type: 'finished', key: 'key a' });
  queue = advance(started(queue, 'key b'), { type: 'progressed', key: 'key b', sentBytes: 30 });
  t.same(totals(queue), { files: 2, done: 1, bytes: 200, sentBytes: 130 });
  queue = advance(queue, { type: 'finished', key: 'key b' });
  queue = advance(queue, { type: 'added', uploads: uploads('c') });
  t.same(
    queue.map(({ name }) => name),
    ['x', 'c'],
  );
});

t.test('PAG-04 tiles move; hidden ones stay behind the tile they stood behind', async (t) => {
  const board = hidePages(boardOf(['a', 'b', 'c', 'd']), 'b', true);
  t.same(
    visible(board).map(({ key }) => key),
    ['a', 'c', 'd'],
  );
  t.same(pageOrder(moveTile(board, 'd', 0)), ['d', 'a', 'b', 'c']);
  t.same(pageOrder(moveTile(board, 'a', 2)), ['c', 'd', 'a', 'b']);
  t.same(pageOrder(moveTile(board, 'nobody', 0)), ['a', 'b', 'c', 'd']);
  t.same(moved([1, 2, 3], 0, 9), [2, 3, 1]);
});

t.test('an upload keeps its place when it becomes a page', async (t) => {
  const board = settlePages(addUploads(boardOf(['a']), ['u1', 'u2']), 'u2', 'p2');
  t.same(
    board.map(({ key, pageId }) => [key, pageId]),
    [
      ['a', 'a'],
      ['u1', null],
      ['u2', 'p2'],
    ],
  );
  t.same(pageOrder(settlePages(board, 'u1', 'p1')), ['a', 'p1', 'p2']);
  t.same(pageOrder(merge(board, ['p2', 'new'], { adopt: true })), ['p2', 'new'], 'gone and come');
  t.same(pageOrder(merge(board, ['p2', 'a', 'new'], { adopt: false })), ['a', 'p2']);
  t.same(pageOrder(followPages(board, ['p2', 'a'])), ['p2', 'a']);
});

t.test('answers of uploads that overtake each other neither lose a page nor its place', async (t) => {
  let state = reduce(firstState(list(['old'])), { type: 'chosen', uploads: uploads('a', 'b') });
  state = reduce(reduce(state, { type: 'started', key: 'key a' }), { type: 'started', key: 'key b' });
  const ofB = { pages: [page('old'), page('key b')], lock_version: 1 };
  const ofA = { pages: [page('old'), page('key a')], lock_version: 1 };
  state = reduce(state, { type: 'uploaded', key: 'key b', list: ofB });
  state = reduce(state, { type: 'uploaded', key: 'key a', list: ofA });
  t.same(pageOrder(state.board), ['old', 'key a', 'key b']);
  t.equal(isOrderDue(state), false, 'the server has not told its order yet');
  state = reduce(state, { type: 'listed', list: list(['old', 'key b', 'key a']) });
  t.same(pageOrder(state.board), ['old', 'key a', 'key b'], 'what was meant stands');
  t.equal(isOrderDue(state), true, 'and is sent');
  state = reduce(state, { type: 'listed', list: list(['key b', 'old', 'key a'], 0), follow: true });
  t.same(pageOrder(state.board), ['key b', 'old', 'key a']);
  t.equal(state.version, 1, 'an old version does not come back');
});

t.test('a refused file is no page; another file takes its place', async (t) => {
  let state = reduce(firstState(list(['a'])), {
    type: 'chosen',
    uploads: [{ key: 'u', name: 'big', bytes: 9e6, problem: 'too large' }],
  });
  t.same(pageOrder(state.board), ['a']);
  state = reduce(state, { type: 'replaced', tile: 'u', upload: { key: 'v', name: 'small', bytes: 1 } });
  t.same(
    state.queue.map(({ key, state }) => [key, state]),
    [['v', 'waiting']],
  );
  t.same(
    state.board.map(({ key, uploadKey }) => [key, uploadKey]),
    [
      ['a', null],
      ['u', 'v'],
    ],
  );
  state = reduce(state, { type: 'dropped', key: 'v' });
  t.same(
    state.board.map(({ key }) => key),
    ['a'],
  );
});

t.test('an archive that the server opened makes room for its pages', async (t) => {
  let state = reduce(firstState(list(['a'])), { type: 'chosen', uploads: uploads('comic.cbz') });
  state = reduce(state, { type: 'started', key: 'key comic.cbz' });
  state = reduce(state, { type: 'uploaded', key: 'key comic.cbz', list: list(['a', 'b', 'c']) });
  t.same(pageOrder(state.board), ['a']);
  t.same(pageOrder(reduce(state, { type: 'listed', list: list(['a', 'b', 'c']) }).board), ['a', 'b', 'c']);
});

t.test('PAG-06 a replacement that is given up leaves the page', async (t) => {
  let state = reduce(firstState(list(['a'])), {
    type: 'replaced',
    tile: 'a',
    upload: { key: 'v', name: 'new', bytes: 1 },
  });
  t.equal(state.queue[0]?.replaces, 'a');
  state = reduce(state, { type: 'dropped', key: 'v' });
  t.same(state.board, boardOf(['a']));
});

t.test('signed addresses are kept as long as they name the same picture', async (t) => {
  const with_ = (url: string) => ({ pages: [{ ...page('a'), thumbnail_url: url }], lock_version: 1 });
  let state = firstState(with_('/media/1?signature=old'));
  state = reduce(state, { type: 'listed', list: with_('/media/1?signature=new') });
  t.equal(state.pages.a?.thumbnail_url, '/media/1?signature=old');
  state = reduce(state, { type: 'listed', list: with_('/media/2?signature=new') });
  t.equal(state.pages.a?.thumbnail_url, '/media/2?signature=new');
});

t.test('EPI-46 what is missing is told; the number of pages never is', async (t) => {
  const none = { processing: 0, failed: 0, uploading: 0 };
  const told = (facts: Partial<Parameters<typeof checklist>[0]>) =>
    checklist({ hasTitle: true, cover: 'ready', pages: { total: 1, ...none }, publisher: null, ...facts })
      .filter(({ state }) => state !== 'done')
      .map(({ words }) => words);
  t.same(told({}), []);
  t.same(told({ pages: { total: 99, ...none } }), []);
  t.same(told({ hasTitle: false, cover: 'missing', pages: { total: 0, ...none } }), [
    'titleMissing',
    'coverMissing',
    'pagesMissing',
  ]);
  t.same(told({ cover: 'processing', pages: { total: 2, ...none, processing: 1 } }), [
    'coverProcessing',
    'pagesProcessing',
  ]);
  t.same(told({ pages: { total: 2, ...none, failed: 1, processing: 1 } }), ['pagesFailed']);
  t.same(told({ pages: { total: 0, ...none, uploading: 3 } }), ['pagesUploading']);
  t.same(told({ publisher: 'email_unconfirmed' }), ['emailUnconfirmed']);
  t.same(told({ publisher: 'guardian_needed' }), ['guardianNeeded']);
  t.same(told({ publisher: 'account_deleting' }), ['ownerLeaving']);
});

t.test('of orders that wait only the latest is sent, one at a time', async (t) => {
  const sent: number[] = [];
  let release = () => {};
  const latest = createLatest(async (value: number) => {
    sent.push(value);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  const done = Promise.all([latest.push(1), latest.push(2), latest.push(3)]);
  t.same(sent, [1]);
  release();
  await new Promise((resolve) => setImmediate(resolve));
  t.same(sent, [1, 3]);
  release();
  await done;
});

t.test('sizes over the limit never read as the limit; tags are told apart', async (t) => {
  t.equal(megabytes(3 * 1024 * 1024 + 1), '3.1');
  t.equal(megabytes(3 * 1024 * 1024), '3.0');
  t.same(parseTags(' noir, rain ,, Noir,black  and yellow'), ['noir', 'rain', 'black and yellow']);
});

t.test('ACC-58 consent is asked for from 13 to 17', async (t) => {
  const today = '2026-11-20';
  t.equal(needsConsent('2013-11-20', today), true, '13 today');
  t.equal(needsConsent('2013-11-21', today), false, 'too young is another matter');
  t.equal(needsConsent('2008-11-21', today), true, '17');
  t.equal(needsConsent('2008-11-20', today), false, '18 today');
  for (const none of ['', '2011--', '2011-02-30', '11-2-3']) t.equal(needsConsent(none, today), null, none);
});
