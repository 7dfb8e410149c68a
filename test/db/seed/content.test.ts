import { createHash } from 'node:crypto';
import sharp from 'sharp';
import t from 'tap';
import { cornersOf, isInside } from '../../../db/seed/art/balloon.ts';
import { missingLetters } from '../../../db/seed/art/lettering.ts';
import { readScript } from '../../../db/seed/art/script.ts';
import {
  composePage,
  coverSvg,
  type DemoStory,
  demoCreators,
  demoStories,
  pageSvg,
  thumbnailSvg,
} from '../../../db/seed/content/index.ts';
import { drawnStories } from '../../../db/seed/content/stories/index.ts';

const drawn = demoStories.filter((story) => story.format !== null);
const genres =
  'action adventure comedy crime drama fantasy historical horror mystery romance sci_fi slice_of_life sports superhero supernatural thriller';

const placesIn = (story: DemoStory): { episode: number; page: number }[] =>
  story.episodes.flatMap((episode, index) =>
    Array.from({ length: episode.pages ?? 0 }, (_unused, page) => ({ episode: index, page })),
  );

const pages = new Map<string, string>();

/** Caches drawn pages: drawing is slow, and most tests look at every page. */
function pageOf(story: DemoStory, episode: number, page: number): string {
  const key = `${story.slug}/${episode}/${page}`;
  const known = pages.get(key) ?? pageSvg(story, episode, page);
  pages.set(key, known);
  return known;
}

const pictures = function* (): Generator<{ name: string; svg: string }> {
  for (const creator of demoCreators) yield { name: `face of ${creator.key}`, svg: creator.face() };
  for (const story of demoStories) {
    yield { name: `cover of ${story.slug}`, svg: coverSvg(story) };
    for (const index of story.episodes.keys()) {
      yield { name: `thumbnail ${story.slug}/${index}`, svg: thumbnailSvg(story, index) };
    }
    if (story.format === null) continue;
    for (const { episode, page } of placesIn(story)) {
      yield { name: `page ${story.slug}/${episode}/${page}`, svg: pageOf(story, episode, page) };
    }
  }
};

t.test('there is enough of everything to read', async (t) => {
  const count = (type: string) => demoStories.filter((story) => story.publicationType === type).length;
  t.ok(demoStories.length >= 14);
  t.ok(count('comics') >= 6);
  t.ok(count('indie') >= 3);
  t.ok(count('novel') >= 3);
  t.ok(demoStories.filter((story) => story.language === 'de').length >= 4);
  t.same(new Set(drawn.map((story) => story.format)), new Set(['page_ltr', 'page_rtl', 'strip']));
  t.ok(demoStories.flatMap((story) => story.episodes).length >= 64);
  t.ok(demoCreators.length >= 8);
  t.ok(demoStories.filter((story) => story.pricing.type === 'all_free').length > demoStories.length / 2);
});

