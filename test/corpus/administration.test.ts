import t from 'tap';
import { startTestApp } from '../support/app.ts';
import { faultOf, fieldNames } from '../support/bad-input.ts';
import { publishStory } from '../support/console.ts';
import { hostileTexts, optional, required } from './texts.ts';

t.test('hostile texts of administrators and to them', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const owner = await app.signUp('Owner');
  const [mei, tomas] = [await app.signUp('Mei'), await app.signUp('Tomás')];
  for (const administrator of [mei, tomas]) await app.makeAdministrator(administrator);
  const { episode } = await publishStory(app, owner);
  const { texts } = await hostileTexts();
  t.ok(texts.length > 1000, 'the corpus is there');
  let nowMs = Date.now();
  app.deps.clock.now = () => new Date(nowMs);

  await t.test(
    'REP-07 each is kept as reason and rule as it was sent, or refused by its field',
    async (t) => {
      const faults: string[] = [];
      const half = Math.ceil(texts.length / 2);
      for (const [at, text] of texts.slice(0, half).entries()) {
        const rule = texts[half + at] ?? '';
        const reply = await app.call(`POST /admin/episodes/${episode.id}/block`, {
          as: mei,
          body: { reason: text, rule },
        });
        const fault = faultOf(reply);
        const bad = [
          ...(required(text, 1000) === 'kept' ? [] : ['reason']),
          ...(optional(rule, 200) === 'kept' ? [] : ['rule']),
        ];
        const isRight =
          bad.length === 0
            ? reply.statusCode === 200 && reply.json().episode.blocked_reason === text.trim()
            : reply.statusCode === 422 && fieldNames(reply).toSorted().join() === bad.join();
        if (fault !== null || !isRight)
          faults.push(
            `${JSON.stringify(text.slice(0, 60))}: ${reply.statusCode} ${reply.body.slice(0, 160)}`,
          );
        if (reply.statusCode === 200)
          await app.call(`POST /admin/episodes/${episode.id}/unblock`, { as: mei });
      }
      t.same(faults, []);
    },
  );

  await t.test('EPI-40 each is kept as objection and as its answer, or refused', async (t) => {
    const faults: string[] = [];
    for (const text of texts.filter((each) => [...each].length >= 10).filter((_, at) => at % 8 === 0)) {
      // Keeps within the limit of objections per account.
      nowMs += 390_000;
      await app.call(`POST /admin/episodes/${episode.id}/block`, { as: mei, body: { reason: 'x' } });
      const { statements } = (await app.call('GET /creator/statements', { as: owner })).json();
      const id = statements[0].id as string;
      const said = await app.call(`POST /creator/statements/${id}/appeal`, { as: owner, body: { text } });
      if (faultOf(said) !== null || ![200, 422].includes(said.statusCode))
        faults.push(said.body.slice(0, 160));
      if (said.statusCode === 200) {
        if (said.json().statement.appeal.text !== text.trim()) faults.push(JSON.stringify(text.slice(0, 60)));
        const body = { decision: 'granted', note: text };
        const decided = await app.call(`PATCH /admin/appeals/${id}`, { as: tomas, body });
        if (faultOf(decided) !== null || ![200, 422].includes(decided.statusCode))
          faults.push(decided.body.slice(0, 160));
      }
      await app.call(`POST /admin/episodes/${episode.id}/unblock`, { as: mei });
    }
    t.same(faults, []);
  });

  await t.test(
    'ROL-11 each may be searched for, and the log that holds them is read and saved',
    async (t) => {
      const faults: string[] = [];
      const lists = ['users', 'stories', 'episodes'];
      for (const [at, text] of texts.entries()) {
        const call = lists[at % lists.length];
        const reply = await app.call(`GET /admin/${call}?q=${encodeURIComponent(text.toWellFormed())}`, {
          as: mei,
        });
        if (faultOf(reply) !== null || ![200, 400, 422].includes(reply.statusCode))
          faults.push(`${call} ${JSON.stringify(text.slice(0, 60))}: ${reply.statusCode}`);
      }
      t.same(faults, []);
      t.equal((await app.call('GET /admin/log?per_page=100', { as: mei })).statusCode, 200);
      const file = await app.call('GET /admin/log?format=csv', { as: mei });
      t.equal(file.statusCode, 200);
      t.notMatch(file.body, /^[=+@]|,[=+@]/m);
    },
  );
});
