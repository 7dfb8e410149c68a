import t from 'tap';
import { users } from '#db/schema/index.ts';
import { partsOf } from '#server/lib/written.ts';
import { type Account, startTestApp } from '../support/app.ts';
import { faultOf, fieldNames } from '../support/bad-input.ts';
import { openShelf } from '../support/shelf.ts';
import { hostileTexts, required } from './texts.ts';

const DAY_MS = 24 * 3_600_000;
/** Limit of comments per account and minute. */
const A_MINUTE = 9;

t.test('hostile texts as comments', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const story = await addStory(await addAuthor());
  const { id: episodeId } = await addEpisode(story, 1);
  const writers: Account[] = [];
  for (let index = 0; index < 6; index += 1) writers.push(await app.signUp(`Writer ${index}`));
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 90 * DAY_MS) });
  const { texts } = await hostileTexts();
  t.ok(texts.length > 1000, 'the corpus is there');

  await t.test('SOC-09 each is kept as it was sent, or refused by its field', async (t) => {
    const faults: string[] = [];
    for (const [index, text] of texts.entries()) {
      const as = writers[Math.floor(index / A_MINUTE) % writers.length] as Account;
      if (index % (A_MINUTE * writers.length) === 0) nowMs += 61_000;
      const reply = await app.call('POST /comments', {
        as,
        body: { episode_id: episodeId, body: text },
        address: `10.1.${(index >> 8) & 255}.${index & 255}`,
      });
      const isKept = required(text, 2000) === 'kept';
      const said = reply.statusCode === 201 ? reply.json().comment : null;
      const isRight = isKept
        ? said !== null && said.parts.map((part: { text: string }) => part.text).join('') === said.body
        : reply.statusCode === 422 && fieldNames(reply).join() === 'body';
      const fault = faultOf(reply);
      if (reply.statusCode === 429) nowMs += DAY_MS;
      else if (fault !== null || !isRight)
        faults.push(`${JSON.stringify(text.slice(0, 60))}: ${reply.statusCode} ${reply.body.slice(0, 160)}`);
    }
    t.same(faults, []);
  });

  await t.test(
    'SOC-15 whatever is listed is listed whole, and every address in it is one of the web',
    async (t) => {
      for (let page = 1; page <= 20; page += 1) {
        const reply = await app.call(`GET /comments?episode_id=${episodeId}&per_page=100&page=${page}`);
        t.equal(reply.statusCode, 200);
        for (const { parts } of reply.json().comments)
          for (const { url } of parts) if (url !== undefined) t.match(url, /^https?:\/\//i);
      }
      for (const text of texts)
        for (const { url } of partsOf(text.slice(0, 2000), () => false))
          if (url !== undefined) t.match(url, /^https?:\/\//i);
    },
  );
});
