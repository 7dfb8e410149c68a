/** What a deed of the console says on the page that it leads to. */
import t from 'tap';
import { formAwake } from '../support/desk.ts';
import { toastSays } from '../support/islands.ts';
import { startSite } from '../support/site.ts';

t.test('ERR-49 ERR-51 ERR-52 what is created or deleted is told once, and by no dialog', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const tab = await site.open({ as: await site.signUp('Mira'), reducedMotion: 'reduce' });
  const { page } = tab;
  const toldAt = async (path: RegExp, text: string) => {
    await page.waitForURL(path);
    await toastSays(page, text);
    await page.reload();
    await page.locator('tsuzuki-island[name=LastDeed][awake]').waitFor({ state: 'attached' });
    t.equal(await page.getByText(text, { exact: true }).count(), 0, 'not again');
  };
  await tab.goto('/de/creator/stories/new');
  await formAwake(page);
  await page.getByLabel('Titel', { exact: true }).fill('Nachtbus');
  await page.getByLabel('Genre').selectOption('crime');
  await page.getByLabel('Sprache', { exact: true }).selectOption('de');
  await page.getByRole('button', { name: 'Geschichte anlegen' }).click();
  await toldAt(/\/de\/creator\/stories\/(?!new)[^/]+$/, 'Geschichte gespeichert');
  const storyPath = new URL(page.url()).pathname;
  await page.getByLabel('Titel der ersten Folge').fill('Endstation');
  await page.getByRole('button', { name: 'Folge anlegen' }).click();
  await toldAt(/\/episodes\/[^/?]+$/, 'Folge angelegt');
  await page.getByRole('button', { name: 'Folge löschen …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Folge löschen' }).click();
  await toldAt(new RegExp(`${storyPath}$`), 'Folge gelöscht');
  t.same(tab.faults, [], 'neither a dialog nor anything else');
  await tab.context.close();
});
