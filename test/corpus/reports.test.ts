import t from 'tap';
import { users } from '#db/schema/index.ts';
import { type Account, startTestApp } from '../support/app.ts';
import { faultOf, fieldNames } from '../support/bad-input.ts';
import { openShelf } from '../support/shelf.ts';
import { hostileTexts, optional, required } from './texts.ts';

const DAY_MS = 24 * 3_600_000;
/** Limit of reports per account and hour. */
const AN_HOUR = 19;
const EVERY = 5;

t.test('hostile texts in reports', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addAuthor, addStory } = openShelf(deps);
  const author = await addAuthor();
  const readers: Account[] = [];
  for (let index = 0; index < 4; index += 1) readers.push(await app.signUp(`Reader ${index}`));
  const ada = await app.signUp('Ada');
  await app.makeAdministrator(ada);
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 90 * DAY_MS) });
  const { texts } = await hostileTexts();
  t.ok(texts.length > 1000, 'the corpus is there');
  const some = texts.filter((_, index) => index % EVERY === 0 || index > texts.length - 20);
  const address = (index: number) => `10.1.${(index >> 8) & 255}.${index & 255}`;

  await t.test('REP-05 a report keeps what was sent, or says which field is wrong', async (t) => {
    const faults: string[] = [];
    for (const [index, text] of some.entries()) {
      const as = readers[Math.floor(index / AN_HOUR) % readers.length] as Account;
      if (index % (AN_HOUR * readers.length) === 0) nowMs += DAY_MS + 1000;
      const { id } = await addStory(author);
      const body = { subject_type: 'story', subject_id: id, category: 'spam', text };
      const reply = await app.call('POST /violation', { as, body, address: address(index) });
      const isRight =
        optional(text, 1000) === 'kept'
          ? reply.statusCode === 201 && reply.json().report.text === text.trim()
          : reply.statusCode === 422 && fieldNames(reply).join() === 'text';
      if (faultOf(reply) !== null || !isRight)
        faults.push(`${JSON.stringify(text.slice(0, 60))}: ${reply.statusCode} ${reply.body.slice(0, 160)}`);
    }
    t.same(faults, []);
  });

  await t.test('REP-05 so does a notice, whose addresses are ours or refused', async (t) => {
    const faults: string[] = [];
    const about = { addresses: '/about', ground: 'other', email: 'noa@example.org', good_faith: true };
    for (const [index, text] of some.entries()) {
      nowMs += 61_000;
      const send = (extra: object, at: number) =>
        app.call('POST /illegal_content_notices', { body: { ...about, ...extra }, address: address(at) });
      const reply = await send({ text, name: 'Noa' }, index);
      const isRight =
        required(text, 5000) === 'kept'
          ? reply.statusCode === 201
          : reply.statusCode === 422 && fieldNames(reply).join() === 'text';
      const wrong = await send({ text: 'Why', name: 'Noa', addresses: text }, index + 40_000);
      const isOurs = wrong.statusCode === 201 || fieldNames(wrong).join() === 'addresses';
      if (faultOf(reply) !== null || faultOf(wrong) !== null || !isRight || !isOurs)
        faults.push(`${JSON.stringify(text.slice(0, 60))}: ${reply.statusCode} ${wrong.statusCode}`);
    }
    t.same(faults, []);
  });

  await t.test('REP-06 the queue lists all of it', async (t) => {
    let after = '';
    let count = 0;
    for (let page = 0; page < 40; page += 1) {
      const reply = await app.call(`GET /admin/violation_queue?per_page=50${after}`, { as: ada });
      t.equal(reply.statusCode, 200);
      const { things, next } = reply.json();
      count += things.length;
      if (next === null) break;
      after = `&after=${next}`;
    }
    t.ok(count > some.length / 2);
  });
});
