/** Reading without a network: an episode is saved, opened from the list, read, and what was read is told when there is a line again. */
import type { Page } from 'playwright';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { openPanel, panel } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite } from '../support/site.ts';

const PAGES = 5;

const saveTool = (page: Page) => panel(page, 'episodes').locator('[data-save]');

async function saveHere(page: Page): Promise<void> {
  await openPanel(page, 'episodes');
  await saveTool(page).getByRole('button').click();
  await saveTool(page).getByText('Kept until').waitFor();
}

t.test('saved episodes', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { path, story, episodes } = await publishSerial(site, creator, { pages: PAGES, isPaged: true });

  await t.test(
    'SOC-08 an episode is saved, read without a line, and the place is sent afterwards',
    async (t) => {
      const { page, context, faults, goto } = await site.open({
        ...phone,
        as: reader,
        serviceWorkers: 'allow',
      });
      await goto(`${path}/1`);
      await saveHere(page);
      t.match(await saveTool(page).getByRole('button').textContent(), 'Remove');

      await context.setOffline(true);
      await page.goto(`${path}/2`, { waitUntil: 'load' });
      await page.getByText('No connection. The page that you wanted').waitFor();
      await page.getByRole('link', { name: /Night Train 1/ }).click();
      await page.waitForURL(`**${path}/1`);
      await page.getByText('This episode is saved').waitFor();
      for (let number = 1; number <= PAGES; number++) {
        const picture = page.locator(`#p${number} img`).first();
        t.ok(
          await eventually('the picture is there', () =>
            picture.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0),
          ),
        );
        if (number < PAGES) await page.keyboard.press('ArrowRight');
      }
      // Before the last page stands an advertisement.
      await page.keyboard.press('ArrowRight');
      await page.waitForSelector(`[role=progressbar][aria-valuenow="${PAGES}"]`, { state: 'attached' });
      await context.setOffline(false);
      await goto('/');
      await eventually('the place has come', async () => {
        const { body } = await site.call(`GET /stories/${story.id}/mine`, { as: reader });
        const [read] = JSON.parse(body).episodes;
        return read?.id === episodes[0].id && read.item === PAGES && read.finished;
      });
      t.same(
        faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|503/.test(fault)),
        [],
      );
      await context.close();
    },
  );
});
