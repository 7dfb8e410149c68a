import { hash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { geofilterStrategies, users } from '#db/schema/index.ts';
import { publishStory, uploadCover } from '../../../support/console.ts';
import { countQueries, openShelf } from '../../../support/shelf.ts';
import { startSite } from '../../../support/site.ts';

const HTML_MAX_BYTES = 14_000;

t.test('the page of a creator', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps, caches, pages } = site;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const now = deps.clock.now();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const reply = await site.app.inject({ url, headers });
    const { statusCode: status, headers: sent, body } = reply;
    return { status, headers: sent as Record<string, string>, body, text: textOf(body) };
  };
  const textOf = (html: string) =>
    html
      .replace(/<(script|style)\b.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');

  const mirko = await addAuthor('Mirko Haas', {
    slug: 'mirko-haas',
    founder: true,
    website: 'https://www.ash-street.example/about?x=1',
  });
  const old = await addStory(mirko, {
    title: 'Ash Street',
    slug: 'ash-street',
    firstPublishedAt: before(90),
    lastUpdate: now,
    subscribersCount: 18_400,
  });
  await addEpisode(old, 1);
  await addEpisode(old, 2);
  await addEpisode(old, 3, { status: 'in_progress' });
  const fresh = await addStory(
    mirko,
    { title: 'Späti', slug: 'spaeti', language: 'de', subscribersCount: 904, firstPublishedAt: before(1) },
    { pricing: { type: 'first_free', freeCount: 1, priceCoins: 30 } },
  );
  await addEpisode(fresh, 1);
  const away = await addStory(
    mirko,
    { title: 'Only there', slug: 'only-there', firstPublishedAt: before(0), subscribersCount: 5000 },
    { geofilter: { type: 'allow', countries: ['JP'] } },
  );
  await addEpisode(away, 1);
  await addStory(mirko, { title: 'Hidden work', slug: 'hidden-work', published: false });
  await addStory(mirko, { title: 'Thrown away', slug: 'thrown-away', deletedAt: now });
  const other = await addAuthor('Somebody Else');
  await addStory(other, { title: 'Not by Mirko', slug: 'not-by-mirko' });

  await t.test(
    'on a first visit the script and the styles of what is further down do not hold up the first screen',
    async (t) => {
      const split: string[] = [];
      for (const path of ['/', '/stories/ash-street', '/stories/ash-street/1', '/profile/mirko-haas']) {
        const { body, headers } = await get(path);
        t.equal(body.split('id="first-screen"').length, 2, `${path} says where its first screen ends`);
        const styles = [...body.matchAll(/<style[^>]*>(.*?)<\/style>/gs)];
        t.ok(styles.length <= 2, path);
        for (const { 1: text = '', index } of styles) {
          const sign = `'sha256-${hash('sha256', text, 'base64')}'`;
          t.ok(headers['content-security-policy']?.includes(sign), `${path} allows it`);
          if (index < body.indexOf('</head>')) continue;
          split.push(path);
          t.ok(body.slice(0, index).endsWith('<i id="first-screen" hidden="">'), path);
        }
        t.ok(body.indexOf('/assets/boot.') > body.indexOf('</footer>'), `${path} boots last`);
      }
      t.match(split, ['/', '/stories/ash-street', '/stories/ash-street/1'], 'styles of what is further down');
    },
  );

  await t.test('PRO-07 REV-05 it shows who it is, and every story that can be read', async (t) => {
    const { status, body, text } = await get('/profile/mirko-haas');
    t.equal(status, 200);
    t.match(
      text,
      /Founder Mirko Haas stories 2 subscribers 19,304 Website ?: ash-street\.example Feed Report or mute Subscribe to all .*Subscribes you to these 2 stories\. What comes later is not included\. Stories/,
    );
    t.match(text, /Späti New Premium · 1 episode Ash Street 2 episodes/, 'the newest first');
    t.notMatch(text, /Only there|Hidden work|Thrown away|Not by Mirko/);
    t.match(body, /<a [^>]*href="https:\/\/www\.ash-street\.example\/about\?x=1"[^>]*>/);
    t.match(body, /rel="nofollow noopener ugc"/);
    t.match(body, /--h:85/, 'in the colour of the newest story');
    t.match(body, /<meta property="og:type" content="profile">/);
    t.match(body, /<meta name="description" content="Mirko Haas on Tsuzuki: 2 stories to read/);
    t.match(body, /<link rel="canonical" href="http:\/\/tsuzuki\.test\/profile\/mirko-haas">/);
  });

  await t.test('PRO-07 a bio stands there as plain text, and tells search engines who it is', async (t) => {
    const bio = 'Draws <b>trains</b>.\n\nhttps://a.example\nand rain.';
    await deps.db.update(users).set({ bio }).where(eq(users.id, mirko));
    site.caches.purge(['all']);
    const { body } = await get('/profile/mirko-haas');
    t.match(body, /trains&lt;\/b&gt;\.\n\nhttps:\/\/a\.example\nand rain\.<\/p>/);
    t.match(body, /<meta name="description" content="Draws &lt;b&gt;trains/);
    t.match(body, /"description":"Draws /, 'for machines');
    t.notMatch(body, /href="https:\/\/a\.example/, 'no links are made');
    await deps.db.update(users).set({ bio: null }).where(eq(users.id, mirko));
    site.caches.purge(['all']);
  });

  await t.test('PRO-07 who has one story shows its latest episodes', async (t) => {
    const one = await addAuthor('One Story', { slug: 'one-story' });
    const pricing = { type: 'first_free', freeCount: 4, priceCoins: 30 } as const;
    const story = await addStory(
      one,
      { title: 'Ice', slug: 'ice', description: 'It froze. Twice.' },
      { pricing },
    );
    for (const number of [1, 2, 3, 4, 5])
      await addEpisode(story, number, { title: `Part ${number}`, publishedRank: number });
    await addEpisode(story, 6, { title: 'Draft', status: 'in_progress' });
    const { body, text } = await get('/profile/one-story');
    t.match(
      text,
      /One story so far Ice Crime · Comic English Premium It froze\. Read episode 1 About the story/,
    );
    t.match(text, /5 Part 5 .* 30 coins 4 Part 4 .* 3 Part 3 .*All 5 episodes/);
    t.notMatch(text, /Part 2|Draft/);
    t.match(body, /href="\/stories\/ice#episodes"/);
    const queries = await countQueries(deps, () =>
      pages.renderPublic({ url: '/profile/one-story', country: null }),
    );
    t.equal(queries, 4);
  });

  await t.test('PRO-07 STP-10 each country has the stories that are open to it', async (t) => {
    const shown = async (country: string | null) =>
      textOf((await pages.renderPublic({ url: '/profile/mirko-haas', country })).body.toString());
    t.match(await shown('JP'), /stories 3 subscribers 24,304 .*Only there/);
    t.notMatch(await shown('DE'), /Only there/);
  });

  await t.test('PRO-07 in German', async (t) => {
    const { status, body, text } = await get('/de/profile/mirko-haas');
    t.equal(status, 200);
    t.match(body, /<html lang="de">/);
    t.match(text, /Mirko Haas Geschichten 2 .*Geschichten Späti Neu Premium · 1 Folge Ash Street 2 Folgen/);
    t.match(body, /href="\/de\/stories\/spaeti"/);
  });

  await t.test('PRO-07 who has published nothing has a page, which nobody needs to find', async (t) => {
    const reader = await site.signUp('Quiet Reader');
    const [row] = await deps.db.select().from(users).where(eq(users.id, reader.id));
    const { status, body, text } = await get(`/profile/${row?.slug}`);
    t.equal(status, 200);
    t.match(text, /Quiet Reader Report or mute Quiet Reader hasn’t published anything yet\./);
    t.notMatch(text, /subscribers/);
    t.notMatch(text, reader.email);
    t.match(body, /<meta name="robots" content="noindex">/);
  });

  await t.test('PRO-07 unknown, leaving and erased accounts are 404', async (t) => {
    const goner = await addAuthor('Gone', { slug: 'gone', deletionRequestedAt: now });
    const erased = await addAuthor('', { slug: 'erased', deletionRequestedAt: now, erasedAt: now });
    t.ok(goner && erased);
    for (const slug of ['gone', 'erased', 'nobody', 'mirko-haas/1', '-'])
      t.equal((await get(`/profile/${slug}`)).status, 404, slug);
  });

  await t.test('PRO-07 a website that could pretend something else is only ever its host', async (t) => {
    await addAuthor('Sly', { slug: 'sly', website: 'https://xn--pple-43d.example/%E2%80%AEgnp.exe' });
    const { text } = await get('/profile/sly');
    t.match(text, /Website ?: xn--pple-43d\.example /);
    t.notMatch(text, /gnp/);
  });

  await t.test('PRO-07 it changes as soon as what it shows does', async (t) => {
    const author = await site.signUp('First Name');
    const [row] = await deps.db.select().from(users).where(eq(users.id, author.id));
    const path = `/profile/${row?.slug}`;
    const shown = async () => (await get(path)).text;
    const put = (body: object) => site.call('PUT /user/profile', { as: author, body });
    t.match(await shown(), /First Name hasn’t published anything yet/);
    const { story, episode } = await publishStory(site, author, { title: 'Night Train' });
    t.match(
      await shown(),
      /First Name story 1 .*One story so far Night Train .* 1 One/,
      'a first publication',
    );
    await put({ display_name: 'Second Name' });
    t.match(await shown(), /Second Name/);
    await put({ website: 'https://second.example' });
    t.match(await shown(), /second\.example/);
    const pictureIn = (body: string) => /<img[^>]* src="(\/media\/[^"]+)"/.exec(body)?.[1];
    const picture = pictureIn((await get(path)).body);
    t.ok(picture);
    const cover = await uploadCover(site, author);
    await site.runJobs();
    await site.call(`PATCH /creator/stories/${story.id}`, {
      as: author,
      body: { cover_media_id: cover, title: 'Day Train' },
    });
    t.match((await get(path)).body, /Day Train/);
    t.match((await get(path)).body, cover.replaceAll('-', '').slice(-12) && /\/media\//);
    await site.call(`POST /creator/episodes/${episode.id}/unpublish`, { as: author, body: {} });
    t.match(await shown(), /Second Name hasn’t published anything yet/, 'taken away');
    await site.call(`POST /creator/episodes/${episode.id}/publish`, { as: author, body: {} });
    t.match(await shown(), /Day Train/);
    const { tags } = await pages.renderPublic({ url: path, country: 'DE' });
    t.same(tags, [`profile:${author.id}`, `story:${story.id}`]);
    await deps.db.insert(geofilterStrategies).values({ storyId: story.id, type: 'deny', countries: ['DE'] });
    const closed = await pages.renderPublic({ url: path, country: 'DE' });
    t.same(closed.tags, tags, 'a story that is closed here may be opened');
    await site.call('DELETE /user', { as: author, body: { password: 'correct horse battery' } });
    t.equal((await get(path)).status, 404, 'the account is given up');
    await site.call('POST /auth/mail', { body: { email: author.email, password: 'correct horse battery' } });
    await site.runJobs();
    t.match(await shown(), /Second Name.*Day Train/, 'and kept after all');
  });

  await t.test('PRO-07 the pages of readers lead to it', async (t) => {
    for (const path of ['/stories/ash-street', '/stories/ash-street/1'])
      t.match((await get(path)).body, /<a [^>]*href="\/profile\/mirko-haas"/, path);
    t.match((await get('/')).body, /<a href="\/profile\/[a-z-]+" dir="auto">/, 'the one that is featured');
  });

  await t.test('PRO-07 it costs few queries and few bytes, and is the same for everybody', async (t) => {
    const busy = await addAuthor('Busy', { slug: 'busy' });
    for (let number = 1; number <= 26; number += 1) {
      const story = await addStory(busy, {
        title: `The ${number}th lamp`,
        firstPublishedAt: before(200 - number),
        subscribersCount: 1,
      });
      await addEpisode(story, 1, {}, { pages: 0 });
    }
    caches.purge(['all']);
    let first = '';
    const queries = await countQueries(deps, async () => {
      first = (await get('/profile/busy')).body;
    });
    t.ok(queries > 0 && queries <= 4, `${queries} queries`);
    const bytes = brotliCompressSync(first).length;
    t.ok(bytes < HTML_MAX_BYTES, `${bytes} bytes`);
    t.equal(await countQueries(deps, () => get('/profile/busy')), 0, 'the second time it is kept');
    const reader = await site.signUp('Reader');
    caches.purge(['all']);
    t.equal((await get('/profile/busy', { cookie: `auth_token=${reader.token}; signed_in=1` })).body, first);
    t.match(textOf(first), /stories 26 subscribers 26 /);
    t.match(first, /href="\/profile\/busy\?page=2"/);
    const second = await get('/profile/busy?page=2');
    t.equal(second.status, 200);
    t.match(second.text, /stories 26 subscribers 26 .*The 2th lamp .*The 1th lamp /);
    t.notMatch(second.text, /The 3th lamp/);
    t.match(second.body, /--h:85/);
    t.equal((await get('/profile/busy?page=3')).status, 302);
    t.equal((await get('/profile/busy?page=0')).body, first, 'what is no page is not asked for');
  });
});
