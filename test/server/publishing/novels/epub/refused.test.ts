import { rm } from 'node:fs/promises';
import t from 'tap';
import type { Refusal } from '#server/domains/publishing/novels/epub/refused.ts';
import { type BookParts, makeBook } from '#test/support/books.ts';
import { withZip64, type ZipEntry } from '#test/support/make-zip.ts';
import { startReading } from '#test/support/read-books.ts';

const { root, readFrom, refusalOf } = await startReading();
const refusal = (parts: BookParts, more: readonly ZipEntry[] = []) => refusalOf(makeBook(parts, more));
const other = Buffer.from('something else');

t.test('NOV-10 a book that cannot be read is refused with its reason and the place to mend', async (t) => {
  const broken = await refusal({
    texts: {
      'one.xhtml': '<h1>One</h1>\n<p>Fine.</p>\n<p>“Nobody,” she said.\n<h2>Twelve</h2>\n<p>By noon.</p>',
    },
  });
  t.match(broken, { reason: 'not_closed', file: 'OPS/one.xhtml', line: 8, element: 'p' });
  t.same(
    broken.excerpt?.map(({ number, text }) => `${number} ${text}`),
    [
      '6 <h1>One</h1>',
      '7 <p>Fine.</p>',
      '8 <p>“Nobody,” she said.',
      '9 <h2>Twelve</h2>',
      '10 <p>By noon.</p>',
    ],
  );
  const cases: [string, Refusal['reason'], BookParts][] = [
    ['an attribute without an end', 'not_well_formed', { texts: { 'one.xhtml': '<p class="x>a</p>' } }],
    [
      'its own entities',
      'entities',
      {
        texts: {
          'one.xhtml':
            '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "&b;"><!ENTITY b "c">]><html><body><p>&a;</p></body></html>',
        },
      },
    ],
    [
      'bytes that are no text',
      'encoding',
      { files: { 'OPS/one.xhtml': Buffer.from([0x3c, 0x70, 0xff, 0xfe, 0xfd]) } },
    ],
    [
      'nested without end',
      'too_tangled',
      { texts: { 'one.xhtml': `${'<div>'.repeat(300)}a${'</div>'.repeat(300)}` } },
    ],
    [
      'a chapter above 8 MiB',
      'too_long',
      { texts: { 'one.xhtml': `<p>${Array.from({ length: 800_000 }, (_, n) => n * n).join(' ')}</p>` } },
    ],
    [
      'one paragraph larger than a chapter',
      'too_long',
      { texts: { 'one.xhtml': `<p>${Array.from({ length: 90_000 }, (_, n) => `w${n}`).join(' ')}</p>` } },
    ],
    ['no mimetype', 'mimetype_missing', { without: ['mimetype'] }],
    ['another mimetype', 'mimetype_wrong', { files: { mimetype: 'application/zip' } }],
    ['no container', 'no_container', { without: ['META-INF/container.xml'] }],
    ['no package', 'no_package', { without: ['OPS/book.opf'] }],
    ['no file of text', 'missing_file', { without: ['OPS/one.xhtml'] }],
    ['an empty spine', 'no_text', { spine: ' ' }],
    [
      'a key',
      'copy_protected',
      {
        files: {
          'META-INF/encryption.xml':
            '<encryption xmlns:e="x"><e:EncryptedData><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><e:CipherData><e:CipherReference URI="OPS/one.xhtml"/></e:CipherData></e:EncryptedData></encryption>',
        },
      },
    ],
    [
      'a way out',
      'missing_file',
      { texts: { '../../../etc/passwd': '' }, without: ['OPS/../../../etc/passwd'] },
    ],
  ];
  for (const [name, reason, parts] of cases) t.equal((await refusal(parts)).reason, reason, name);
  t.equal(
    (await refusal({}, [{ name: 'OPS/../../x', data: other }])).reason,
    'unsafe',
    'names that lead out',
  );
  t.equal(
    (await refusal({}, [{ name: 'a', method: 8, data: Buffer.alloc(3_000_000) }])).reason,
    'too_large',
    'a bomb',
  );
  const lie = [{ name: 'OPS/late.css', data: other, claims: { crc: 1 } }];
  t.equal((await readFrom(makeBook({}, lie))).book.title, 'A Book', 'damage where nobody reads');
  t.equal((await refusalOf(Buffer.from('<html>'))).reason, 'damaged');
  t.equal((await refusalOf(makeBook().subarray(0, 400))).reason, 'damaged');
  const far = withZip64(makeBook(), { directory: 2n ** 63n });
  t.equal((await refusalOf(far)).reason, 'damaged', 'a directory far away');
});

t.test('OPS-10 obfuscated fonts are no copy protection', async (t) => {
  const { book } = await readFrom(
    makeBook({
      files: {
        'META-INF/encryption.xml':
          '<encryption xmlns:e="x"><e:EncryptedData><e:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><e:CipherData><e:CipherReference URI="OPS/f.otf"/></e:CipherData></e:EncryptedData></encryption>',
      },
    }),
  );
  t.equal(book.chapters.length, 1);
});

t.teardown(() => rm(root, { recursive: true }));
