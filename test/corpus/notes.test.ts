import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, tsukkomiComments, users } from '#db/schema/index.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { newId } from '#server/lib/ids.ts';
import { isStorable } from '#server/lib/text.ts';
import type { Account } from '../support/app.ts';
import { faultOf, fieldNames } from '../support/bad-input.ts';
import { awake, openPanel, overflowOf } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { phone, startSite, wide } from '../support/site.ts';
import { hostileTexts, required } from './texts.ts';

const A_MINUTE = 15;
const MOST = 80;
const SHOWN = 60;

t.test('hostile texts as short notes', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const writers: Account[] = [];
  for (let index = 0; index < 4; index += 1) writers.push(await site.signUp(`Writer ${index}`));
  const [creator] = writers as [Account];
  await deps.db.update(users).set({ createdAt: new Date(Date.now() - 90 * DAY_MS) });
  const serial = await publishSerial(site, creator, { pages: 2 });
  const episodeId = serial.episodes[0].id;
  const [page] = await deps.db
    .select({ id: episodePages.id })
    .from(episodePages)
    .where(eq(episodePages.episodeId, episodeId))
    .orderBy(asc(episodePages.position));
  const pageId = page?.id ?? '';
  const { texts, all } = await hostileTexts();
  t.ok(all.length > 1800, 'the corpus is there');
  let nowMs = Date.now();

  await t.test('SOC-13 SOC-10 each is kept as one line, or refused by its field', async (t) => {
    const clock = deps.clock.now;
    deps.clock.now = () => new Date(nowMs);
    const faults: string[] = [];
    for (const [index, text] of all.entries()) {
      const as = writers[Math.floor(index / A_MINUTE) % writers.length] as Account;
      if (index % (A_MINUTE * writers.length) === 0) nowMs += 61_000;
      const send = () =>
        site.call('POST /tsukkomi_comments', {
          as,
          body: {
            episode_id: episodeId,
            page_id: pageId,
            x: (index % 7) / 6,
            y: (index % 11) / 10,
            body: text,
          },
          address: `10.1.${(index >> 8) & 255}.${index & 255}`,
        });
      let reply = await send();
      if (reply.statusCode === 429) {
        nowMs += DAY_MS;
        reply = await send();
      }
      const isRight =
        required(text, MOST) === 'kept'
          ? reply.statusCode === 201 &&
            reply.json().tsukkomi_comment.body === text.trim().replace(/\s+/g, ' ')
          : reply.statusCode === 422 && fieldNames(reply).join() === 'body';
      const fault = faultOf(reply);
      if (fault !== null || !isRight)
        faults.push(`${JSON.stringify(text.slice(0, 60))}: ${reply.statusCode} ${reply.body.slice(0, 160)}`);
    }
    deps.clock.now = clock;
    t.same(faults, []);
    const listed = await site.call(`GET /tsukkomi_comments?episode_id=${episodeId}&page_id=${pageId}`);
    t.equal(listed.statusCode, 200);
    t.equal(listed.json().tsukkomi_comments.length, 500, 'and no more than that');
  });

  await t.test('SOC-13 a place outside the page is refused by its field', async (t) => {
    for (const [x, y, field] of [
      [Number.NaN, 2, 'x,y'],
      [0.5, 2, 'y'],
      [Number.POSITIVE_INFINITY, 0.5, 'x'],
      ['0.5; drop table users', 0.5, 'x'],
      [0.5, -1e308, 'y'],
    ] as const) {
      const body = { episode_id: episodeId, page_id: pageId, x, y, body: 'where?' };
      const reply = await site.call('POST /tsukkomi_comments', { as: creator, body });
      t.equal(reply.statusCode, 422, reply.body);
      t.equal(fieldNames(reply).toSorted().join(), field);
    }
  });

  await t.test('SOC-13 in a browser nothing runs, and each stays inside its page and its line', async (t) => {
    const odd = [
      `Z${'\u0351\u0317\u0325'.repeat(26)}`,
      `a${'\u0301'.repeat(79)}`,
      '\u202egnitirw desrever\u202c',
      '\u2067\u2067\u2067'.repeat(20),
      'W'.repeat(80),
      '﷽'.repeat(80),
      '<img src=x onerror=alert(1)>',
      '"><script>window.hit=1</script>',
    ];
    const chosen = [...odd, ...texts.filter((text) => required(text, MOST) === 'kept')].slice(0, 400);
    for (let start = 0; start < chosen.length; start += SHOWN) {
      await deps.db.delete(tsukkomiComments);
      const some = chosen.slice(start, start + SHOWN);
      await deps.db.insert(tsukkomiComments).values(
        some.filter(isStorable).map((body, index) => ({
          id: newId(),
          episodeId,
          pageId,
          authorId: creator.id,
          body,
          x: (index % 4) / 3,
          y: Math.floor(index / 4) / 14,
        })),
      );
      await look(start === 0 ? phone : wide);
    }

    async function look(size: typeof phone | typeof wide): Promise<void> {
      const { page: tab, faults, context, goto } = await site.open(size);
      tab.on('dialog', (dialog) => {
        faults.push(dialog.message());
        void dialog.dismiss();
      });
      await goto(`${serial.path}/1`);
      await awake(tab);
      const opened = await openPanel(tab, 'notes');
      await opened.getByLabel('Short note').waitFor();
      await opened.getByRole('radio', { name: 'All' }).check();
      const more = opened.getByRole('button', { name: /more on Page 1/ });
      await more.click();
      await tab.locator('[data-notes-layer] [data-note]').first().waitFor({ state: 'attached' });
      t.same(
        await tab.evaluate(() => {
          const outside: string[] = [];
          const check = (each: Element, box: Element | null) => {
            const [own, its] = [each.getBoundingClientRect(), box?.getBoundingClientRect()];
            if (own.width === 0 || !its) return;
            if (own.left < its.left - 1 || own.right > its.right + 1)
              outside.push(`${each.textContent}: ${own.left}–${own.right} in ${its.left}–${its.right}`);
          };
          for (const each of document.querySelectorAll('[data-notes-layer] > [data-note]'))
            check(each, each.closest('[data-sheet]'));
          for (const each of document.querySelectorAll('[data-notes-panel] li b')) {
            check(each, each.closest('li'));
            const line = each.closest('li')?.getBoundingClientRect();
            if (line && line.height > 200) outside.push(`${each.textContent}: ${line.height} px high`);
          }
          return [...outside, ...('hit' in window ? ['it ran'] : [])];
        }),
        [],
      );
      t.equal(await overflowOf(tab), 0);
      t.same(faults, []);
      await context.close();
    }
  });
});
