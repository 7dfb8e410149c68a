import t from 'tap';
import { ApiError, api, isRefusal, readAnswer, readRetryAfter, wayOut } from '../../islands/api.ts';

const thrownBy = (work: () => unknown): ApiError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('nothing was refused');
};

t.test('ERR-01 a refusal is read: message, code, and every message of every field', async (t) => {
  const body = {
    message: 'Invalid data',
    code: 'record_invalid',
    fields: [{ title: ['a', 'b'] }, { genre: ['c'] }],
  };
  const error = thrownBy(() => readAnswer(422, JSON.stringify(body)));
  t.equal(error.status, 422);
  t.equal(error.code, 'record_invalid');
  t.equal(error.message, 'Invalid data');
  t.same(error.fields, { title: ['a', 'b'], genre: ['c'] });
  t.same(thrownBy(() => readAnswer(409, '{"message":"No","code":"x"}')).fields, {});
});

t.test('ERR-07 an error answer without a JSON body is told as a failed communication', async (t) => {
  for (const text of ['', '<html>502 Bad Gateway</html>', '"text"', 'null', '{}', '[]']) {
    const error = thrownBy(() => readAnswer(502, text));
    t.equal(error.message, 'Communication with server error', text);
    t.equal(error.code, 'communication');
    t.equal(error.status, 502);
  }
  t.equal(thrownBy(() => readAnswer(200, '<html>')).code, 'communication', 'nor is such a success believed');
});

t.test('how long to wait is said in seconds or as a date, and never reaches back', async (t) => {
  const nowMs = Date.parse('2026-03-01T12:00:00Z');
  for (const [value, expected] of [
    [null, null],
    ['', null],
    ['soon', null],
    ['0', 0],
    ['90', 90_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ] as const)
    t.equal(readRetryAfter(value, nowMs), expected, String(value));
});

t.test('an answer is its body, an empty one is none', async (t) => {
  t.same(readAnswer(200, '{"a":1}'), { a: 1 });
  t.equal(readAnswer(204, ''), undefined);
});

t.test('ERR-02 ERR-03 ERR-04 401 and 423 lead to sign in with the message and the way back', async (t) => {
  for (const status of [401, 423]) {
    const way = wayOut(new ApiError(status, 'x', 'Bitte & los'), '/de/creator/stories?page=2');
    const url = new URL(way ?? '', 'http://local');
    t.equal(url.pathname, '/de/sign_in');
    t.equal(url.searchParams.get('error_notice'), 'Bitte & los');
    t.equal(url.searchParams.get('back'), '/de/creator/stories?page=2');
  }
});

t.test('ERR-05 ERR-06 403 leads to the created stories with the message; others stay', async (t) => {
  const way = wayOut(new ApiError(403, 'x', 'Not yours'), '/creator/stories/1');
  t.equal(way, '/creator/stories?error_notice=Not%20yours');
  t.equal(wayOut(new ApiError(403, 'x', 'No'), '/creator/stories?error_notice=No'), null, 'no circle');
  for (const status of [400, 404, 409, 422, 500])
    t.equal(wayOut(new ApiError(status, 'x', 'No'), '/a'), null);
});

t.test('a call is made from its contract', async (t) => {
  const calls: { url: string; init: RequestInit }[] = [];
  const before = { fetch: globalThis.fetch, document: Reflect.get(globalThis, 'document') };
  Reflect.set(globalThis, 'document', { documentElement: { lang: 'de' } });
  globalThis.fetch = async (url, init) => {
    calls.push({ url: String(url), init: init ?? {} });
    return new Response('{"pages":[],"lock_version":3}', { status: 200 });
  };
  t.teardown(() => {
    globalThis.fetch = before.fetch;
    Reflect.set(globalThis, 'document', before.document);
  });
  const reply = await api('GET /creator/pages', { query: { episode_id: 'a b' } });
  t.equal(reply.lock_version, 3);
  await api('PATCH /creator/episodes/:id', { params: { id: 'x/y' }, body: { title: 'T' } });
  t.match(calls[0], { url: '/api/creator/pages?episode_id=a+b', init: { method: 'GET', body: undefined } });
  t.match(calls[1], { url: '/api/creator/episodes/x%2Fy', init: { method: 'PATCH', body: '{"title":"T"}' } });
  t.equal(new Headers(calls[0]?.init.headers).get('accept-language'), 'de');

  const locked = { message: 'Premium', code: 'episode_locked', episode: { title: 'Two', price: 5 } };
  globalThis.fetch = async () => new Response(JSON.stringify(locked), { status: 402 });
  const refused: unknown = await api('GET /episodes/:id', {
    params: { id: 'a' },
    query: {},
    stay: true,
  }).catch((error) => error);
  t.notOk(isRefusal(refused, 'POST /creator/episodes/:id/publish', 409));
  t.ok(isRefusal(refused, 'GET /episodes/:id', 402) && refused.members.episode.price === 5);

  globalThis.fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  await t.rejects(api('GET /creator/pages', { query: { episode_id: 'a' } }), {
    code: 'communication',
    status: 0,
  });
});
