import type { ReactNode } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { ConsoleStoryView } from '../../../server/domains/publishing/stories/queries.ts';
import { address } from '../../addresses.ts';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { coverFacts } from '../../ui/coverFacts.ts';
import { StateMark } from '../../ui/StateMark.tsx';
import css from './StoryHead.module.css';
import { type StoryRoom, StoryRooms } from './StoryRooms.tsx';

export type StoryHeadProps = {
  story: Pick<
    ConsoleStoryView,
    'id' | 'slug' | 'title' | 'language' | 'published' | 'mini_thumbnail_url' | 'role' | 'episodes_count'
  >;
  current: StoryRoom | 'preview';
  tools?: ReactNode;
};

export function StoryHead({ story, current, tools }: StoryHeadProps) {
  const t = useTranslations('console');
  const href = useHref();
  const path = href(address('/creator/stories/@id', { id: story.id }));
  const room = t(`rooms.${current}`);
  const isRoot = current === 'episodes';
  const words = {
    in_progress: t('filters.work_in_progress'),
    scheduled: '',
    published: t('filters.published'),
    blocked: '',
  };
  return (
    <>
      <Breadcrumbs
        label={t('way')}
        items={[
          { label: t('yourStories'), href: href('/creator/stories') },
          ...(isRoot ? [{ label: story.title }] : [{ label: story.title, href: path }, { label: room }]),
        ]}
      />
      <div className={css.head}>
        <Cover picture={coverFacts(story.mini_thumbnail_url)} sizes="4rem" className={css.cover} />
        <div className={css.what}>
          <h1 lang={story.language} dir="auto" className={css.title}>
            {story.title}
          </h1>
          <p className={css.state}>
            <StateMark state={story.published ? 'published' : 'in_progress'} words={words} />
            {story.role !== 'owner' && <span>{t(`shared.${story.role}`)}</span>}
          </p>
        </div>
        <div className={css.tools}>
          {tools}
          <LinkButton kind="quiet" icon="user" href={`${path}/preview`}>
            {t('previewAs')}
          </LinkButton>
          {story.published && (
            <LinkButton kind="quiet" icon="eye" href={href(address('/stories/@slug', { slug: story.slug }))}>
              {t('view')}
            </LinkButton>
          )}
        </div>
      </div>
      <div className={css.rooms}>
        <StoryRooms story={story} current={current} />
      </div>
    </>
  );
}
