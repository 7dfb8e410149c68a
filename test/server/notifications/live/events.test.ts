import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import pino from 'pino';
import t from 'tap';
import { startPurgeListener } from '#server/cache/listener.ts';
import { newId } from '#server/lib/ids.ts';
import { newsFrom } from '#server/live/news.ts';
import { startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

function reading(response: Response) {
  const body = response.body?.getReader();
  let text = '';
  return {
    async until(words: string, times = 1): Promise<string> {
      while (text.split(words).length - 1 < times) {
        const part = await body?.read();
        if (part === undefined || part.done) throw new Error(`ended at ${JSON.stringify(text)}`);
        text += new TextDecoder().decode(part.value);
      }
      return text;
    },
    async ended(): Promise<void> {
      for (;;) if ((await body?.read())?.done !== false) return;
    },
  };
}

t.test('GET /events', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  const { deps } = app;
  let isOpen = true;
  t.teardown(() => (isOpen ? app.close() : undefined));
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const [mika, team] = [await app.signUp('Mika'), await app.signUp('Team')];
  const story = await addStory(await addAuthor());
  const { id: episodeId } = await addEpisode(story, 1);
  await joinTeam(app, story.id, team, 'owner');
  const topic = `episode_comments:${episodeId}`;

  const listen = (topics: string, { signal }: { signal?: AbortSignal } = {}) =>
    fetch(`http://127.0.0.1:${port}/api/events?topics=${topics}`, {
      ...(signal && { signal }),
    });
  const gone = async () => {
    while (deps.live.count > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const idOf = (reply: { json(): unknown }) => (reply.json() as { comment: { id: string } }).comment.id;

  await t.test(
    'a visitor hears that a comment came, was hidden, and that its thread was locked',
    async (t) => {
      const leaving = new AbortController();
      const response = await listen(topic, { signal: leaving.signal });
      t.equal(response.status, 200);
      t.match(response.headers.get('content-type'), /^text\/event-stream/);
      t.match(response.headers.get('cache-control'), 'no-store');
      t.equal(response.headers.get('content-encoding'), null);
      t.equal(response.headers.get('x-content-type-options'), 'nosniff');
      const stream = reading(response);
      t.match(await stream.until('event: heard'), topic);
      const id = idOf(
        await app.call('POST /comments', { as: mika, body: { episode_id: episodeId, body: 'Secret words' } }),
      );
      const told = await stream.until('event: news');
      t.match(told, `{"topics":["${topic}"]}`);
      t.notMatch(told, /Secret|Mika/, 'what was said is for those who ask');
      t.equal((await app.call(`POST /comments/${id}/hide`, { as: team })).statusCode, 200);
      await stream.until('event: news', 2);
      t.equal((await app.call(`PUT /episodes/${episodeId}/comments_lock`, { as: team })).statusCode, 200);
      await stream.until('event: news', 3);
      await app.call(`DELETE /episodes/${episodeId}/comments_lock`, { as: team });
      leaving.abort();
      await gone();
    },
  );

  await t.test('what a process of its own has changed is heard, too', async () => {
    const other = startPurgeListener({
      databaseUrl: app.databaseUrl,
      log: pino({ level: 'silent' }),
      others: { ear: null, begin: () => null, heardBy: async () => undefined, acknowledge() {} },
      onPurge() {},
      onLost() {},
      onReady() {},
      onNews(payload) {
        const heard = newsFrom(payload, deps.live.name);
        if (heard !== null) deps.live.hear(heard);
      },
    });
    await other.ready;
    const leaving = new AbortController();
    const stream = reading(await listen(topic, { signal: leaving.signal }));
    await stream.until('event: heard');
    await deps.pool.query(`select pg_notify('tsuzuki_news', $1)`, [`another ${topic}`]);
    await stream.until('event: news');
    leaving.abort();
    await other.stop();
    await gone();
  });

  await t.test(
    'ROL-11 the streams of an account that is locked end at once, those of others stay',
    async (t) => {
      const admin = await app.signUp('Mei Tan');
      await app.makeAdministrator(admin);
      const fox = await app.signUp('Guest Fox');
      const leaving = new AbortController();
      const [own, other] = await Promise.all(
        [fox, mika].map(async ({ headers }) => {
          const url = `http://127.0.0.1:${port}/api/events?topics=${topic}`;
          const stream = reading(await fetch(url, { headers, signal: leaving.signal }));
          await stream.until('event: heard');
          return stream;
        }),
      );
      const locked = await app.call(`PATCH /admin/users/${fox.id}`, {
        as: admin,
        body: { locked: true, reason: 'Sixty mentions' },
      });
      t.equal(locked.statusCode, 200);
      await own?.ended();
      t.equal(deps.live.count, 1);
      await app.call('POST /comments', { as: mika, body: { episode_id: episodeId, body: 'Still here' } });
      await other?.until('event: news');
      leaving.abort();
      await gone();
    },
  );

  await t.test('what one may not read is left out, and refused as reading is', async (t) => {
    const hidden = await addStory(await addAuthor(), { published: false });
    const priced = await addStory(await addAuthor(), {}, { pricing: { type: 'all_premium', priceCoins: 5 } });
    const { id: locked } = await addEpisode(priced, 1);
    for (const [topics, status] of [
      [`story_comments:${hidden.id}`, 404],
      [`episode_comments:${newId()}`, 404],
      [`episode_comments:${locked}`, 402],
      ['', 422],
      ['user:1', 422],
      [`${topic},`, 422],
      [Array.from({ length: 7 }, () => topic).join(), 422],
    ] as const)
      t.equal((await listen(topics)).status, status, topics);
    const leaving = new AbortController();
    const stream = reading(await listen(`story_comments:${hidden.id},${topic}`, { signal: leaving.signal }));
    t.match(await stream.until('\n\n'), `{"topics":["${topic}"]}`);
    leaving.abort();
    await gone();
    t.equal(deps.live.count, 0);
  });

  await t.test('a client that opens 200 gets its share, a 429 with Retry-After for the rest', async (t) => {
    const leaving = new AbortController();
    const opened = await Promise.all(
      Array.from({ length: 200 }, () => listen(topic, { signal: leaving.signal })),
    );
    const [taken, refused] = [
      opened.filter(({ status }) => status === 200),
      opened.filter(({ status }) => status === 429),
    ];
    t.equal(taken.length, 60);
    t.equal(refused.length, 140);
    t.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0));
    t.equal(deps.live.count, 60);
    leaving.abort();
    await gone();
  });

  await t.test('clients that leave at any moment leave nothing', async (t) => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          const socket = connect(port, '127.0.0.1');
          socket.on('error', () => undefined);
          await once(socket, 'connect');
          socket.write(
            `GET /api/events?topics=${topic} HTTP/1.1\r\nhost: tsuzuki.test\r\nx-forwarded-for: 192.0.2.${n}\r\n\r\n`,
          );
          if (n % 3 === 0) await once(socket, 'data');
          socket.destroy();
        }),
      );
      deps.live.hear(topic as never);
    }
    await new Promise((resolve) => app.app.server.getConnections(resolve));
    await app.call(`GET /comments?episode_id=${episodeId}`);
    await gone();
    t.equal(deps.live.count, 0);
  });

  await t.test('HEAD opens nothing', async (t) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/events?topics=${topic}`, { method: 'HEAD' });
    t.equal(reply.status, 200);
    t.equal(deps.live.count, 0);
  });

  await t.test('a server that ends ends its streams, and waits for none', async (t) => {
    const stream = reading(await listen(topic));
    await stream.until('event: heard');
    isOpen = false;
    await Promise.all([app.close(), stream.ended()]);
    t.equal(deps.live.count, 0);
  });
});
