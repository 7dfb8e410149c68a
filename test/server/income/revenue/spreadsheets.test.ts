import { eq } from 'drizzle-orm';
import t from 'tap';
import { erasedStories, stories, users } from '#db/schema/index.ts';
import { type Account, startTestApp, type TestApp } from '../../../support/app.ts';
import { csvOf, openImports } from '../../../support/imports-of-revenue.ts';
import { setClock } from '../../../support/releases.ts';
import { openShelf } from '../../../support/shelf.ts';

let app: TestApp;
let mei: Account;
let imports: ReturnType<typeof openImports>;
let shelf: ReturnType<typeof openShelf>;

const NOW = new Date('2026-11-03T09:00:00Z');

t.beforeEach(async () => {
  app = await startTestApp();
  setClock(app, NOW);
  mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  imports = openImports(app, mei);
  shelf = openShelf(app.deps);
});
t.afterEach(() => app.close());

const author = async () => {
  const userId = await shelf.addAuthor();
  return { userId, story: (await shelf.addStory(userId)).id };
};

t.test('REV-18 a file is read as spreadsheet programs write it', async (t) => {
  const { story } = await author();
  const { story: other } = await author();
  const [header, line, second] = csvOf([
    { story, amount: '1.50' },
    { story: other, amount: '2.50' },
  ]).split('\n') as [string, string, string];
  const quoted = (text: string) => text.replaceAll(/[^,]+/g, '"$&"');
  const ways = {
    'a quoted header': [quoted(header), line, second],
    'quotes everywhere': [quoted(header), quoted(line), quoted(second)],
    'a blank line at the end': [header, line, second, ''],
    'blank lines and blanks at the end': [header, line, second, '', '  ', ''],
    'rows of commas at the end': [header, line, second, ',,,', ',,,', '"","","",""'],
    'a column that is empty': [`${header},`, `${line},`, `${second},,`, ',,,,'],
    'blanks around cells': [header.replaceAll(',', ', '), `${line} `, second.replaceAll(',', ' , ')],
    'blanks behind quotes': [header, `${quoted(line)} `, quoted(second).replaceAll(',', ' ,')],
  };
  for (const [name, lines] of Object.entries(ways))
    for (const end of ['\n', '\r\n'])
      for (const mark of ['', '\ufeff']) {
        const found = await imports.hand(mark + lines.join(end) + end);
        t.match(
          found,
          { state: 'ready', lines_count: 2, net_revenue: '4.000000', notes: mark ? ['byte_order_mark'] : [] },
          `${name}, ${JSON.stringify(end)}, ${mark ? 'with' : 'without'} a mark`,
        );
      }
});

t.test('REV-18 a checked file says that another one was credited for its month', async (t) => {
  const { story } = await author();
  const first = await imports.hand(csvOf([{ story, amount: '1' }]), { name: 'first.csv' });
  const second = await imports.hand(csvOf([{ story, amount: '2' }]), { name: 'second.csv' });
  t.match(second, { state: 'ready', overtaken_by: null });
  await imports.commit(first.id);
  t.match(await imports.get(second.id), {
    state: 'ready',
    overtaken_by: { id: first.id, file_name: 'first.csv' },
  });
  const { imports: list } = (await app.call('GET /admin/revenue_imports', { as: mei })).json();
  t.match(list, [
    { id: second.id, overtaken_by: { id: first.id } },
    { id: first.id, overtaken_by: null },
  ]);
  t.equal((await imports.commit(second.id)).json().code, 'month_credited');
});

t.test('REV-17 money for an erased account stands out, in corrections too', async (t) => {
  const { userId, story } = await author();
  await app.deps.db.delete(stories).where(eq(stories.id, story));
  await app.deps.db
    .insert(erasedStories)
    .values({ storyId: story, ownerId: userId, erasedAt: NOW })
    .onConflictDoNothing();
  await app.deps.db.update(users).set({ erasedAt: NOW }).where(eq(users.id, userId));
  const isTold = (found: Awaited<ReturnType<typeof imports.hand>>) =>
    t.match(found.stands_out, [
      { reason: 'owner_gone', story: { id: story, title: '' }, owner: { id: userId } },
    ]);
  const month = await imports.hand(csvOf([{ story, amount: '9' }]));
  isTold(month);
  await imports.commit(month.id);
  isTold(await imports.hand(csvOf([{ story, amount: '-2' }]), { kind: 'correction' }));
});
