import EpisodeList from '../../../../islands/EpisodeList.tsx';
import { Island } from '../../../../islands/runtime/Island.tsx';
import StoryForm from '../../../../islands/StoryForm.tsx';
import { useHref, useTranslations } from '../../../../locales/react.tsx';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { LinkButton } from '../../../ui/Button.tsx';
import { StateMark } from '../../../ui/StateMark.tsx';
import head from '../../Head.module.css';
import { NeedsScript } from '../../NeedsScript.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  const { own: story, episodes, form } = data;
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
        items={[{ label: t('yourStories'), href: href('/creator/stories') }, { label: story.title }]}
      />
      <div className={head.head}>
        <h1 lang={story.language} dir="auto" className={head.title}>
          {story.title}
        </h1>
        <StateMark state={story.published ? 'published' : 'in_progress'} words={words} />
        {story.published && (
          <div className={head.tools}>
            <LinkButton kind="quiet" icon="eye" href={href(`/stories/${story.slug}`)}>
              {t('view')}
            </LinkButton>
          </div>
        )}
      </div>
      <NeedsScript />
      <div className={css.grid}>
        <section aria-labelledby="episodes">
          <h2 id="episodes" className={css.heading}>
            {t('episodesTitle')}
          </h2>
          <Island
            name="EpisodeList"
            component={EpisodeList}
            props={{
              storyId: story.id,
              language: story.language,
              episodes,
              mayEdit: story.role !== 'viewer',
              hasPages: story.publication_type !== 'novel',
              titleMost: form.most.title,
            }}
          />
        </section>
        <section aria-labelledby="details">
          <h2 id="details" className={css.heading}>
            {t('details')}
          </h2>
          <Island name="StoryForm" component={StoryForm} props={form} />
        </section>
      </div>
    </>
  );
}
