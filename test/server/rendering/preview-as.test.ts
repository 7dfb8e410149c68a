/** Preview of a story for its team: exactly what the chosen reader would see, and for the team only. */
import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, episodes, stories, storyCounters, storyMembers } from '../../../db/schema/index.ts';
import type { Account } from '../../support/app.ts';
import { publishStory } from '../../support/console.ts';
import { visitPlainly } from '../../support/plain.ts';
import { HOUR_MS, inAnHour, mustDo, readyEpisode, setClock } from '../../support/releases.ts';
import { publishSerial } from '../../support/serial.ts';
import { startSite } from '../../support/site.ts';
import { joinTeam } from '../../support/team.ts';

t.test('a story seen as somebody else', async (t) => {
  const site = await startSite({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: 'loopback' } });
  t.teardown(() => site.close());
  const now = new Date();
  setClock(site, now);
  const { db } = site.deps;
  const owner = await site.signUp('Mirko Haas');
  const viewer = await site.signUp('Vera');
  const stranger = await site.signUp('Stranger');
  const { story, path } = await publishSerial(site, owner, { pages: 2 });
  await joinTeam(site, owner, story.id, viewer, 'viewer');
  const later = await readyEpisode(site, owner, story.id, 'Out tomorrow');
  await mustDo(site, owner, later, 'schedule', inAnHour(site));
  const [date = '', time = ''] = new Date(now.getTime() + 2 * HOUR_MS).toISOString().slice(0, 16).split('T');
  const soon = { date, time };
  const other = await publishStory(site, stranger, { title: 'Elsewhere' });

  const get = async (url: string, as?: Account, headers: Record<string, string> = {}) => {
    const cookie: Record<string, string> = as ? { cookie: `auth_token=${as.token}; signed_in=1` } : {};
    const reply = await site.app.inject({ url, headers: { ...cookie, ...headers } });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  };
  const form = (id: string, fields: Record<string, string> = {}) =>
    `/creator/stories/${id}/preview?${new URLSearchParams({ ...fields, open: '1' })}`;
  /** Address that the form leads to: the story's page with a token. */
  const choose = async (fields: Record<string, string> = {}, as = owner, id = story.id) => {
    const { status, headers, body } = await get(form(id, fields), as);
    if (status !== 302) throw new Error(body);
    const url = new URL(String(headers.location), 'http://x');
    return { page: `${url.pathname}${url.search}`, search: url.search };
  };
  const bar = /<aside[^>]*aria-label="Preview"/;
  /** Main content, without the team's signed addresses and the styles of a first visit. */
  const mainOf = (html: string) =>
    (/<main id="main".*<\/main>/s.exec(html)?.[0] ?? '')
      .replace(/<tsuzuki-island.*?<\/tsuzuki-island>/gs, '')
      .replace(/<style>.*?<\/style>/gs, '')
      .replace(/[?&](?:amp;)?preview=[\w.-]+/g, '')
      .replace(/\?expires=\d+&amp;signature=[\w-]+/g, '');
  /** Pages or episodes. A preview has no reader actions, so they are removed. */
  const shownIn = (html: string) =>
    (/<section[^>]*(?:data-stage|id="episodes").*?<\/section>/s.exec(mainOf(html))?.[0] ?? '')
      .replaceAll(/ data-(?:cell|episode|items)="[^"]*"/g, '')
      .replaceAll(/<span class="_slot[^"]*"><\/span>/g, '')
      .replace(/<div class="_actions.*?(?=<nav class="_ways)/s, '');
  const filter = (body: object) =>
    site.call(`PUT /creator/story_geofiltering_strategies/${story.id}`, { as: owner, body });

  await t.test('a preview is for one member alone and shows what a visitor sees', async (t) => {
    const { page, search } = await choose({ country: 'DE' });
    for (const address of ['', '/1']) {
      const visited = await get(`${path}${address}`, undefined, { 'x-country': 'DE' });
      const seen = await get(`${path}${address}${search}`, owner);
      t.equal(seen.status, 200);
      t.match(seen.body, bar);
      t.match(seen.body, 'a reader from Germany, 16 or older, nothing unlocked, on ');
      t.match(seen.body, '<meta name="robots" content="noindex">');
      t.notMatch(seen.body, 'rel="canonical"');
      t.equal(seen.headers['cache-control'], 'no-store');
      t.notMatch(seen.body, 'data-episode-id=', 'nothing counts');
      t.not(mainOf(seen.body), '');
      t.equal(shownIn(seen.body), shownIn(visited.body));
      t.notMatch(visited.body, bar);
      t.notMatch((await get(`${path}${address}`, owner)).body, bar, 'the public page is kept as it was');
      const again = await get(`${path}${address}`, undefined, { 'x-country': 'DE' });
      t.equal(again.body, visited.body);
    }
    t.match((await get(`${path}/2${search}`, owner)).body, `href="${path}/3${search}"`, 'links stay inside');
    t.match((await get(`/de${page}`, owner)).body, /Vorschau: jemand aus Deutschland, 16 oder älter/);
    t.equal(
      (await get((await choose({}, viewer)).page, viewer)).status,
      200,
      'a viewer of the team may look',
    );
    t.same(await db.select().from(storyCounters).where(eq(storyCounters.storyId, story.id)), []);
  });

  await t.test('nobody else gets in by it', async (t) => {
    const { page, search } = await choose();
    const token = search.slice('?preview='.length);
    const [text = '', signature = ''] = token.split('.');
    const altered = Buffer.from(
      Buffer.from(text, 'base64url').toString().replace(owner.id, viewer.id),
    ).toString('base64url');
    const wrong: [string, string, Account | undefined][] = [
      ['a visitor', page, undefined],
      ['another account', page, stranger],
      ['another member', page, viewer],
      ['altered', `${path}?preview=${altered}.${signature}`, viewer],
      ['unsigned', `${path}?preview=${text}`, owner],
      ['empty', `${path}?preview=`, owner],
      ['nonsense', `${path}?preview=a.b.c`, owner],
      ['endless', `${path}?preview=${'a'.repeat(5000)}`, owner],
      ['of another story', `/stories/${other.story.slug}${search}`, owner],
      ['of no story', `/stories/nowhere${search}`, owner],
    ];
    for (const [what, url, as] of wrong) {
      const { status, body, headers } = await get(url, as);
      t.equal(status, 404, what);
      t.notMatch(body, bar, what);
      t.equal(headers['cache-control'], 'no-store', what);
    }
    setClock(site, new Date(now.getTime() + HOUR_MS));
    t.equal((await get(page, owner)).status, 404, 'it has expired');
    setClock(site, now);
    t.equal((await get(page, owner)).status, 200);
    const foreign = await get(form(story.id), stranger);
    t.match(
      foreign.headers.location,
      /^\/creator\/stories\?error_notice=/,
      'ERR-05 a foreign story has no form',
    );
    t.equal((await get(form(story.id))).status, 302, 'a visitor signs in');
    t.match((await get(form(story.id))).headers.location, /^\/sign_in/);

    const leaving = await choose({}, viewer);
    t.equal((await get(leaving.page, viewer)).status, 200);
    await db
      .delete(storyMembers)
      .where(and(eq(storyMembers.storyId, story.id), eq(storyMembers.userId, viewer.id)));
    t.equal((await get(leaving.page, viewer)).status, 404, 'no longer of the team');
  });

  await t.test('what is scheduled is seen from its moment on', async (t) => {
    const today = await choose();
    t.notMatch((await get(today.page, owner)).body, 'Out tomorrow');
    const closed = await get(`${path}/4${today.search}`, owner);
    t.equal(closed.status, 404);
    t.match(closed.body, bar, 'the way out stands over a refusal too');
    const then = await choose(soon);
    t.match((await get(then.page, owner)).body, 'Out tomorrow');
    t.match((await get(`${path}/3${then.search}`, owner)).body, `href="${path}/4${then.search}"`);
    const { status, body } = await get(`${path}/4${then.search}`, owner);
    t.equal(status, 200);
    const [page] = await db
      .select({ mediaId: episodePages.mediaId })
      .from(episodePages)
      .where(eq(episodePages.episodeId, later));
    const address = new RegExp(`src="(/media/${page?.mediaId}[^"]+)"`);
    const picture = address.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    t.match(picture, 'signature=');
    t.equal((await get(picture)).status, 200);
    t.equal((await get(picture.split('?')[0] ?? '')).status, 404, 'not for others');
    t.equal((await get(`${path}/4`, owner)).status, 404, 'and the public page does not know it');
    const past = await choose({ date: '2020-01-01', time: '' });
    t.equal((await get(past.page, owner)).status, 200, 'what has passed is now');
    const nonsense: [string, string][] = [
      ['2026-02-31', '10:00'],
      ['tomorrow', ''],
      ['2026-12-24', '24:00'],
      ['99999-01-01', '00:00'],
    ];
    for (const [day, hour] of nonsense) {
      const refused = await get(form(story.id, { date: day, time: hour }), owner);
      t.equal(refused.status, 422, `${day} ${hour}`);
      t.match(refused.body, 'Choose a day and a time');
    }
    const [row] = await db.select({ status: episodes.status }).from(episodes).where(eq(episodes.id, later));
    t.same(row, { status: 'scheduled' });
  });

  await t.test('a story with nothing but a scheduled episode appears with it', async (t) => {
    const fresh = await publishStory(site, owner, { title: 'Brand New' });
    await mustDo(site, owner, fresh.episode.id, 'unpublish', {});
    await mustDo(site, owner, fresh.episode.id, 'schedule', inAnHour(site));
    const today = await choose({}, owner, fresh.story.id);
    t.equal((await get(today.page, owner)).status, 404);
    const then = await choose(soon, owner, fresh.story.id);
    const { status, body } = await get(then.page, owner);
    t.equal(status, 200);
    t.match(body, /<img[^>]*src="\/media\/[^"]+signature=/, 'with its cover');
  });

  await t.test('PRI-29 premium episodes are locked until everything is unlocked', async (t) => {
    const set = await site.call(`PUT /creator/pricing_strategies/${story.id}`, {
      as: owner,
      body: { type: 'first_free', free_count: 1, price: 30 },
    });
    t.equal(set.statusCode, 200, set.body);
    const poor = await choose();
    t.equal((await get(`${path}/1${poor.search}`, owner)).status, 200);
    const locked = await get(`${path}/2${poor.search}`, owner);
    t.equal(locked.status, 402);
    const blurOf = (html: string) => /<img class="[^"]*blurred[^>]*>/.exec(html)?.[0];
    t.ok(blurOf(locked.body));
    t.equal(blurOf(locked.body), blurOf((await get(`${path}/2`, stranger)).body), 'as every reader sees it');
    t.match(mainOf(locked.body), /Episode 2 costs \d+ coins/);
    t.notMatch(mainOf(locked.body), '<form', 'in a preview nobody pays');
    t.notMatch(mainOf(locked.body).split('id="end"')[0], '/media/', 'no page of it');
    const rich = await choose({ wallet: 'everything' });
    const open = await get(`${path}/2${rich.search}`, owner);
    t.equal(open.status, 200);
    t.match(open.body, 'id="p2"');
    t.match(open.body, 'everything unlocked');
    t.equal((await get(`${path}/2`)).status, 402, 'for visitors it stays locked');
    t.equal((await get(`${path}/2`, owner)).status, 200, 'the team reads');
  });

  await t.test('GEO-08 countries decide as they do for visitors', async (t) => {
    const rows: [object, string, number][] = [
      [{ type: 'allow', countries: ['JP'] }, 'JP', 200],
      [{ type: 'allow', countries: ['JP'] }, 'DE', 451],
      [{ type: 'allow', countries: ['JP'] }, '', 451],
      [{ type: 'deny', countries: ['JP'] }, 'JP', 451],
      [{ type: 'deny', countries: ['JP'] }, 'DE', 200],
      [{ type: 'deny', countries: ['JP'] }, '', 200],
    ];
    for (const [body, country, wanted] of rows) {
      const reply = await filter(body);
      t.equal(reply.statusCode, 200, reply.body);
      const { page, search } = await choose({ country });
      const visited = await get(path, undefined, country ? { 'x-country': country } : {});
      // The member's own country has the opposite rule.
      const seen = await get(page, owner, { 'x-country': country === 'JP' ? 'DE' : 'JP' });
      t.equal(visited.status, wanted);
      t.equal(seen.status, wanted, `${JSON.stringify(body)} ${country}`);
      t.match(seen.body, bar);
      t.equal((await get(`${path}/1${search}`, owner)).status, wanted);
      if (wanted !== 200) continue;
      const picture = /<img[^>]*src="(\/media\/[^"]+)"/.exec(seen.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const shown = await get(picture, owner, { 'x-country': country === 'JP' ? 'DE' : 'JP' });
      t.equal(shown.status, 200, 'with its pictures');
    }
    await filter({ type: 'worldwide', countries: [] });
  });

  await t.test('a rating above the age is a hint in the bar', async (t) => {
    await db.update(stories).set({ rating: 'teen13' }).where(eq(stories.id, story.id));
    const hint = 'rated for older readers';
    t.match((await get((await choose({ age: 'under13' })).page, owner)).body, hint);
    t.notMatch((await get((await choose({ age: 'from13' })).page, owner)).body, hint);
    await db.update(stories).set({ rating: 'mature16' }).where(eq(stories.id, story.id));
    t.match((await get((await choose({ age: 'from13' })).page, owner)).body, hint);
    t.notMatch((await get((await choose()).page, owner)).body, hint);
  });

  await t.test('from the console to the story and back, without JavaScript', async (t) => {
    const member = visitPlainly(site.app, { as: owner });
    const over = () => member.text(member.get('complementary', 'Preview'));
    await member.goto(`/creator/stories/${story.id}/prices`);
    await member.press('Preview as…');
    member.select('Country', 'DE');
    member.select('Premium episodes', 'everything');
    await member.press('Open preview');
    t.match(over(), /from Germany, 16 or older, everything unlocked/);
    await member.press(member.all('link', 'Read episode 1')[0] as HTMLElement);
    t.match(member.at(), `${path}/1?preview=`);
    await member.press(member.document().querySelector('#end a[rel=next]') as HTMLElement);
    t.match(member.at(), `${path}/2?preview=`);
    t.match(over(), /everything unlocked/);
    t.ok(member.document().querySelector('#p1'));
    await member.press('Change');
    t.equal(member.field('Country').value, 'DE');
    t.equal(member.field('Premium episodes').value, 'everything');
    await member.press('Open preview');
    await member.press('Close');
    t.equal(member.at(), `/creator/stories/${story.id}`);
  });
});
