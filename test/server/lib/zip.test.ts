import t from 'tap';
import { type EntryFacts, zipProblem } from '#server/lib/zip/entries.ts';

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