t.test('the data keep the rules for stories', async (t) => {
  const slugs = demoStories.map((story) => story.slug);
  t.equal(new Set(slugs).size, slugs.length);
  t.equal(new Set(demoCreators.map((creator) => creator.email)).size, demoCreators.length);
  for (const story of demoStories) {
    t.match(story.slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    t.ok(
      demoCreators.some((creator) => creator.key === story.creator),
      `${story.slug} has a creator`,
    );
    t.ok(genres.split(' ').includes(story.genre), `${story.slug} has a known genre`);
    t.ok(story.title.length <= 120 && story.description.length <= 3000);
    t.ok(story.tags.length <= 10 && story.tags.every((tag) => tag.length <= 30));
    const days = story.episodes.map(({ day }) => day);
    t.same(
      days,
      [...days].sort((a, b) => a - b),
      `${story.slug} comes out in order`,
    );
    t.ok(days.filter((day) => day <= 0).length >= 3, `${story.slug} can be read already`);
    const titles = story.episodes.map((episode) => episode.title);
    t.equal(new Set(titles).size, titles.length);
    const { pricing } = story;
    for (const [index, episode] of story.episodes.entries()) {
      t.equal(
        episode.price,
        pricing.type === 'first_free' && index >= pricing.freeCount ? pricing.price : undefined,
      );
    }
  }
});

t.test('episodes are as long as their kind asks for', async (t) => {
  for (const story of demoStories) {
    for (const episode of story.episodes) {
      if (story.format === null) {
        const words = (episode.chapters ?? [])
          .flatMap((part) => part.paragraphs)
          .join(' ')
          .split(/\s+/).length;
        t.ok(words >= 600 && words <= 1500, `${story.slug}: ${episode.title} has ${words} words`);
        t.notOk(episode.pages);
      } else {
        const [least, most] = story.format === 'strip' ? [3, 5] : [5, 9];
        t.ok(
          (episode.pages ?? 0) >= least && (episode.pages ?? 0) <= most,
          `${story.slug}: ${episode.title}`,
        );
        t.notOk(episode.chapters);
      }
    }
  }
});

t.test('a drawing is the same every time, and no page comes twice in a story', async (t) => {
  for (const story of drawn) {
    const places = placesIn(story);
    const prints = places.map(({ episode, page }) =>
      createHash('sha1')
        .update(pageOf(story, episode, page))
        .digest('hex'),
    );
    t.equal(new Set(prints).size, places.length, story.slug);
    t.equal(
      createHash('sha1')
        .update(pageSvg(story, 1, 1))
        .digest('hex'),
      prints[places.findIndex(({ episode, page }) => episode === 1 && page === 1)],
    );
    t.equal(thumbnailSvg(story, 0), thumbnailSvg(story, 0));
  }
});

t.test('pictures need no fonts, run nothing, fetch nothing and rasterise', async (t) => {
  // The server blocks SVG. The teardown blocks it again for other tests in this process.
  const drawings = { operation: ['VipsForeignLoadSvg'] };
  sharp.unblock(drawings);
  t.teardown(() => sharp.block(drawings));
  for (const { name, svg } of pictures()) {
    if (/<text|<script|<image|<foreignObject|href|NaN|undefined|Infinity/.test(svg))
      t.fail(`${name} holds what it must not`);
    const { data, info } = await sharp(Buffer.from(svg))
      .resize({ width: 48 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const shades = new Set<number>();
    for (let at = 0; at < data.length; at += info.channels) shades.add(data[at] ?? 0);
    if (shades.size < 8) t.fail(`${name} is almost blank`);
  }
  t.pass('all pictures are drawn');
});

t.test('pages and strips have the size of their format', async (t) => {
  for (const story of drawn) {
    for (const { episode, page } of placesIn(story)) {
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(pageOf(story, episode, page)) ?? [];
      const tall = Number(height);
      if (Number(width) !== 1440) t.fail(`${story.slug}/${episode}/${page} is ${width} wide`);
      if (story.format === 'strip' ? tall < 2400 || tall > 4200 : tall !== 2036)
        t.fail(`${story.slug}/${episode}/${page} is ${height} high`);
    }
    t.pass(story.slug);
  }
});

t.test('lettering stays inside its balloon, and balloons inside their panel', async (t) => {
  for (const story of drawn) {
    for (const { episode, page } of placesIn(story)) {
      for (const { panel, balloon } of composePage(story, episode, page).balloons) {
        const name = `${story.slug}/${episode}/${page}: ${balloon.lines.map((line) => line.text).join(' ')}`;
        const corners = balloon.lines.flatMap((line) => cornersOf(line, balloon.size));
        if (!corners.every((corner) => isInside(balloon, corner, balloon.size * 0.2)))
          t.fail(`${name} overflows`);
        const { x, y, w, h } = balloon.box;
        if (x < 0 || y < 0 || x + w > panel.w || y + h > panel.h) t.fail(`${name} leaves its panel`);
        if (balloon.size < 17) t.fail(`${name} is lettered too small`);
      }
    }
    t.pass(story.slug);
  }
});

t.test('the alphabet has every letter that the scripts use', async (t) => {
  for (const story of drawnStories) {
    for (const { title, script } of story.scripts) {
      const panels = readScript(script).flat();
      const texts = [
        title,
        ...panels.flatMap((panel) => [panel.sound ?? '', ...panel.words.map((words) => words.text)]),
      ];
      t.same(missingLetters(texts.join(' ')), [], `${story.slug}: ${title}`);
    }
  }
});
