import t from 'tap';
import { type KnownReader, markOf, readMine } from '../../islands/reading/story/reader-state.ts';

const mine = {
  own: false,
  subscribed: true,
  notify: 'all' as const,
  stars: 4,
  rated_at: '2026-03-02T10:00:00.000Z',
  reported: null,
  choice: null,
  glide_speed: null,
  read_count: 0,
  prose: null,
  notes: null,
  continue: null,
  episodes: [],
  liked_episode_ids: [],
  unlocked_episode_ids: [],
  unlocked_numbers: [] as number[],
  locked_episodes: [] as { id: string; number: number; price: number; free_at: string | null }[],
};
const last = {
  episode_id: 'e7',
  number: 7,
  title: 'Thirty-One Steps',
  item: 9,
  items: 18,
  offset: 0.2,
  finished: false,
  next: { episode_id: 'e8', number: 8 },
};

t.test('SOC-08 where to read on', async (t) => {
  const onwardOf = (continued: typeof last | null) => readMine({ ...mine, continue: continued }).onward;
  t.equal(onwardOf(null), null);
  t.same(onwardOf(last), { number: 7, item: 9 });
  t.same(onwardOf({ ...last, item: 1 }), { number: 7, item: null }, 'the first page is the top');
  t.same(onwardOf({ ...last, finished: true }), { number: 7, item: 9 }, 'read once more');
  t.same(onwardOf({ ...last, item: 18, finished: true }), { number: 8, item: null });
  t.same(onwardOf({ ...last, item: 18 }), { number: 7, item: 18 }, 'in the last chapter, not at its end');
  const none = { ...last, item: 18, finished: true, next: null as never };
  t.equal(onwardOf(none), null, 'nothing comes after it yet');
});

t.test('SOC-08 what stands in the row of an episode', async (t) => {
  const at = (item: number, furthest: number, finished = false) => ({
    id: 'e7',
    number: 7,
    item,
    furthest_item: furthest,
    items: 18,
    offset: 0,
    finished,
    read_at: '2026-11-21T20:00:00.000Z',
  });
  const rowOf = (changed: Partial<Parameters<typeof readMine>[0]>) =>
    markOf(7, 18, readMine({ ...mine, ...changed }) as KnownReader);
  t.equal(rowOf({}), null);
  t.same(rowOf({ unlocked_numbers: [7] }), { kind: 'unlocked' });
  t.same(rowOf({ continue: last, episodes: [at(9, 9)] }), { kind: 'continue', item: 9, items: 18 });
  t.same(rowOf({ continue: last, episodes: [at(9, 18, true)] }), { kind: 'continue', item: 9, items: 18 });
  t.same(rowOf({ episodes: [at(18, 18, true)], unlocked_numbers: [7] }), { kind: 'read' });
  t.same(rowOf({ episodes: [at(9, 9)] }), { kind: 'begun', percent: 50 });
  t.same(rowOf({ episodes: [at(9, 9)], unlocked_numbers: [7] }), { kind: 'unlocked' });
});
