/** What leads away from a story's page: reporting it and sharing it; signed in or not, with and without scripts. */
import type { Page } from 'playwright';
import t from 'tap';
import { violationReports } from '../../db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { publishSerial } from '../support/serial.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { phone, startSite, wide } from '../support/site.ts';

const awake = (page: Page, name: string) =>
  page.locator(`tsuzuki-island[name=${name}][awake]`).first().waitFor({ state: 'attached' });

t.test('the doors of a story page', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const creator = await site.signUp('Mirko Haas');
  const reader = await site.signUp('Jule Winter');
  const { story, path } = await publishSerial(site, creator, { pages: 1 });
  const isSignIn = (back: string) => (url: URL) =>
    url.pathname === '/sign_in' && url.searchParams.get('back') === back;

  await t.test('STP-06, REP-01, REP-03, REP-04, REP-05, ERR-47, ERR-70 reporting the story', async (t) => {
    const { page, faults, context, goto } = await site.open({ ...wide, as: reader });
    await goto(path);
    // A press before its script is there is made up for.
    await page.getByRole('button', { name: 'Report this story' }).click();
    const dialog = page.getByRole('dialog', { name: 'What is wrong here?' });
    await dialog.waitFor();
    t.equal(await dialog.getByRole('radio').count(), 10);
    t.same(await violations(page), []);
    await dialog.getByRole('textbox').focus();
    await awake(page, 'Report');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Choose a reason. Nothing has been sent yet.').waitFor();
    await dialog.locator('[value=violence]').check();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Violation reported.', { exact: false }).waitFor();
    const [report] = await db.select().from(violationReports);
    t.match(report, { subjectType: 'story', subjectId: story.id, category: 'violence' });
    t.match(await dialog.locator('dl').innerText(), String(report?.number));
    await goto(`/de${path}`);
    await page.getByRole('button', { name: 'Diese Geschichte melden' }).click();
    await page.locator('[data-panel] [value=spam]').check();
    await awake(page, 'Report');
    await page.getByRole('button', { name: 'Meldung senden' }).click();
    await page.getByText(/Du hast das schon gemeldet/).waitFor();
    await page.getByRole('button', { name: 'Zurück zur Geschichte' }).click();
    await page.locator('[data-panel=report] h2').waitFor({ state: 'hidden' });
    t.equal(await db.$count(violationReports), 1);
    t.same(
      faults.filter((fault) => !/409/.test(fault)),
      [],
    );
    await context.close();
  });

  await t.test('SOC-06, RDR-22, RDR-23, ERR-25, ERR-72 the story is shared, and nothing moves', async (t) => {
    for (const view of [wide, phone]) {
      const { page, faults, context, goto } = await site.open({ ...view, as: reader });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await watchShifts(page);
      await goto(path);
      await awake(page, 'StoryRating');
      const share = page.getByRole('button', { name: 'Share this story' });
      await share.waitFor();
      t.same(await shiftsOf(page), []);
      await share.click();
      const opened = page.getByRole('dialog', { name: 'Share' });
      await opened.getByRole('button', { name: 'Copy' }).click();
      await opened.getByText('Link copied', { exact: true }).waitFor();
      const address = `${site.deps.config.BASE_URL}${path}`;
      t.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
      for (const name of ['Facebook', 'X'])
        t.match(
          await opened.getByRole('link', { name, exact: true }).getAttribute('href'),
          encodeURIComponent(address),
        );
      await opened.getByRole('button', { name: 'Bluesky' }).click();
      await opened.getByText('Bluesky is coming soon.', { exact: false }).waitFor();
      t.same(await violations(page), []);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'hidden' });
      t.ok(await share.evaluate((each) => each === document.activeElement));
      t.same(faults, []);
      await context.close();
    }
    const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
    await goto(path);
    await page.getByRole('link', { name: 'Share this story' }).click();
    await page.getByRole('link', { name: 'Facebook' }).waitFor();
    await context.close();
  });

  await t.test('STP-07, REP-03 a visitor who reports is asked to sign in', async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, context, goto } = await site.open({ ...wide, javaScriptEnabled });
      await goto(path);
      const role = javaScriptEnabled ? 'button' : 'link';
      await page.getByRole(role, { name: 'Report this story' }).click();
      await page.locator('[data-panel] [value=spam]').check();
      await page.getByRole('button', { name: 'Send report' }).click();
      await page.waitForURL(isSignIn(path));
      await context.close();
    }
    t.equal(await db.$count(violationReports), 1);
  });
});
