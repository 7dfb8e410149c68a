/** The reader's tools and panels, at a phone and at a desk: opened, used, closed, and what they leave behind. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { violationReports } from '../../db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { awake, openPanel, openReader, overflowOf, panel, rootData, tool } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';

const PAGES = 5;

t.test('panels of the reader', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const { path, episodes } = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  const first = `${path}/1`;

  for (const view of [phone, wide]) {
    const at = `at ${view.viewport.width} px`;
    const isWide = view === wide;

    await t.test(`RDR-02 RDR-11 HDR-29 one panel at a time, and the focus follows, ${at}`, async (t) => {
      const { page, faults, context } = await openReader(site, first, view);
      const before = await page.evaluate(() => scrollY);
      for (const name of ['episodes', 'reading', 'share']) {
        const opened = await openPanel(page, name);
        t.equal(await page.locator('[data-panel][open]').count(), 1);
        t.equal(await tool(page, name).getAttribute('aria-expanded'), 'true');
        t.ok(await opened.locator('h2').evaluate((each) => each === document.activeElement));
        const head = await opened.locator('[data-panel-head]').boundingBox();
        t.equal(head?.height, 60);
        const box = await opened.locator('section').boundingBox();
        if (isWide) t.match(box, { x: 0, y: 56, width: 384 });
        else t.equal(Math.round((box?.y ?? 0) + (box?.height ?? 0)), view.viewport.height, 'from below');
        t.equal(await overflowOf(page), 0);
        await page.keyboard.press('Escape');
        t.equal(await page.locator('[data-panel][open]').count(), 0);
        t.equal(await tool(page, name).getAttribute('aria-expanded'), 'false');
        t.ok(await tool(page, name).evaluate((each) => each === document.activeElement), 'back at its tool');
      }
      await openPanel(page, 'episodes');
      await panel(page, 'episodes').locator('summary').click();
      t.equal(await page.locator('[data-panel][open]').count(), 0, 'the cross closes');
      if (isWide) {
        const stage = page.locator('[data-stage]');
        const whole = await stage.boundingBox();
        await openPanel(page, 'episodes');
        t.equal((await stage.boundingBox())?.width, (whole?.width ?? 0) - 384, 'the pages move aside');
        await openPanel(page, 'reading');
        t.notOk(await panel(page, 'episodes').getAttribute('open'), 'another one takes its place');
      } else {
        await openPanel(page, 'share');
        await page.mouse.click(180, 20);
        t.equal(await page.locator('[data-panel][open]').count(), 0, 'a press beside it closes');
      }
      t.equal(await page.evaluate(() => scrollY), before);
      t.same(faults, []);
      await context.close();
    });

    await t.test(`RDR-02 the list says where one is and what is read, ${at}`, async (t) => {
      const { page, faults, context } = await openReader(site, first, view);
      await page.evaluate(
        ([key = '']) =>
          localStorage.setItem('places', JSON.stringify({ [key]: { number: 2, furthest: 2, at: 1 } })),
        [`${path.replace('/stories/', '')}/2`],
      );
      await page.keyboard.press('ArrowRight');
      // On phones the bars are away by now, and the key brings the panel all the same.
      await page.keyboard.press('e');
      const opened = panel(page, 'episodes');
      await opened
        .getByText(`Page 2 of ${PAGES}`)
        .or(opened.getByText(`Page 3 of ${PAGES}`))
        .waitFor();
      t.equal(await opened.locator('ol > li').count(), 3);
      t.match(await opened.locator('li', { hasText: 'The tunnel' }).textContent(), 'Read');
      t.notMatch(await opened.locator('li', { hasText: 'The other side' }).textContent(), 'Read');
      await opened.getByRole('link', { name: 'The tunnel' }).click();
      await page.waitForURL(`**${path}/2`);
      t.same(faults, []);
      await context.close();
    });

    await t.test(`RDR-04 direction, fit, pairs and saving act at once and are kept, ${at}`, async (t) => {
      const { page, faults, context, goto } = await openReader(site, first, view);
      let opened = await openPanel(page, 'reading');
      t.ok(await opened.getByRole('radio', { name: /Left to right/ }).isChecked());
      await opened.getByRole('radio', { name: 'Width' }).check({ force: true });
      await opened.getByText('As wide as the screen.').waitFor();
      await opened.getByRole('radio', { name: 'Moved by one' }).check({ force: true });
      await opened.getByRole('switch', { name: 'Data saver' }).check();
      t.match(await rootData(page), { fit: 'width', pairs: 'moved', saver: '', way: 'pages' });
      await opened.getByRole('radio', { name: /Downwards/ }).check({ force: true });
      t.match(await rootData(page), { direction: 'down', way: 'scroll' });
      t.notOk(await opened.getByRole('switch', { name: /Two pages/ }).isVisible(), 'nothing to set there');
      await goto(`${path}/2`);
      await awake(page);
      t.match(await rootData(page), { direction: 'down', fit: 'width', saver: '' });
      opened = await openPanel(page, 'reading');
      t.ok(await opened.getByRole('radio', { name: /Downwards/ }).isChecked());
      await opened.getByRole('button', { name: 'As the story sets it' }).click();
      t.match(await rootData(page), { direction: 'ltr', pairs: 'cover', fit: undefined, saver: undefined });
      t.same(await page.evaluate(() => localStorage.getItem('reading')), '{}');
      t.same(faults, []);
      await context.close();
    });

    await t.test(`SOC-06 RDR-22 ERR-72 the link is copied with its page, ${at}`, async (t) => {
      const { page, faults, context } = await openReader(site, first, view);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      const address = `${site.deps.config.BASE_URL}${first}`;
      let opened = await openPanel(page, 'share');
      await opened.getByRole('button', { name: 'Copy' }).click();
      await opened.getByRole('status').getByText('Link copied', { exact: true }).waitFor();
      await opened.getByRole('button', { name: 'Copied' }).waitFor();
      t.equal(await copied(), address);
      await page.keyboard.press('Escape');
      await page.evaluate(() => document.querySelector<HTMLElement>('[data-stage]')?.stage?.goTo(4));
      opened = await openPanel(page, 'share');
      const box = opened.getByRole('checkbox', { name: /Open at page/ });
      const page4 = /Open at page ([34])/.exec((await opened.locator('[data-at]').textContent()) ?? '')?.[1];
      t.ok(await box.isChecked());
      await opened.getByRole('button', { name: 'Copy' }).click();
      await opened.getByText(`Link copied. It opens at page ${page4}.`).waitFor();
      t.equal(await copied(), `${address}#p${page4}`);
      await box.uncheck();
      await opened.getByRole('button', { name: 'Copy' }).click();
      await opened.getByText('Link copied', { exact: true }).waitFor();
      t.equal(await copied(), address);
      t.same(faults, []);
      await context.close();
    });

    await t.test(
      `RDR-23 ERR-25 ERR-30 networks, those to come, and a window that stays shut, ${at}`,
      async (t) => {
        const { page, faults, context } = await openReader(site, first, view);
        const opened = await openPanel(page, 'share');
        const address = encodeURIComponent(`${site.deps.config.BASE_URL}${first}`);
        for (const name of ['Facebook', 'X']) {
          const link = opened.getByRole('link', { name, exact: true });
          t.match(await link.getAttribute('href'), address);
          t.equal(await link.getAttribute('rel'), 'noopener');
          t.equal(await link.getAttribute('target'), '_blank');
        }
        await opened.getByRole('button', { name: 'Mastodon' }).click();
        await opened.getByRole('status').getByText('Mastodon is coming soon').waitFor();
        await page.evaluate(() => {
          window.open = () => null;
        });
        await opened.getByRole('link', { name: 'Facebook' }).click();
        await opened.getByRole('status').getByText('Error sharing on Facebook').waitFor();
        const asked = await page.evaluate(() => {
          const addresses: string[] = [];
          window.open = (address) => {
            addresses.push(String(address));
            return { opener: window } as unknown as Window;
          };
          document.querySelector<HTMLElement>('[data-site=X]')?.click();
          return addresses;
        });
        t.equal(asked.length, 1);
        t.match(asked[0], /^https:\/\/twitter\.com\/intent\/tweet\?url=/);
        t.same(faults, []);
        await context.close();
      },
    );

    await t.test(`RDR-05 REP-02 REP-04 the episode is reported from its flag, ${at}`, async (t) => {
      const reader = await site.signUp(`Jule ${view.viewport.width}`);
      const { page, faults, context } = await openReader(site, first, { ...view, as: reader });
      const opened = await openPanel(page, 'report');
      const box = await opened.locator('section').boundingBox();
      if (isWide) t.match(box, { x: 288, width: 704 }, 'in the middle');
      else t.equal(Math.round((box?.y ?? 0) + (box?.height ?? 0)), view.viewport.height, 'from below');
      t.equal(await page.locator('main').getAttribute('inert'), '', 'all else rests');
      t.equal(await opened.getByRole('dialog').getAttribute('aria-modal'), 'true');
      await opened.getByRole('textbox').focus();
      await page.locator('tsuzuki-island[name=Report][awake]').waitFor({ state: 'attached' });
      await opened.getByRole('button', { name: 'Send report' }).click();
      await opened.getByText('Choose a reason. Nothing has been sent yet.').waitFor();
      await opened.getByRole('radio', { name: /^Something else/ }).check();
      await opened.getByRole('button', { name: 'Send report' }).click();
      await opened.getByText("Text can't be blank").waitFor();
      await opened.getByRole('textbox').fill('Panel 3');
      await opened.getByRole('button', { name: 'Send report' }).click();
      await opened.getByText('Violation reported.', { exact: false }).waitFor();
      const [report] = await site.deps.db
        .select()
        .from(violationReports)
        .where(eq(violationReports.reporterId, reader.id));
      t.match(report, { subjectType: 'episode', subjectId: episodes[0].id, text: 'Panel 3' });
      t.match(await opened.locator('dl').innerText(), String(report?.number));
      await opened.getByRole('button', { name: 'Back to the episode' }).click();
      await opened.locator('h2').waitFor({ state: 'hidden' });
      t.notOk(await page.locator('main').getAttribute('inert'));
      t.same(
        faults.filter((fault) => !/422/.test(fault)),
        [],
      );
      await context.close();
    });

    await t.test(`axe finds nothing in panels and help, ${at}`, async (t) => {
      const { page, context } = await openReader(site, first, { ...view, bypassCSP: true });
      for (const name of ['episodes', 'reading', 'share', 'report']) {
        await openPanel(page, name);
        t.same(await violations(page), [], name);
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('?');
      await page.locator('#reader-help').waitFor();
      t.same(await violations(page), [], 'help');
      await context.close();
    });
  }

  await t.test('without a script panels open and close, and offer nothing that needs one', async (t) => {
    for (const view of [phone, wide]) {
      const { page, context, goto } = await site.open({ ...view, javaScriptEnabled: false });
      await goto(first);
      t.equal(await page.locator('[data-tool=reading]:visible, [data-tool=like]:visible').count(), 0);
      await tool(page, 'episodes').click();
      const opened = panel(page, 'episodes');
      await opened.getByText('The tunnel').waitFor();
      await opened.locator('summary').click();
      await opened.getByText('The tunnel').waitFor({ state: 'hidden' });
      await tool(page, 'share').click();
      await panel(page, 'share').getByRole('link', { name: 'Facebook' }).waitFor();
      await panel(page, 'share').locator('summary').click();
      await tool(page, 'report').click();
      await panel(page, 'report').getByRole('radio', { name: /^Spam/ }).check();
      await panel(page, 'report').getByRole('button', { name: 'Send report' }).click();
      await page.waitForURL((url) => url.pathname === '/sign_in' && url.searchParams.get('back') === first);
      await context.close();
    }
  });

  await t.test(
    'ERR-47 REP-02 a report that is refused stands open with what was typed, without a script',
    async (t) => {
      const reader = await site.signUp('Jule Plain');
      const { page, context, goto } = await site.open({ ...phone, as: reader, javaScriptEnabled: false });
      await goto(first);
      await tool(page, 'report').click();
      const opened = panel(page, 'report');
      await opened.getByRole('radio', { name: /^Something else/ }).check();
      await opened.getByRole('button', { name: 'Send report' }).click();
      await opened.getByText("Text can't be blank").waitFor();
      t.ok(await opened.getByRole('radio', { name: /^Something else/ }).isChecked());
      await opened.getByRole('textbox').fill('The last page is missing.');
      await opened.getByRole('button', { name: 'Send report' }).click();
      await page.waitForURL((url) => url.pathname === first);
      t.match((await page.locator('noscript').allInnerTexts()).join(), 'Violation reported.');
      await context.close();
    },
  );

  for (const language of ['', '/de']) {
    await t.test(`nothing is wider than the smallest phone, ${language || '/en'}`, async (t) => {
      const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true };
      const { page, faults, context } = await openReader(site, `${language}${first}`, narrow);
      for (const name of ['episodes', 'reading', 'share', 'report']) {
        const opened = await openPanel(page, name);
        t.equal(await overflowOf(page), 0, name);
        const over = await opened
          .locator('[data-panel-body]')
          .evaluate((body) => body.scrollWidth - body.clientWidth);
        t.equal(over, 0, `${name}: nothing sticks out`);
        await page.keyboard.press('Escape');
      }
      t.same(faults, []);
      await context.close();
    });
  }
});
