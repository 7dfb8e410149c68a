import sharp from 'sharp';
import t from 'tap';
import { makeCoverDerivatives } from '#server/domains/media/images.ts';
import { collectDerivatives, draw, look, verdict } from '#test/support/pictures.ts';
import { samplePage } from '#test/support/sample-page.ts';

await t.test(
  'STO-28 EPI-19 OPS-08 OPS-09 covers are squares of the prescribed side, with the small ones behind the thumbnails',
  async (t) => {
    const sides = { cover: [640, 320, 160], episode_cover: [200, 100], profile: [640, 320, 160] } as const;
    for (const purpose of ['cover', 'episode_cover', 'profile'] as const) {
      for (const [width, height] of [
        [2400, 700],
        [40, 90],
      ]) {
        const made = await makeCoverDerivatives(await samplePage(width, height), { purpose });
        t.strictSame([made.width, made.height], [sides[purpose][0], sides[purpose][0]]);
        t.ok(made.placeholder.length <= 180);
        const derivatives = await collectDerivatives(made.derivatives);
        const wanted = sides[purpose].flatMap((side) => [`${side}.avif`, `${side}.webp`, `${side}.jpg`]);
        t.strictSame(
          derivatives.map(({ name }) => name),
          wanted,
        );
        for (const { name, data } of derivatives) {
          const seen = await look(data);
          t.equal(`${seen.width}.${seen.format.replace('jpeg', 'jpg')}`, name);
          t.equal(seen.height, seen.width);
          t.strictSame(seen.metadata, []);
        }
      }
    }
  },
);

await t.test(
  'STO-28 a crop is in pixels of the upright picture; without one the middle is taken',
  async (t) => {
    const quarters = await draw({ width: 800, height: 400, format: 'png' }, (x, y) =>
      y < 200 ? (x < 400 ? [255, 0, 0] : [0, 255, 0]) : x < 400 ? [0, 0, 255] : [255, 255, 255],
    );
    const corner = async (crop?: { x: number; y: number; width: number; height: number }) => {
      const made = await makeCoverDerivatives(quarters, { purpose: 'episode_cover', crop });
      const [first] = await collectDerivatives(made.derivatives);
      return look(first?.data ?? Buffer.alloc(0));
    };
    const near = (found: readonly number[], wanted: readonly number[]) =>
      found.every((channel, index) => Math.abs(channel - (wanted[index] ?? 0)) < 24);
    const middle = await corner();
    t.ok(near(middle.at(20, 20), [255, 0, 0]) && near(middle.at(180, 180), [255, 255, 255]));
    const blue = await corner({ x: 100, y: 200, width: 200, height: 200 });
    t.ok(near(blue.at(5, 5), [0, 0, 255]) && near(blue.at(195, 195), [0, 0, 255]));

    const bad = [
      { x: -1, y: 0, width: 10, height: 10 },
      { x: 0, y: 0, width: 401, height: 401 },
      { x: 0, y: 0, width: 10, height: 11 },
      { x: 0, y: 0, width: 0, height: 0 },
      { x: 0.5, y: 0, width: 10, height: 10 },
      { x: Number.NaN, y: 0, width: 10, height: 10 },
    ];
    for (const crop of bad) {
      const made = await verdict(() => makeCoverDerivatives(quarters, { purpose: 'cover', crop }));
      t.equal(made, 'bad_crop', JSON.stringify(crop));
    }

    // Stored as 1200x1800 and rotated. This square fits only into the upright picture.
    const turned = await sharp(await samplePage(1200, 1800))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const crop = { x: 1300, y: 100, width: 500, height: 500 };
    t.equal(await verdict(() => makeCoverDerivatives(turned, { purpose: 'cover', crop })), 'accepted');
  },
);
