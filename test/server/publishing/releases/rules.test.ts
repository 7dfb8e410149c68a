import t from 'tap';
import type { EpisodeStatus } from '#db/schema/index.ts';
import { canHappen, type EpisodeEvent, nextStatus } from '#server/domains/platform/policy/rules.ts';
import { missingParts, type ReadinessFacts } from '#server/domains/publishing/releases/rules.ts';
import { isAppError } from '#server/lib/errors.ts';

const STATES: EpisodeStatus[] = ['in_progress', 'scheduled', 'published', 'blocked'];
const EVENTS: EpisodeEvent[] = [
  'edit',
  'delete',
  'publish',
  'unpublish',
  'swap_page',
  'schedule',
  'unschedule',
  'due',
  'block',
  'unblock',
];

/** decisions.md §5, written out by hand. Everything missing here is refused. */
const TABLE: Record<string, string> = {
  'in_progress edit': 'in_progress',
  'in_progress delete': 'deleted',
  'in_progress publish': 'published',
  'in_progress schedule': 'scheduled',
  'in_progress block': 'blocked',
  'scheduled edit': 'scheduled',
  'scheduled delete': 'deleted',
  'scheduled publish': 'published',
  'scheduled schedule': 'scheduled',
  'scheduled unschedule': 'in_progress',
  'scheduled due': 'published',
  'scheduled block': 'blocked',
  'published unpublish': 'in_progress',
  'published swap_page': 'published',
  'published block': 'blocked',
  'blocked unblock': 'in_progress',
};

const catching = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

t.test(
  'EPI-12, EPI-40, EPI-41 every state and event leads where the table says, or is refused',
  async (t) => {
    for (const status of STATES) {
      for (const event of EVENTS) {
        const expected = TABLE[`${status} ${event}`];
        t.equal(canHappen(status, event), expected !== undefined, `${status} ${event}`);
        if (expected !== undefined) {
          t.equal(nextStatus(status, event), expected);
          continue;
        }
        const code = status === 'blocked' && event !== 'block' ? 'episode_blocked' : 'invalid_state';
        t.throws(() => nextStatus(status, event), { status: 409, code }, `${status} ${event} is refused`);
      }
    }
    t.ok(
      isAppError(catching(() => nextStatus('published', 'edit'))),
      'EPI-33 a published episode cannot be edited',
    );
  },
);

const READY: ReadinessFacts = {
  publicationType: 'comics',
  hasCover: true,
  coverReady: true,
  title: 'One',
  pages: { total: 3, ready: 3, failed: 0 },
  chapters: 0,
};

t.test('an episode is ready when its story has a cover and all its pages are processed', async (t) => {
  t.same(missingParts(READY), []);
  t.same(missingParts({ ...READY, hasCover: false }), ['cover']);
  t.same(missingParts({ ...READY, coverReady: false }), ['cover']);
  t.same(missingParts({ ...READY, title: ' ' }), ['title']);
  t.same(missingParts({ ...READY, pages: { total: 0, ready: 0, failed: 0 } }), ['pages']);
  t.same(missingParts({ ...READY, pages: { total: 3, ready: 2, failed: 0 } }), ['pages_processing']);
  t.same(missingParts({ ...READY, pages: { total: 3, ready: 2, failed: 1 } }), ['pages_failed']);
  t.same(missingParts({ ...READY, publicationType: 'novel' }), ['chapters']);
  t.same(
    missingParts({
      ...READY,
      publicationType: 'novel',
      chapters: 1,
      pages: { total: 0, ready: 0, failed: 0 },
    }),
    [],
  );
});

t.test('EPI-46 neither one page nor forty are refused', async (t) => {
  for (const total of [1, 4, 23, 40])
    t.same(missingParts({ ...READY, pages: { total, ready: total, failed: 0 } }), []);
});
