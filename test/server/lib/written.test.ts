import t from 'tap';
import { hasLink, mentionsIn, partsOf, tidied } from '#server/lib/written.ts';

const all = () => true;

t.test('parts hold the whole text, whatever it is', async (t) => {
  for (const text of [
    'plain',
    '@a @b @a',
    'https://a.example/x?y=1#z.',
    'see (https://a.example) or http://b.example!',
    'javascript:alert(1) //evil.example ftp://a.example a@b.example',
    '\u202eevil\u202c https://пример.example',
    '',
  ])
    t.equal(
      partsOf(text, all)
        .map((part) => part.text)
        .join(''),
      text,
    );
});

t.test('only web addresses are links', async (t) => {
  const urls = (text: string) => partsOf(text, all).flatMap(({ url }) => url ?? []);
  t.same(urls('a https://a.example/x. b http://b.example'), ['https://a.example/x', 'http://b.example']);
  for (const text of [
    'javascript:alert(1)',
    '//a.example',
    'ftp://a.example',
    'mailto:a@b.example',
    'a.example',
  ])
    t.same([urls(text), hasLink(text)], [[], false], text);
});

t.test('a name stands alone', async (t) => {
  t.same(mentionsIn('@a-b, (@c) @a-b x@d @@e /@f'), ['a-b', 'c']);
});

t.test('text is tidied and not changed', async (t) => {
  t.equal(tidied('  a\r\nb\n\n\n\n\n\nc  '), 'a\nb\n\n\nc');
});
