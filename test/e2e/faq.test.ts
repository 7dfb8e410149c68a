/** The questions: open to all, found by their words, each with an address, complete without a script. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();

await t.test('LEG-05, LEG-13, I18-07 anybody opens the questions, in both languages', async (t) => {
  for (const [path, heading, group, question] of [
    ['/faq', 'Questions', 'Coins', 'Where do I buy coins?'],
    ['/de/faq', 'Fragen', 'Coins', 'Wo kaufe ich Coins?'],
  ] as const)
    for (const options of [{ viewport: { width: 320, height: 640 } }, phone, wide]) {
      const { page, context, faults, goto } = await site.open(options);
      t.equal(await goto(path), 200);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await page.getByRole('heading', { level: 2, name: group, exact: true }).waitFor();
      t.ok((await page.getByRole('group').count()) >= 30, 'as many as are asked');
      const folded = page.locator('details', { hasText: question });
      t.notOk(await folded.locator('p').first().isVisible(), 'folded');
      await folded.locator('summary').focus();
      await page.keyboard.press('Enter');
      await folded.locator('p').first().waitFor();
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      t.same(await violations(page), []);
      t.same(faults, []);
      await context.close();
    }
});

await t.test('LEG-05 a phrase opens and marks its answers and says how many, without a script', async (t) => {
  const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
  await goto('/de/faq');
  await page.getByRole('searchbox', { name: 'Fragen durchsuchen' }).fill('LOSCHE konto');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/de/faq?q=*');
  t.equal(await page.getByRole('status').textContent(), '1 Antwort mit „LOSCHE konto“');
  const [hit] = await page.locator('main details').all();
  t.equal(await hit?.getAttribute('open'), '');
  t.same(await page.locator('mark').allTextContents(), ['lösche', 'Konto']);
  t.equal(await page.getByRole('searchbox').inputValue(), 'LOSCHE konto');
  await page.getByRole('link', { name: 'Eingabe löschen' }).click();
  await page.waitForURL('**/de/faq');
  t.equal(await page.locator('main details[open]').count(), 0);
  await context.close();
});

await t.test('LEG-05 a phrase that nothing holds says what to do, and stays text', async (t) => {
  const { page, context, faults, goto } = await site.open(wide);
  const phrase = '<img src=x onerror=alert(1)>';
  t.equal(await goto(`/faq?q=${encodeURIComponent(phrase)}`), 200);
  t.equal(await page.getByRole('status').textContent(), `Nothing with “${phrase}”`);
  await page.getByRole('link', { name: 'all questions' }).click();
  await page.getByRole('heading', { level: 2, name: 'Reading' }).waitFor();
  t.same(await violations(page), []);
  t.same(faults, []);
  await context.close();
});

await t.test('LEG-05 each answer has an address of its own that opens it', async (t) => {
  const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
  await goto('/faq#delete');
  const answer = page.locator('#delete');
  await answer.getByText('to change your mind').waitFor();
  const question = page.getByRole('heading', { name: 'How do I delete my account?' });
  t.ok(((await question.boundingBox())?.y ?? -1) >= 0, 'with its question in sight');
  t.equal(await answer.getByRole('link', { name: 'Link to this answer' }).getAttribute('href'), '#delete');
  await context.close();
});

await t.test('answers to phrases fill no cache, the page itself does', async (t) => {
  const get = (url: string) => site.app.inject({ url });
  await get('/faq');
  t.match((await get('/faq')).headers['cache-control'], /public/);
  t.match((await get('/faq?q=coins')).headers['cache-control'], /no-store/);
});

await site.close();
