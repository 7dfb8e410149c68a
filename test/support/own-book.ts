/** A book with everything that chapters may contain, for writing as ePub. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type OwnBook, writeEpub } from '#server/domains/publishing/novels/epub/write.ts';
import { sanitizeProse } from '#server/domains/publishing/novels/sanitize.ts';
import { draw } from './pictures.ts';

const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const COVER = id(90);
const HILL = id(91);
const GONE = id(99);

const FIRST = `<p id="t1">Rain &amp; <em>snow</em><a href="#t2" role="doc-noteref">1</a>, <ruby>昨夕<rt>ゆうべ</rt></ruby>.<br>On.</p>
<figure><img data-picture="${HILL}" alt="A &quot;hill&quot;"><figcaption>Hill</figcaption></figure>
<p>Lost: <img data-picture="${GONE}" alt="a picture that is gone"></p><hr>
<aside id="t2" role="doc-footnote"><p>Of March. <a href="#t1" role="doc-backlink">back</a></p></aside>
<p class="center" lang="he" dir="rtl">שלום</p><p class="verse">One line</p><blockquote><p>Quoted</p></blockquote>
<ol start="3" reversed><li>three<ul><li>inner</li></ul></li><li>two</li></ol>
<table><caption>Table</caption><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td colspan="2">both</td></tr></tbody></table>
<dl><dt>Term</dt><dd>What it is</dd></dl><pre>as  it
is</pre>`;
const SECOND = `<h2>A part</h2><p><a href="chapter:${id(1)}#t1">There</a>, <a href="chapter:${id(1)}#t9">nowhere</a>,
<a href="chapter:${id(7)}">gone</a>, <a href="#t5">lost</a> and <a href="https://example.com/?a=1&amp;b=2">out</a>.</p>
<p><math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math> <span lang="fr">Bonjour</span> <code>x &lt; y</code></p>`;

export async function ownBook(more: Partial<OwnBook['facts']> = {}): Promise<OwnBook> {
  const jpeg = await draw({ width: 60, height: 80, format: 'jpeg' }, (x, y) => [x, y, 128]);
  const texts = new Map([
    [id(1), sanitizeProse(FIRST).html],
    [id(2), sanitizeProse(SECOND).html],
  ]);
  return {
    facts: {
      id: id(0),
      title: 'Salt & Lamp <3',
      authors: ['Mira "M" Sol'],
      language: 'en',
      direction: null,
      isVertical: false,
      description: 'A story.',
      publisher: 'Tsuzuki',
      modified: new Date('2026-01-02T03:04:05.678Z'),
      cover: COVER,
      labels: { contents: 'Contents', cover: 'Cover', begin: 'Begin reading' },
      ...more,
    },
    chapters: [
      { id: id(1), title: 'Rain & snow' },
      { id: id(2), title: 'On' },
    ],
    htmlOf: async (chapterId) => texts.get(chapterId) ?? '',
    pictures: [COVER, HILL, id(92)].map((picture) => ({
      id: picture,
      type: 'image/jpeg',
      open: () => Readable.from([jpeg]),
    })),
  };
}

export const writtenBook = async (book: OwnBook): Promise<Buffer> => buffer(await writeEpub(book));
