/** A large book goes from the browser into the bucket, past the server; and through the server where that is refused. */
import { randomBytes } from 'node:crypto';
import t, { type Test } from 'tap';
import { makeBook } from '../support/books.ts';
import { bucketEnvironment, startBucket } from '../support/bucket.ts';
import { createEpisode, createStory } from '../support/console.ts';
import { awake } from '../support/editor.ts';
import { startSite, wide } from '../support/site.ts';

const MIB = 1024 * 1024;

t.test('OPS-05 a large book is put into the bucket by the browser', async (t) => {
  const s3 = await startBucket();
  const site = await startSite({ environment: bucketEnvironment(s3) });
  t.teardown(async () => {
    await site.close();
    await s3.close();
  });
  const creator = await site.signUp('Mirko Haas');
  const novel = await createStory(site, creator, { title: 'Room 313', publication_type: 'novel' });
  // What nothing can make smaller.
  const buffer = makeBook({ files: { 'OPS/heavy.bin': randomBytes(9 * MIB) } });
  const allow = (origin: string) => {
    s3.rules.cors = `<CORSRule><AllowedOrigin>${origin}</AllowedOrigin></CORSRule>`;
  };
  const puts = () => s3.seen.direct;

  async function send(t: Test) {
    const { page, context, faults, goto } = await site.open({ as: creator, ...wide });
    const { id } = await createEpisode(site, creator, novel.id);
    await goto(`/creator/stories/${novel.id}/episodes/${id}/epub`);
    await awake(page, 'EpubUpload');
    const file = { name: 'room-313.epub', mimeType: 'application/epub+zip', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('heading', { name: 'Reading your book' }).waitFor();
    await site.runJobs();
    await page.getByRole('heading', { name: 'This is what we found' }).waitFor();
    t.match(await page.locator('main').innerText(), 'room-313.epub');
    await context.close();
    return faults;
  }

  await t.test('where the bucket allows it, the server never sees the file come', async (t) => {
    allow(site.origin);
    const faults = await send(t);
    t.equal(puts(), 1);
    t.ok(
      faults.every((fault) => fault.includes(s3.endpoint)),
      `nothing but the bucket is asked: ${faults}`,
    );
    const left = [...s3.objects.keys()].filter((key) => key.startsWith('uploads/incoming/'));
    t.same(left, [], 'nothing is left on the way');
  });

  await t.test('where it does not, the file goes through the server', async (t) => {
    allow('https://other.example');
    await send(t);
    t.equal(puts(), 1, 'nothing more came directly');
  });

  await t.test('only the pages that send files may speak to the bucket', async (t) => {
    const policyOf = async (path: string) =>
      (
        await site.app.inject({
          url: path,
          headers: { ...creator.headers, cookie: `auth_token=${creator.token}` },
        })
      ).headers['content-security-policy'];
    t.match(await policyOf('/creator/stories'), "connect-src 'self';");
    t.match(await policyOf('/'), "connect-src 'self';");
  });
});
