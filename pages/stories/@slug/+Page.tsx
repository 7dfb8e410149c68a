import { useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { StoryCards } from '../../layout/StoryCards.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { FirstScreenEnd } from '../../ui/FirstScreenEnd.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import { useStoryHref } from '../preview.ts';
import type { Data } from './+data.ts';
import { EpisodeList } from './EpisodeList.tsx';
import css from './Page.module.css';
import { StoryHead } from './StoryHead.tsx';

/** A longer title would fill the heading over the similar stories. */
const LONG_TITLE = 32;

export default function Page({ data: { page: story, appUrl } }: { data: Data }) {
  const t = useTranslations('story');
  const storyHref = useStoryHref();
  const first = story.hundreds[0]?.first;
  const firstHref = storyHref(address('/stories/@slug/@number', { slug: story.slug, number: first ?? 1 }));
  return (
    <main id="main">
      <StoryHead
        story={story}
        action={
          first !== undefined && (
            <LinkButton kind="ink" big icon="book-open" href={firstHref} className={css.wide}>
              {t('readEpisode', { number: first ?? 1 })}
            </LinkButton>
          )
        }
      />
      <FirstScreenEnd />
      <Wrap className={css.columns}>
        <EpisodeList story={story} />
        <aside className={css.side}>
          {appUrl && (
            <section>
              <h2>{t('appHeading')}</h2>
              <p>{t('appText')}</p>
              <p>
                <LinkButton href={appUrl} icon="smartphone">
                  {t('appAction')}
                </LinkButton>
              </p>
            </section>
          )}
          {story.tags.length > 0 && (
            <section>
              <h2>{t('tags')}</h2>
              <p dir="auto" lang={story.language}>
                {story.tags.join(', ')}
              </p>
            </section>
          )}
        </aside>
      </Wrap>
      {story.similar.length > 0 && (
        <Wrap as="section" className={css.similar}>
          <SectionHead
            heading={
              story.title.length <= LONG_TITLE ? t('similar', { title: story.title }) : t('similarToThis')
            }
          />
          <StoryCards stories={story.similar} plain />
        </Wrap>
      )}
      {first !== undefined && (
        <div className={css.dock}>
          <LinkButton kind="ink" wide icon="book-open" href={firstHref}>
            {t('readEpisode', { number: first ?? 1 })}
          </LinkButton>
        </div>
      )}
    </main>
  );
}
