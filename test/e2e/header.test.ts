/** The header's two menus as they are seen: the language with its flag and code, the account with its face and name. */
import t from 'tap';
import { jpegPart, upload } from '../support/console.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('the header', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());

  for (const [path, code] of [
    ['/', 'EN'],
    ['/de', 'DE'],
  ] as const) {
    for (const javaScriptEnabled of [true, false]) {
      await t.test(
        `HDR-02 HDR-15 HDR-16 HDR-17 the language menu shows a flag and ${code}, scripts: ${javaScriptEnabled}`,
        async (t) => {
          const { page, context, faults, goto } = await site.open({ ...wide, javaScriptEnabled });
          await goto(path);
          const menu = page.getByRole('banner').locator('details:has([hreflang])');
          const button = menu.locator('summary');
          t.match(await button.innerText(), new RegExp(`\\b${code}$`));
          const flag = button.locator('svg').first();
          t.ok(await flag.isVisible(), 'the flag of the page’s language');
          await button.click();
          const flags: string[] = [];
          for (const [language, name] of [
            ['en', /English\s+EN/],
            ['de', /Deutsch\s+DE/],
          ] as const) {
            const entry = menu.locator(`a[hreflang=${language}]`);
            t.match(await entry.innerText(), name);
            t.ok(await entry.locator('svg').first().isVisible());
            flags.push(await entry.locator('svg').first().innerHTML());
          }
          t.not(flags[0], flags[1], 'each its own');
          t.equal(await flag.innerHTML(), flags[code === 'EN' ? 0 : 1]);
          t.same(faults, []);
          await context.close();
        },
      );
    }
  }

  await t.test('HDR-01 HDR-05 HDR-07 HDR-08 the account menu shows face and name', async (t) => {
    const mira = await site.signUp('Mira');
    const sent = await upload(site, mira, 'POST /media', [
      { name: 'purpose', value: 'profile' },
      await jpegPart('file', 'me.jpg', { width: 800, height: 800 }),
    ]);
    const square = { x: 0, y: 0, width: 800, height: 800, purpose: 'profile' };
    const body = { media_id: sent.json().media.id, ...square };
    const made = await site.call('POST /media/crop', { as: mira, body });
    await site.runJobs();
    const chosen = { picture_media_id: made.json().media.id };
    t.equal((await site.call('PUT /user/profile', { as: mira, body: chosen })).statusCode, 200);
    // Of a public page the menu is fetched, of the console it comes with the page.
    for (const path of ['/', '/creator/stories']) {
      for (const screen of [wide, phone]) {
        const { page, context, faults, goto } = await site.open({ ...screen, as: mira });
        await goto(path);
        const name = page.getByRole('banner').locator('summary', { hasText: 'Mira' });
        const face = name.locator('img');
        await face.waitFor();
        await face.evaluate((image: HTMLImageElement) => image.decode());
        t.match(await face.getAttribute('src'), /\/media\//, path);
        await name.click();
        // On phones the face stands for the name, which heads the menu then.
        const shown = page.getByRole('banner').getByText('Mira', { exact: true });
        t.ok(await shown.nth(screen === phone ? 1 : 0).isVisible(), 'HDR-07');
        t.ok(await page.getByRole('banner').getByRole('link', { name: 'Your stories' }).isVisible());
        const saved = page.getByRole('banner').getByRole('link', { name: 'Saved episodes' });
        t.equal(await saved.getAttribute('href'), '/offline');
        t.same(faults, []);
        await context.close();
      }
    }
  });
});
