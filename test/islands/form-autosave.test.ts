import t from 'tap';
import { ApiError } from '../../islands/api.ts';
import { createFormAutosave, type FormShown, type Source } from '../../islands/autosave/formAutosave.ts';
import { handClock } from '../support/hand-clock.ts';

type Values = { title: string; genre: string; format: string };
const FIRST: Values = { title: 'One', genre: 'drama', format: 'pages' };
const wrong = (name: string) => new ApiError(422, 'invalid', 'Not saved', { [name]: ['is wrong'] });

function open(asks?: Source<Values>['asks']) {
  const clock = handClock();
  const sent: Partial<Values>[] = [];
  const server = { values: FIRST, next: [] as Error[] };
  let shown: FormShown<Values> = { values: FIRST, state: { kind: 'clean' }, wrong: null, taken: [] };
  const form = createFormAutosave(FIRST, {
    source: () => ({
      names: ['title', 'genre', 'format'],
      async send(part) {
        sent.push(part);
        const error = server.next.shift();
        if (error) throw error;
        server.values = { ...server.values, ...part };
      },
      fetch: async () => server.values,
      asks,
    }),
    wording: (error) => ({
      code: error instanceof ApiError ? error.code : 'communication',
      message: String(error),
      fields: error instanceof ApiError ? error.fields : {},
    }),
    show: (patch) => {
      shown = { ...shown, ...patch };
    },
    clock,
  });
  return { form, clock, sent, server, shown: () => shown };
}

t.test('fields that changed are sent together, and no others', async (t) => {
  const { form, clock, sent, shown } = open();
  form.change({ title: 'Two' });
  form.change({ genre: 'comedy' });
  await clock.pass(800);
  t.same(sent, [{ title: 'Two', genre: 'comedy' }]);
  t.equal(shown().state.kind, 'saved');
  form.change({ title: ' Two ' });
  t.equal(shown().state.kind, 'clean', 'blanks around a text are none');
});

t.test('ERR-09 one wrong field keeps no other from being saved, until it is changed', async (t) => {
  const { form, clock, sent, server, shown } = open();
  server.next.push(wrong('title'));
  form.change({ title: '', genre: 'comedy' });
  await clock.pass(800);
  t.same(sent.at(-1), { genre: 'comedy' });
  t.equal(shown().state.kind, 'refused');
  t.same(shown().wrong?.fields, { title: ['is wrong'] });
  form.change({ genre: 'horror' });
  await clock.pass(800);
  t.same(sent.at(-1), { genre: 'horror' });
  t.equal(shown().state.kind, 'refused', 'still');
  form.change({ title: 'Three' });
  t.equal(shown().wrong, null);
  await clock.pass(800);
  t.equal(shown().state.kind, 'saved');
  t.same(server.values, { ...FIRST, title: 'Three', genre: 'horror' });
});

t.test('what only they changed is taken over, what both changed is asked', async (t) => {
  const { form, clock, server, shown } = open();
  const stale = new ApiError(409, 'stale_version', 'Somebody was quicker');
  server.values = { ...FIRST, genre: 'horror' };
  server.next.push(stale);
  form.change({ title: 'Mine' });
  await clock.pass(800);
  t.same(shown().values, { ...FIRST, title: 'Mine', genre: 'horror' });
  t.same(shown().taken, ['genre']);
  server.values = { ...server.values, title: 'Theirs' };
  server.next.push(stale);
  form.change({ title: 'Mine again' });
  await t.rejects(form.settle(), stale);
  t.match(shown().state, { kind: 'disputed', dispute: { names: ['title'], theirs: { title: 'Theirs' } } });
  t.equal(form.isSafe(), false);
  form.decide({ title: 'Ours' });
  await clock.pass(0);
  t.equal(server.values.title, 'Ours');
});

t.test('a field that brings something with it waits for a word; the rest is saved', async (t) => {
  const question = new ApiError(409, 'pages_to_remake', 'Pages');
  const run = open((error) => (error === question ? { name: 'format', count: 3 } : null));
  run.server.next.push(question);
  run.form.change({ format: 'strip', title: 'Two' });
  await run.clock.pass(800);
  t.same(run.sent.at(-1), { title: 'Two' });
  t.same(run.shown().state, { kind: 'asks', count: 3 });
  run.form.revert('format');
  t.equal(run.shown().values.format, 'pages');
  t.ok(run.form.isSafe());
  run.server.next.push(question);
  run.form.change({ format: 'strip' });
  await run.clock.pass(800);
  run.form.decide({});
  await run.clock.pass(0);
  t.equal(run.server.values.format, 'strip');
});

t.test('without an answer it says so, and sends again when the line is back', async (t) => {
  const { form, clock, server, shown } = open();
  server.next.push(new ApiError(503, 'unavailable', 'Later'));
  form.change({ title: 'Two' });
  form.flush();
  await clock.pass(0);
  t.equal(shown().state.kind, 'lost');
  form.flush();
  await clock.pass(0);
  t.equal(shown().state.kind, 'saved');
});
