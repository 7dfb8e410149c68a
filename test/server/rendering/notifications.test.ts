import t from 'tap';
import { visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

t.test('NOT-02 NOT-11 read, removed and brought back, in German', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addEpisode, addStory } = openShelf(site.deps);
  const [owner, mika] = [await site.signUp('Owner'), await site.signUp('Mika')];
  const { id } = await addEpisode(await addStory(owner.id), 1);
  await site.call('POST /comments', { as: mika, body: { episode_id: id, body: 'Noch einmal' } });
  await site.runJobs();
  const visitor = visitPlainly(site.app, { as: owner });
  const told = /^Mika hat Ash Street 1 kommentiert/;
  await visitor.goto('/de/notifications');
  await visitor.press(visitor.get('link', told));
  t.match(visitor.text(), 'Noch einmal');
  await visitor.goto('/de/notifications?filter=unread');
  t.match(visitor.text(), 'Nichts Ungelesenes');
  await visitor.goto('/de/notifications');
  await visitor.press(/^Entfernen: Mika/);
  t.match(visitor.text(), 'Entfernt: Mika hat Ash Street 1 kommentiert');
  await visitor.press('Rückgängig');
  t.ok(visitor.get('link', told));
  t.notMatch(visitor.text(), 'Entfernt:');
});
