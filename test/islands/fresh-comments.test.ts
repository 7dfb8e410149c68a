import t from 'tap';
import { countNewer, newestSeen, refreshed } from '../../islands/community/comments/fresh.ts';
import type { CommentList, CommentView } from '../../server/domains/community/comments/queries.ts';

const comment = (id: string, values: Partial<CommentView> = {}) =>
  ({ id, likes_count: 0, own: false, pinned: false, ...values }) as CommentView;
const listOf = (comments: CommentView[], values: Partial<CommentList> = {}) =>
  ({
    comments,
    comments_count: comments.length,
    page: 1,
    per_page: 3,
    total: comments.length,
    ...values,
  }) as CommentList;
const idsOf = (list: CommentList) => list.comments.map(({ id }) => id).join('');

t.test('what is gone goes; what was pushed down stays', async (t) => {
  const shown = listOf(['c', 'b', 'a'].map((id) => comment(id)));
  t.equal(idsOf(refreshed(shown, listOf([comment('c'), comment('a')]), 'new')), 'ca', 'b was hidden');
  const pushed = refreshed(shown, listOf(['e', 'd', 'c'].map((id) => comment(id))), 'new');
  t.equal(idsOf(pushed), 'cba', 'what is new is not called yet');
  t.equal(idsOf(refreshed(shown, listOf(['e', 'd', 'b'].map((id) => comment(id))), 'new')), 'ba');
  t.equal(idsOf(refreshed(shown, listOf([]), 'new')), '');
});

t.test('by likes, too', async (t) => {
  const shown = listOf([comment('a', { likes_count: 9 }), comment('c'), comment('b')]);
  const found = listOf([comment('d', { likes_count: 5 }), comment('f'), comment('e')]);
  t.equal(idsOf(refreshed(shown, found, 'top')), 'cb');
});

t.test('what has changed changes, a new pin comes first, and counts follow', async (t) => {
  const shown = listOf([comment('c'), comment('b'), comment('a')]);
  const now = refreshed(
    shown,
    listOf([comment('b', { pinned: true }), comment('c', { likes_count: 4 }), comment('a')], {
      comments_count: 9,
      locked: true,
    }),
    'new',
  );
  t.equal(idsOf(now), 'bca');
  t.equal(now.comments[1]?.likes_count, 4);
  t.match(now, { comments_count: 9, locked: true });
});

t.test(
  'those that came are counted, without one’s own and without those of people whom nobody hears',
  async (t) => {
    const shown = listOf([comment('b'), comment('a')]);
    const newest = listOf([
      comment('e'),
      comment('d', { own: true }),
      comment('c'),
      comment('b'),
      comment('a'),
    ]);
    const seen = newestSeen(shown, newest, true);
    t.equal(seen, 'b');
    t.equal(countNewer(shown, newest, seen), 2);
    t.equal(countNewer(shown, listOf([comment('b'), comment('a')], { comments_count: 7 }), seen), 0);
  },
);

t.test('a list by likes does not say what is newest; how many have come since does', async (t) => {
  const shown = listOf([comment('a', { likes_count: 9 })], { comments_count: 3 });
  const newest = listOf(
    ['d', 'c', 'b'].map((id) => comment(id)),
    { comments_count: 4 },
  );
  t.equal(countNewer(shown, newest, newestSeen(shown, newest, false)), 1);
  t.equal(newestSeen(listOf([]), listOf([]), false), '');
});
