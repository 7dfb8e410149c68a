import t from 'tap';
import { pictureKey } from '../../islands/reading/offline/addresses.ts';
import { collectFiles, filesOfPage } from '../../islands/reading/offline/files.ts';
import { dateText, sizeText } from '../../islands/reading/offline/labels.ts';
import { picturesIn, sizeFor } from '../../islands/reading/offline/pictures.ts';
import {
  checkedWith,
  fateOf,
  isNamed,
  isReadable,
  LIMIT_BYTES,
  type SavedEpisode,
  stateOf,
} from '../../islands/reading/offline/rules.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 22);

const episode = (known: Partial<SavedEpisode> = {}): SavedEpisode => ({
  id: 'e',
  address: '/stories/ash-street/7',
  storyTitle: 'Ash Street',
  number: 7,
  title: 'Thirty-One Steps',
  language: 'en',
  isNovel: false,
  isPremium: false,
  thumbnail: null,
  owner: null,
  pages: [],
  files: [],
  width: 360,
  items: 18,
  kept: 18,
  bytes: 6_800_000,
  phase: 'ready',
  failure: null,
  savedAt: NOW,
  readAt: NOW,
  checkedAt: NOW,
  lockedAt: null,
  lockedFor: null,
  expiredAt: null,
  ...known,
});
const shelf = (account: string | null) => ({ account, limitBytes: LIMIT_BYTES });

t.test('RDR-01 what is saved is unread for thirty days at most', async (t) => {
  const old = episode({ readAt: NOW - 30 * DAY });
  t.match(fateOf(old, shelf(null), NOW), {
    kind: 'change',
    erase: true,
    change: { expiredAt: NOW, bytes: 0 },
  });
  t.equal(fateOf(episode({ readAt: NOW - 30 * DAY + 1 }), shelf(null), NOW).kind, 'keep');
  const expired = episode({ expiredAt: NOW });
  t.equal(stateOf(expired, shelf(null)), 'expired');
  t.notOk(isReadable(expired, shelf(null)));
  t.equal(fateOf(expired, shelf(null), NOW + 29 * DAY).kind, 'keep', 'the list says so for a while');
  t.equal(fateOf(expired, shelf(null), NOW + 30 * DAY).kind, 'forget');
});

t.test('PRI-29 premium is locked at a log-out and leaves the device a week later', async (t) => {
  const own = episode({ isPremium: true, owner: 'jule' });
  t.equal(stateOf(own, shelf('jule')), 'ready');
  t.equal(stateOf(own, shelf(null)), 'locked', 'at once, before anything was tidied');
  const fate = fateOf(own, shelf(null), NOW);
  t.match(fate, { kind: 'change', erase: false, change: { lockedAt: NOW, lockedFor: 'left' } });
  const locked = episode({ isPremium: true, owner: 'jule', lockedAt: NOW, lockedFor: 'left' });
  t.equal(fateOf(locked, shelf(null), NOW + 7 * DAY - 1).kind, 'keep');
  t.equal(fateOf(locked, shelf(null), NOW + 7 * DAY).kind, 'forget');
  t.match(fateOf(locked, shelf('jule'), NOW + DAY), {
    change: { lockedAt: null, checkedAt: 0 },
    erase: false,
  });
  t.equal(stateOf(episode({ owner: 'jule' }), shelf(null)), 'ready', 'what is free stays readable');
});

t.test(
  'a free episode that was unpublished after it was saved locks; one that got a price stays',
  async (t) => {
    for (const status of [404, 451])
      t.match(checkedWith(status, episode(), NOW), { lockedAt: NOW, lockedFor: 'taken' });
    t.match(checkedWith(402, episode(), NOW), { lockedAt: null, lockedFor: null });
  },
);

t.test('ACC-25 after a log-out no premium episode is named', async (t) => {
  const own = episode({ isPremium: true, owner: 'jule' });
  t.ok(isNamed(own, shelf('jule')));
  for (const known of [own, { ...own, expiredAt: NOW }, { ...own, lockedFor: 'taken' as const }])
    t.notOk(isNamed(known, shelf(null)));
  t.ok(isNamed(episode({ owner: 'jule' }), shelf(null)), 'a free one is');
});

t.test('ACC-25 nothing of one account is shown to the next on the same device', async (t) => {
  for (const isPremium of [true, false]) {
    const other = episode({ isPremium, owner: 'jule' });
    t.equal(stateOf(other, shelf('mirko')), 'foreign');
    t.notOk(isReadable(other, shelf('mirko')));
    t.match(fateOf(other, shelf('mirko'), NOW), { change: { lockedFor: 'left' } });
  }
  t.ok(isReadable(episode(), shelf('mirko')), 'what a visitor has saved is nobody’s');
});

