import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { type EntryFacts, zipProblem } from '#server/lib/zip/entries.ts';
import { isZipRefused, openZip } from '#server/lib/zip/open.ts';
import { makeZip, withZip64 } from '#test/support/make-zip.ts';
import { temporaryFolder } from '#test/support/temporary.ts';

const limits = { entriesMaxCount: 3, inflatedMaxBytes: 3_000_000 };
const fine: EntryFacts = {
  fileName: '1.jpg',
  compressedSize: 10,
  uncompressedSize: 10,
  compressionMethod: 0,
  generalPurposeBitFlag: 0,
  externalFileAttributes: 0,
  versionMadeBy: 0,
  relativeOffsetOfLocalHeader: 0,
  fileNameLength: 5,
};
const named = (index: number): EntryFacts => ({
  ...fine,
  fileName: `${index}.jpg`,
  relativeOffsetOfLocalHeader: index * 100,
});

t.test('the table of contents of a zip is judged without a byte of content', async (t) => {
  const of = (facts: Partial<EntryFacts>) => zipProblem([{ ...fine, ...facts }], limits);
  t.equal(of({}), null);
  t.equal(of({ compressedSize: 1, uncompressedSize: 1024 * 1024 }), null, 'small files may shrink much');
  t.equal(of({ compressedSize: 10_000, uncompressedSize: 2_000_000 }), null, '200 to 1');
  t.equal(of({ compressedSize: 10_000, uncompressedSize: 2_000_001 }), 'bomb');
  t.equal(of({ compressedSize: 2_000_000, uncompressedSize: 3_000_001 }), 'bomb', 'too much in all');
  t.equal(of({ fileName: 'a/..b/1.jpg' }), null, 'dots in a name are no way out');
  const composed = [
    { ...fine, fileName: 'ä.jpg' },
    { ...fine, fileName: 'a\u0308.jpg', relativeOffsetOfLocalHeader: 99 },
  ];
  t.equal(zipProblem(composed, limits), 'duplicates', 'one name in two spellings');
  t.equal(zipProblem([0, 1, 2].map(named), limits), null);
  t.equal(zipProblem([0, 1, 2, 3].map(named), limits), 'entries');
});

const folder = await temporaryFolder();
const path = join(folder, 'a.zip');

async function contentsOf(data: Buffer): Promise<string> {
  await writeFile(path, data);
  const open = { entriesMaxCount: 3, inflatedMaxBytes: 3_000_000 };
  try {
    const zip = await openZip(path, open);
    try {
      const contents: Uint8Array[] = [];
      for (const entry of zip.entries) for await (const chunk of zip.contentOf(entry)) contents.push(chunk);
      return Buffer.concat(contents).toString();
    } finally {
      await zip.close();
    }
  } catch (error) {
    if (isZipRefused(error)) return error.problem;
    throw error;
  }
}

t.test('OPS-10 a zip64 that leads out of its file is damaged', async (t) => {
  const entry = { name: 'a.txt', data: Buffer.from('inside'), method: 8 };
  const zip = makeZip([entry]);
  t.equal(await contentsOf(withZip64(zip, {})), 'inside', 'zip64 itself is read');
  for (const far of [10_000n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]) {
    t.equal(await contentsOf(withZip64(zip, { directory: far })), 'damaged', `directory at ${far}`);
    t.equal(await contentsOf(withZip64(zip, { record: far })), 'damaged', `end record at ${far}`);
    t.equal(await contentsOf(makeZip([{ ...entry, offset64: far }])), 'damaged', `entry at ${far}`);
  }
  t.equal(await contentsOf(withZip64(makeZip([]), { directory: 2n ** 63n, count: 1n })), 'damaged');
  t.equal(await contentsOf(withZip64(zip, { count: 2n ** 63n })), 'entries');
  for (let length = 0; length < zip.length; length += 1)
    t.equal(await contentsOf(zip.subarray(0, length)), 'damaged', `the first ${length} bytes`);
});

t.test('OPS-10 sizes and checksums hold while it is unpacked', async (t) => {
  const data = Buffer.from('inside');
  const of = (uncompressedSize: number, crc?: number) =>
    contentsOf(makeZip([{ name: 'a', data, method: 8, claims: { uncompressedSize, ...(crc && { crc }) } }]));
  t.equal(await of(6), 'inside');
  t.equal(await of(5), 'damaged');
  t.equal(await of(7), 'damaged');
  t.equal(await of(6, 1), 'damaged');
});

t.teardown(() => rm(folder, { recursive: true }));
