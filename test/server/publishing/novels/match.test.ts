import t from 'tap';
import { matchChapters } from '#server/domains/publishing/novels/books/match.ts';

const old = (id: string, title: string, textHash: string | null) => ({ id, title, textHash });
const found = (title: string, textHash: string | null) => ({ title, textHash });

t.test('RDN-01 chapters go on by their text, then by their title, each once', async (t) => {
  const before = [old('a', 'One', 'h1'), old('b', 'Interlude', 'h2'), old('c', 'Interlude', 'h2')];
  const cases: [string, ReturnType<typeof found>[], (string | null)[]][] = [
    ['the same text under other titles', [found('1', 'h2'), found('2', 'h1')], ['b', 'a']],
    ['the same text twice, in the order of reading', [found('x', 'h2'), found('y', 'h2')], ['b', 'c']],
    ['text comes before title', [found('One', 'h2'), found('z', 'h1')], ['b', 'a']],
    ['a mended text under its title', [found(' ONE ', 'h9'), found('Interlude', 'h8')], ['a', 'b']],
    ['neither', [found('New', 'h7')], [null]],
  ];
  for (const [name, after, expected] of cases) t.same(matchChapters(before, after), expected, name);
});

t.test('RDN-01 a chapter of pictures alone goes on by its title alone', async (t) => {
  const before = [old('map', 'A map', null), old('plate', 'A plate', null)];
  t.same(matchChapters(before, [found('Frontispiece', null), found('A plate', null)]), [null, 'plate']);
});
