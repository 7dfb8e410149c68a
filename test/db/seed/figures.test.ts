import t from 'tap';
import { demoStories } from '../../../db/seed/content/index.ts';
import { shareOfEpisode, split, subscriberDays } from '../../../db/seed/figures.ts';

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

t.test('a whole is split without loss', async (t) => {
  t.same(split(10, [1, 1, 1]), [3, 4, 3]);
  t.same(split(0, [1, 2]), [0, 0]);
  t.same(split(7, [5]), [7]);
  t.equal(sum(split(1_304_880, [0.3, 0.21, 0.0001, 12])), 1_304_880);
});

t.test(
  'STO-19, EPI-08 the days of the demo make up its episodes, and these its stories, at any moment',
  async (t) => {
    for (const story of demoStories) {
      // The demo seeds in the background: each episode at a later moment, maybe on another day.
      const shares = story.episodes.map((_, index) =>
        shareOfEpisode(story, index, new Date(Date.parse('2026-11-20T23:50:00Z') + index * 400_000)),
      );
      t.equal(sum(shares.map(({ views }) => views)), story.figures.views, story.slug);
      t.equal(sum(shares.map(({ likes }) => likes)), story.figures.likes, story.slug);
      story.episodes.forEach(({ day }, index) => {
        const share = shares[index];
        if (day > 0) t.same(share, { views: 0, likes: 0, days: [] }, `${story.slug}: nobody has read it yet`);
        else
          t.ok(share && share.views > share.likes && share.likes > 0, `${story.slug}: readers of ${index}`);
      });
      for (const { views, likes, days } of shares) {
        t.equal(sum(days.map((day) => day.views)), views);
        t.equal(sum(days.map((day) => day.likes)), likes);
        t.ok(days.every((day) => day.views >= 0 && day.likes >= 0));
      }
    }
  },
);

t.test('STO-18 so do the days of its subscribers; the same every time', async (t) => {
  const now = new Date('2026-11-20T12:00:00Z');
  for (const story of demoStories) {
    const days = subscriberDays(story, now);
    t.equal(sum(days.map(({ subscribers }) => subscribers)), story.figures.subscribers, story.slug);
    t.same(subscriberDays(story, now), days);
    t.same(shareOfEpisode(story, 0, now), shareOfEpisode(story, 0, now));
  }
});

t.test('no figure is a round number, nor is any larger than what it is a part of', async (t) => {
  const now = new Date('2026-11-20T12:00:00Z');
  const figures = demoStories.flatMap((story) => {
    const { subscribers, views, likes } = story.figures;
    t.ok(subscribers < views && likes < views, story.slug);
    const shares = story.episodes.flatMap(({ day }, index) =>
      day > 0 ? [] : [shareOfEpisode(story, index, now)],
    );
    return [subscribers, views, likes, ...shares.flatMap((share) => [share.views, share.likes])];
  });
  t.same(
    figures.filter((figure) => figure % 1000 === 0),
    [],
  );
  const endings = new Set(figures.map((figure) => figure % 10));
  t.equal(endings.size, 10, 'they end in every digit');
});
