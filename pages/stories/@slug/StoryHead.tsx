import type { ReactNode } from 'react';
import StoryCounts from '#islands/reading/StoryCounts.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { StoryPage } from '../../../server/domains/reading/reader/queries-story.ts';
import { address } from '../../addresses.ts';
import { useFrame } from '../../layout/context.ts';
import { Cover } from '../../ui/Cover.tsx';
import { Face } from '../../ui/Face.tsx';
import { Flood } from '../../ui/Flood.tsx';
import { Founder } from '../../ui/Founder.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Title } from '../../ui/Title.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import { useStoryWords } from '../labels.ts';
import { coverSizes } from './coverSizes.ts';
import css from './StoryHead.module.css';
import { StoryTools } from './StoryTools.tsx';
import { shownStory } from './shown.ts';

type StoryHeadProps = { story: StoryPage; action: ReactNode; hasApp: boolean };

/** Head of the story page. On phones its action is in the dock. */
export function StoryHead({ story, action, hasApp }: StoryHeadProps) {
  const t = useTranslations('story');
  const words = useStoryWords();
  const href = useHref();
  const { preview } = useFrame();
  const { ratingAverage, ratingsCount, subscribersCount, viewsCount, likesCount } = story;
  const counts = {
    story: shownStory(story),
    figures: { ratingAverage, ratingsCount, subscribersCount, viewsCount, likesCount },
  };
  const age = { all: t('ageAll'), teen13: t('age13'), mature16: t('age16') }[story.rating];
  return (
    <Flood colour={story.colour ?? undefined}>
      <Wrap className={css.inside}>
        <div className={css.picture}>
          <Cover
            picture={story.cover}
            alt={t('cover', { title: story.title })}
            sizes={coverSizes}
            priority="high"
            bare
            className={css.cover}
          />
        </div>
        <div className={css.text}>
          <p className={css.kind}>
            <b>
              <a href={href(address('/genres/@genre', { genre: story.genre }))}>{words.genre(story.genre)}</a>{' '}
              · {words.kind(story.publicationType)}
            </b>{' '}
            ·{' '}
            <a href={href(address('/languages/@code', { code: story.language }))}>
              {words.language(story.language)}
            </a>{' '}
            · {age}
            {story.premium && (
              <>
                {/* A line break comes after the dot. */}
                {'\u00a0· '}
                <span className={css.premium}>
                  <Icon name="lock" />
                  {t('premium')}
                </span>
              </>
            )}
          </p>
          <Title language={story.language}>{story.title}</Title>
          <p className={css.author}>
            <a className={css.name} href={href(address('/profile/@slug', { slug: story.author.slug }))}>
              <Face url={story.author.pictureUrl} />
              <b dir="auto">{story.author.displayName}</b>
            </a>
            {story.author.founder && <Founder plain>{t('founder')}</Founder>}
          </p>
          {preview === null ? (
            <Island name="StoryCounts" component={StoryCounts} props={counts} wake="reader" />
          ) : (
            <StoryCounts {...counts} />
          )}
          {story.description.trim() !== '' && (
            <p className={css.description} lang={story.language} dir="auto">
              {story.description.trim()}
            </p>
          )}
          <div className={css.actions}>
            {action}
            <StoryTools slug={story.slug} />
          </div>
          <p>
            <a className={css.app} href={href(address('/app'))}>
              {t(hasApp ? 'appRead' : 'appSoon')}
            </a>
          </p>
        </div>
      </Wrap>
    </Flood>
  );
}