t.test('PRI-29 a returned unlock locks; without an answer the last one holds', async (t) => {
  const sold = episode({ isPremium: true, owner: 'jule' });
  t.match(checkedWith(402, sold, NOW), { lockedAt: NOW, lockedFor: 'taken' });
  t.match(checkedWith(404, episode({ lockedAt: NOW - DAY }), NOW), { lockedAt: NOW - DAY });
  t.match(checkedWith(200, episode({ lockedAt: NOW }), NOW), { lockedAt: null });
  for (const status of [null, 401, 429, 500, 503]) t.equal(checkedWith(status, episode(), NOW), null);
  const taken = episode({ isPremium: true, owner: 'jule', lockedAt: NOW, lockedFor: 'taken' });
  t.equal(fateOf(taken, shelf('jule'), NOW).kind, 'keep', 'signing in again does not open it');
});

t.test('a saved page brings along whatever it needs, and islands no other islands', async (t) => {
  const html = `<html><head><link rel="stylesheet" type="text/css" href="/assets/a.css"><link rel="canonical" href="/x">
    <link rel="icon" href="/favicon.svg"><script src="/assets/theme.js"></script></head>
    <style data-sheet="/assets/all.css" data-files="/assets/faces.css /assets/theme.js">.a{}</style>
    <tsuzuki-island name="stage" chunks="/assets/stage.js"></tsuzuki-island>
    <tsuzuki-island name="Report" chunks="/assets/hydrate.js /assets/report.js" props="{}"></tsuzuki-island>
    <script src="https://elsewhere.example/x.js"></script><script src="//elsewhere.example/y.js"></script></html>`;
  const files: Record<string, string> = {
    '/assets/a.css':
      '@font-face{src:url(/assets/face.woff2)}.b{background:url("data:image/png;base64,AA==")}',
    '/assets/stage.js': 'import"./part.js";const a=()=>import(`./late.js`),b="./none.js"',
    '/assets/hydrate.js': 'const a=()=>import("./console.js")',
  };
  t.same(filesOfPage(html).scripts, ['/assets/theme.js', '/assets/stage.js']);
  const got = await collectFiles(html, async (path) =>
    path === '/assets/none.js' ? new Response('', { status: 404 }) : new Response(files[path] ?? ''),
  );
  const wanted = ['a.css', 'all.css', 'face.woff2', 'faces.css', 'hydrate.js', 'late.js', 'part.js']
    .concat(['report.js', 'stage.js', 'theme.js'])
    .map((name) => `/assets/${name}`);
  t.same([...got.keys()].sort(), [...wanted, '/favicon.svg']);
  await t.rejects(
    collectFiles(html, async () => new Response('', { status: 404 })),
    'half a page is none',
  );
});

t.test('one size of a picture is kept and stands for all', async (t) => {
  const id = '01a20661-71e9-74bb-ab9c-96b1ad7c493b';
  t.equal(pictureKey(`/media/${id}/da85732f4e20/0-160.jpg`), `/media/${id}/da85732f4e20/0`);
  t.equal(pictureKey(`/media/${id}/da85732f4e20/3-1-720.avif`), `/media/${id}/da85732f4e20/3-1`);
  t.equal(pictureKey('/assets/a.js'), null);
  const srcset = '/m/0-360.webp?s=1 360w, /m/0-720.webp 720w, /m/0-1440.webp 1440w';
  const piece = { url: '/m/0-720.jpg', sources: [{ type: 'image/webp', srcset }] };
  t.equal(sizeFor(piece, 300), '/m/0-360.webp?s=1');
  t.equal(sizeFor(piece, 720), '/m/0-720.webp');
  t.equal(sizeFor(piece, 4000), '/m/0-1440.webp');
  t.equal(sizeFor({ url: '/m/0-720.jpg', sources: [] }, 300), '/m/0-720.jpg');
});

t.test('I18-14 I18-18 sizes and dates look as everywhere', async (t) => {
  t.equal(sizeText(6_810_000), '6.8 MB');
  t.equal(sizeText(2_000_000_000), '2,000 MB');
  t.equal(sizeText(0), '0 MB');
  t.equal(dateText(new Date(2026, 0, 5).getTime()), '01/05/2026');
});

t.test('SOC-08 the pictures of a chapter are found in its page', async (t) => {
  const picture = (name: string) =>
    `<picture><source type="image/webp" srcset="/media/${name}-360.webp?a=1&amp;b=2 360w"><img src="/media/${name}.jpg" alt=""></picture>`;
  const html = `<nav>${picture('cover')}</nav><article id="x" data-prose="c">${picture('a')}${picture('b')}</article>${picture('c')}`;
  t.same(
    picturesIn(html).map((each) => sizeFor(each, 300)),
    ['/media/a-360.webp?a=1&b=2', '/media/b-360.webp?a=1&b=2'],
  );
});
