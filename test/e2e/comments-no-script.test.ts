/** What can be done with comments works without a script, for readers and for the team, in German. */
import type { Page } from 'playwright';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import type { Account } from '../support/app.ts';
import { joinTeam } from '../support/figures.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite } from '../support/site.ts';

const DAY_MS = 24 * 3_600_000;

t.test('SOC-15 SOC-16 SOC-18 without a script', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const [mika, team] = [await site.signUp('Mika'), await site.signUp('Team')];
  await site.deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  const story = await addStory(await addAuthor());
  await addEpisode(story, 1);
  await joinTeam(site, story.id, team, 'editor');
  const path = `/de/stories/${story.slug}/1/comments`;
  const openAs = async (as: Account): Promise<Page> => {
    const tab = await site.open({ as, ...phone, javaScriptEnabled: false });
    await tab.goto(path);
    return tab.page;
  };
  const reader = await openAs(mika);
  await reader.locator('[name=body]').first().fill('Wer zündet die Lampe an?');
  await reader.getByRole('button', { name: 'Absenden' }).click();
  const own = reader.locator('article').first();

  await t.test('an own comment is liked, changed', async (t) => {
    await own.getByRole('button', { name: /^Gefällt mir/ }).click();
    await own.locator('[aria-pressed=true]').waitFor();
    await own.locator('summary', { hasText: 'Ändern' }).click();
    await own.getByLabel('Dein Kommentar').fill('Wer macht die Lampe an?');
    await own.getByRole('button', { name: 'Speichern' }).click();
    await reader.locator('article p', { hasText: 'Wer macht die Lampe an?' }).waitFor();
    t.match(new URL(reader.url()).pathname, path);
  });

  await t.test('the team pins, locks, opens and hides', async (t) => {
    const page = await openAs(team);
    const first = page.locator('article').first();
    const choose = async (name: string) => {
      await first.locator('summary[aria-label=Mehr]').click();
      await first.getByRole('button', { name, exact: true }).click();
    };
    t.equal(await first.locator('a[href*="/report?"]').count(), 1);
    await choose('Oben anheften');
    await page.getByText('Angeheftet', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Diskussion schließen' }).click();
    await page.getByText('Für Leser geschlossen').waitFor();
    await reader.reload();
    t.equal(await reader.locator('[name=body]').count(), 0, 'nothing is written, nor changed');
    await page.getByRole('button', { name: 'Diskussion öffnen' }).click();
    await page.getByRole('button', { name: 'Diskussion schließen' }).waitFor();
    await choose('Ausblenden');
    await page.getByText(/^Ausgeblendet:/).waitFor();
  });

  await t.test('the author deletes it', async () => {
    await reader.goto(new URL(path, reader.url()).href);
    await own.locator('summary[aria-label=Mehr]').click();
    await own.getByRole('button', { name: 'Löschen' }).click();
    await reader.getByText('Noch hat niemand etwas gesagt').waitFor();
  });
});
