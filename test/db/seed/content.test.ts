/** The demo's texts and numbers keep the product's rules, and each of its pictures is a sound file. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';
import t from 'tap';
import { type DemoStory, demoCreators, demoStories } from '../../../db/seed/content/index.ts';
import { type DemoPicture, PICTURES, pictureFile } from '../../../db/seed/picture-files.ts';
import { startRasterizer } from '../../../db/seed/raster.ts';

const PICTURES_MAX_BYTES = 8_000_000;

const drawn = demoStories.filter((story) => story.format !== null);
const genres =
  'action adventure comedy crime drama fantasy historical horror mystery romance sci_fi slice_of_life sports superhero supernatural thriller';

const pagesOf = ({ slug, episodes }: DemoStory): DemoPicture[] =>
  episodes.flatMap(({ pages = 0 }, episode) =>
    Array.from({ length: pages }, (_, page) => ({ kind: 'page' as const, story: slug, episode, page })),
  );

const allPictures: DemoPicture[] = [
  ...demoCreators.map(({ key }) => ({ kind: 'face' as const, creator: key })),
  ...demoStories.flatMap((story): DemoPicture[] => [
    { kind: 'cover', story: story.slug },
    ...story.episodes.map((_, episode) => ({ kind: 'thumbnail' as const, story: story.slug, episode })),
    ...pagesOf(story),
  ]),
];

const readPacked = (picture: DemoPicture): Promise<Buffer> => readFile(join(PICTURES, pictureFile(picture)));
const readSvg = async (picture: DemoPicture): Promise<string> =>
  gunzipSync(await readPacked(picture)).toString();

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

t.test('the files are the pictures that the stories name, and small', async (t) => {
  const entries = await readdir(PICTURES, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  t.same(files.sort(), allPictures.map((picture) => join(PICTURES, pictureFile(picture))).sort());
  let bytes = 0;
  for (const picture of allPictures) bytes += (await readPacked(picture)).length;
  t.ok(bytes <= PICTURES_MAX_BYTES, `${bytes} bytes`);
});

t.test('pictures are sound SVG, need no fonts, run nothing and fetch nothing', async (t) => {
  for (const picture of allPictures) {
    const name = pictureFile(picture);
    const svg = await readSvg(picture);
    if (/<text|<script|<image|<foreignObject|href|NaN|undefined|Infinity|<!|<\?/.test(svg))
      t.fail(`${name} holds what it must not`);
    if (!svg.startsWith('<svg ')) t.fail(`${name} is no SVG`);
    t.doesNotThrow(() => new SaxesParser().write(svg).close(), name);
  }
});

t.test('no page comes twice in a story', async (t) => {
  for (const story of drawn) {
    const prints = new Set<string>();
    for (const page of pagesOf(story))
      prints.add(
        createHash('sha1')
          .update(await readSvg(page))
          .digest('hex'),
      );
    t.equal(prints.size, pagesOf(story).length, story.slug);
  }
});

t.test('pages and strips have the size of their format', async (t) => {
  for (const story of drawn) {
    for (const page of pagesOf(story)) {
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(await readSvg(page)) ?? [];
      const tall = Number(height);
      if (Number(width) !== 1440) t.fail(`${pictureFile(page)} is ${width} wide`);
      if (story.format === 'strip' ? tall < 2400 || tall > 4200 : tall !== 2036)
        t.fail(`${pictureFile(page)} is ${height} high`);
    }
    t.pass(story.slug);
  }
});

t.test('a picture of each kind is rendered, the same every time', async (t) => {
  const rasterizer = startRasterizer();
  t.teardown(() => rasterizer.close());
  const story = 'bruno-is-awake';
  const kinds: [DemoPicture, number, number][] = [
    [{ kind: 'face', creator: 'lotte' }, 640, 640],
    [{ kind: 'cover', story }, 1280, 1280],
    [{ kind: 'thumbnail', story, episode: 0 }, 400, 400],
    [{ kind: 'page', story: 'ash-street', episode: 0, page: 0 }, 1440, 2036],
  ];
  for (const [picture, width, height] of kinds) {
    const jpeg = await rasterizer.draw(picture);
    t.match(await sharp(jpeg).metadata(), { format: 'jpeg', width, height }, picture.kind);
    const { data, info } = await sharp(jpeg)
      .resize({ width: 48 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const shades = new Set(data.filter((_, at) => at % info.channels === 0));
    t.ok(shades.size >= 8, `${picture.kind} is not blank`);
    t.ok(jpeg.equals(await rasterizer.draw(picture)));
  }
  await t.rejects(rasterizer.draw({ kind: 'cover', story: 'nowhere' }), /missing/);
});
