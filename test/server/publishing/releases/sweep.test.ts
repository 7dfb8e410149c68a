import { eq } from 'drizzle-orm';
import t from 'tap';
import type { Db } from '#db/client.ts';
import { episodes } from '#db/schema/index.ts';
import { createReleaseSweep, publishAllDue, publishDue } from '#server/domains/publishing/releases/due.ts';
import { eventually } from '../../../support/eventually.ts';
import { openDue, setClock } from '../../../support/releases.ts';

const NOW = new Date('2026-03-20T10:00:00.000Z');
const bench = await openDue(NOW);
const { app, due: DUE, scheduled, statusOf, actionsOf } = bench;
t.beforeEach(bench.begin);

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = app.deps;
  const asked: string[] = [];
  const note = (client: { query: unknown }): void => {
    const own = client.query as (...parameters: unknown[]) => unknown;
    client.query = (...parameters: [string | { text: string }]) => {
      const [query] = parameters;
      asked.push(typeof query === 'string' ? query : query.text);
      return own.apply(client, parameters);
    };
    pool.once('release', () => Object.assign(client, { query: own }));
  };
  pool.once('acquire', note);
  await work();
  return asked;
}

t.test('OPS-01 a release is few statements: where each is slow it is late by as many', async (t) => {
  const id = await scheduled();
  setClock(app, DUE);
  const asked = await statementsOf(() => publishDue(app.deps, { episodeId: id, publishAt: DUE }));
  t.equal(await statusOf(id), 'published');
  t.ok(asked.length <= 10, asked.join('\n'));
  t.equal(asked.filter((text) => text.includes('pg_notify')).length, 1, 'all is told by one of them');
});

t.test('what somebody holds waits for the next round and holds up nothing else', async (t) => {
  const held = await scheduled();
  await bench.begin();
  const free = await scheduled();
  setClock(app, DUE);
  const [row] = await app.deps.db.select().from(episodes).where(eq(episodes.id, held));
  const client = await app.deps.pool.connect();
  await client.query('begin');
  await client.query('select 1 from stories where id = $1 for update', [row?.storyId]);
  await publishAllDue(app.deps);
  t.equal(await statusOf(free), 'published');
  t.equal(await statusOf(held), 'scheduled');
  await client.query('rollback');
  client.release();
  await publishAllDue(app.deps);
  t.equal(await statusOf(held), 'published');
});

t.test(
  'OPS-01 a round of the sweep that hangs has its episode in hand, and the next one the others',
  async (t) => {
    const hung = await scheduled();
    await bench.begin();
    const free = await scheduled();
    setClock(app, DUE);
    const sweep = createReleaseSweep();
    const client = await app.deps.pool.connect();
    await client.query('begin');
    await client.query('select 1 from episodes where id = $1 for update', [hung]);
    const first = sweep(app.deps);
    await eventually(
      'the first round has released the other',
      async () => (await statusOf(free)) === 'published',
    );
    await app.deps.db
      .update(episodes)
      .set({ status: 'scheduled', publishAt: DUE })
      .where(eq(episodes.id, free));
    let tried = 0;
    const db = Object.assign(Object.create(app.deps.db), {
      transaction(work: Parameters<Db['transaction']>[0]) {
        tried += 1;
        return app.deps.db.transaction(work);
      },
    });
    await sweep({ ...app.deps, db });
    t.equal(tried, 1, 'the second one tries nothing that is in hand');
    t.equal(await statusOf(free), 'published', 'nor does it wait');
    await client.query('rollback');
    client.release();
    await first;
    t.equal(await statusOf(hung), 'published');
  },
);

t.test('an episode that cannot be published holds up nothing else', async (t) => {
  const broken = await scheduled();
  const fine = await scheduled();
  setClock(app, DUE);
  await app.deps.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before update on episodes for each row when (old.id = '${broken}') execute function refuse();`);
  await publishAllDue(app.deps);
  await app.deps.pool.query('drop trigger refuse on episodes; drop function refuse();');
  t.equal(await statusOf(fine), 'published');
  t.equal(await statusOf(broken), 'scheduled');
  t.same(await actionsOf(broken), ['schedule'], 'nothing half done');
  await publishAllDue(app.deps);
  t.equal(await statusOf(broken), 'published');
});

t.test('everything is closed', () => app.close());
