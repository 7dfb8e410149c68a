import t from 'tap';
import {
  begunBefore,
  OFFERED_MAX_COUNT,
  offeredFor,
  type Person,
} from '../../islands/community/comments/named.ts';

const person = (slug: string, name: string, isTeam = false): Person => ({
  id: slug,
  slug,
  display_name: name,
  mini_thumbnail_url: null,
  is_team: isTeam,
});

t.test('SOC-01 a name begins where a mention would', async (t) => {
  for (const [text, begun] of [
    ['@', ''],
    ['Ask @mir', 'mir'],
    ['(@Mír', 'Mír'],
    ['Zeile\n@mirko-h', 'mirko-h'],
    ['mika@mir', null],
    ['@@mir', null],
    ['@mir and', null],
    ['https://example.org/@mir', null],
    [`@${'a'.repeat(41)}`, null],
    ['', null],
  ] as const)
    t.equal(begunBefore(text), begun, JSON.stringify(text));
});

t.test('SOC-01 people are found by slug and by each word of their name, the team first', async (t) => {
  const people = [person('fox', 'Mira Tolle'), person('mirko', 'Haas', true), person('lee', 'Anna Ödön')];
  const found = (begun: string) => offeredFor(begun, people).map(({ slug }) => slug);
  t.same(found('mir'), ['mirko', 'fox']);
  t.same(found('TOL'), ['fox']);
  t.same(found('öd'), ['lee']);
  t.same(found('ira'), []);
  t.same(found(''), ['mirko', 'fox', 'lee']);
  const many = Array.from({ length: 500 }, (_, n) => person(`p-${n}`, `Person ${n}`));
  t.equal(offeredFor('p', many).length, OFFERED_MAX_COUNT);
});
