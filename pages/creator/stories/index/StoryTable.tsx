import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import type { ConsoleStoryView } from '#server/domains/publishing/stories/queries.ts';
import type { StorySort } from '#server/domains/publishing/stories/rules.ts';
import { Cover } from '../../../ui/Cover.tsx';
import { coverFacts } from '../../../ui/coverFacts.ts';
import { StateMark } from '../../../ui/StateMark.tsx';
import { type Column, Table } from '../../../ui/Table.tsx';
import type { Data } from './+data.ts';
import { listAddress } from './address.ts';
import { momentOf, storyPath, useNextStep, useStateWords, useTally } from './labels.ts';
import css from './StoryTable.module.css';

type Key = 'title' | 'state' | 'views' | 'subscribers' | 'last_update' | 'next_release' | 'next_step';

export function StoryTable({ data: { asked, stories, timezone } }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  const next = useNextStep();
  const tally = useTally();
  const words = useStateWords();
  const sorted = (key: StorySort & Key, numeric?: boolean): Column<Key> => ({
    key,
    label: t(`sorts.${key}`),
    numeric,
    href: href(listAddress(asked, { sort: key })),
    sorted:
      asked.sort !== key ? undefined : key === 'title' || key === 'next_release' ? 'ascending' : 'descending',
  });
  const cells = (story: ConsoleStoryView) => {
    const release = story.next_release && momentOf(story.next_release.publish_at, timezone);
    const step = next(story);
    return {
      title: (
        <span className={css.story}>
          <Cover
            picture={coverFacts(story.mini_thumbnail_url)}
            sizes="2.5rem"
            priority="lazy"
            className={css.cover}
          />
          <span>
            <a href={href(storyPath(story))} lang={story.language} dir="auto" className={css.title}>
              {story.title}
            </a>
            <span className={css.kind}>
              {t(`types.${story.publication_type}`)}
              {story.role !== 'owner' && ` · ${t(`shared.${story.role}`)}`}
            </span>
          </span>
        </span>
      ),
      state: (
        <span className={css.state}>
          <StateMark state={story.published ? 'published' : 'in_progress'} words={words} />
          <span className={css.kind}>{tally(story)}</span>
        </span>
      ),
      views: formatNumber(story.views_count),
      subscribers: formatNumber(story.subscribers_count),
      last_update: <span className={css.moment}>{momentOf(story.last_update, timezone).date}</span>,
      next_release: release && (
        <span className={css.moment}>
          {release.date} <span className={css.time}>{release.time}</span>
        </span>
      ),
      next_step: step && (
        <a href={step.href} title={step.stands} className={css.step}>
          {step.label}
        </a>
      ),
    };
  };
  return (
    <div className={css.scroll}>
      <Table<Key>
        caption={t('yourStories')}
        columns={[
          sorted('title'),
          { key: 'state', label: t('state') },
          sorted('views', true),
          sorted('subscribers', true),
          sorted('last_update'),
          sorted('next_release'),
          { key: 'next_step', label: t('nextStep') },
        ]}
        rows={stories.map((story) => ({ id: story.id, cells: cells(story) }))}
      />
    </div>
  );
}
