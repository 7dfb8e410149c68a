/** The screens of publishing by axe (WCAG 2.2 AA and best practice): scheduled, blocked, calendar, and what opens. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { awake, button, dialogOf, startEditors } from '../support/editor.ts';
import { inAnHour, mustDo, readyEpisode } from '../support/releases.ts';

const { site, owner, administrator, storyId, editorOf } = await startEditors();
const planned = await readyEpisode(site, owner, storyId, 'Planned');
await mustDo(site, owner, planned, 'schedule', inAnHour(site));
const blocked = await readyEpisode(site, owner, storyId, 'Blocked');
await mustDo(site, administrator, blocked, 'block', { reason: 'Not yours.' });

for (const [width, colorScheme] of [
  [360, 'dark'],
  [1280, 'light'],
] as const) {
  await t.test(`the screens of publishing at ${width} px, ${colorScheme}`, async (t) => {
    const viewport = { width, height: 800 };
    const { page, context, goto } = await site.open({ as: owner, viewport, colorScheme });
    const paths = ['/creator/schedule', '/de/creator/schedule?month=2031-02', editorOf(blocked)];
    for (const path of [...paths, `/creator/stories/${storyId}`, editorOf(planned)]) {
      await goto(path);
      t.same(await violations(page), [], path);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      t.equal(overflow, 0, `${path} fits`);
    }
    await awake(page, 'EpisodeEditor');
    await button(page, 'Change date').click();
    await dialogOf(page).waitFor();
    t.same(await violations(page), [], 'the dialog');
    await dialogOf(page).getByRole('combobox').fill('tokyo');
    await dialogOf(page).getByRole('option').first().waitFor();
    t.same(await violations(page), [], 'its zones');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await button(page, 'From a page').click();
    t.same(await violations(page), [], 'the pages of a thumbnail');
    await dialogOf(page).getByRole('button', { name: 'Page 1' }).click();
    await page.getByRole('slider').waitFor();
    t.same(await violations(page), [], 'its square');
    await context.close();
  });
}

await site.close();
