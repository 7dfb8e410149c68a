import StoryActions from '#islands/reading/StoryActions.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { tagKey } from '../../../server/domains/publishing/stories/rules.ts';
import type { StoryPage } from '../../../server/domains/reading/reader/queries-story.ts';
import { type Address, address, withHash } from '../../addresses.ts';
import { useFrame } from '../../layout/context.ts';
import { StoryCards } from '../../layout/StoryCards.tsx';
import { keepAddress } from '../../library/address.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FirstScreenEnd } from '../../ui/FirstScreenEnd.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import { useStoryWords } from '../labels.ts';
import { ReportPanel } from '../panels/ReportPanel.tsx';
import { SharePanel } from '../panels/SharePanel.tsx';
import { useStoryHref } from '../preview.ts';
import { RATING_ANCHOR, Rating } from '../Rating.tsx';
import type { Data } from './+data.ts';
import { EpisodeList } from './EpisodeList.tsx';
import css from './Page.module.css';
import { StoryComments } from './StoryComments.tsx';
import { StoryHead } from './StoryHead.tsx';
import { shownStory, unitOf } from './shown.ts';

/** A longer title would overload the heading of the similar stories. */
const LONG_TITLE = 32;

export default function Page({ data }: { data: Data }) {
  const { page: story, url, hasPanels, appUrl, canSave } = data;
  const t = useTranslations('story');
  const words = useStoryWords();
  const href = useHref();
  const { preview, path } = useFrame();
  const first = story.hundreds[0]?.first;
  const { slug, title } = story;
  return (
    <>
      <main id="main" className={css.main}>
        <StoryHead
          story={story}
          hasApp={appUrl !== undefined}
          action={first !== undefined && <Actions story={story} first={first} place="head" />}
        />
        <FirstScreenEnd />
        <Wrap className={css.columns}>
          <EpisodeList story={story} appUrl={appUrl} canSave={canSave} />
          <aside className={css.side}>
            {preview === null && (
              <Rating
                story={shownStory(story)}
                here={href(withHash(path as Address, RATING_ANCHOR))}
                figures={{
                  average: story.ratingAverage,
                  count: story.ratingsCount,
                  distribution: story.ratingDistribution,
                }}
              />
            )}
            {preview === null && <StoryComments story={story} />}
            {preview === null && (
              <section>
                <p>
                  <a href={href(keepAddress(story.id))} rel="nofollow">
                    {t('collect')}
                  </a>
                </p>
              </section>
            )}
            {story.tags.length > 0 && (
              <section>
                <h2>{t('tags')}</h2>
                <ul className={css.tags} lang={story.language}>
                  {story.tags.map((tag) => (
                    <li key={tag} dir="auto">
                      <Tag>{tag}</Tag>
                    </li>
                  ))}
                </ul>
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
            <Actions story={story} first={first} place="dock" />
          </div>
        )}
      </main>
      {hasPanels && preview === null && (
        <>
          <SharePanel
            name={title}
            note={`${words.genre(story.genre)} · ${story.author.displayName}`}
            picture={story.cover}
            url={url}
            modal
          />
          <ReportPanel
            subject={{ type: 'story', id: story.id }}
            title={title}
            back={address('/stories/@slug', { slug })}
            page={address('/stories/@slug', { slug }, { query: { panels: 1 } })}
          />
        </>
      )}
    </>
  );
}

/** A tag of punctuation only has no address. */
function Tag({ children: tag }: { children: string }) {
  const href = useHref();
  const key = tagKey(tag);
  return key === '' ? tag : <a href={href(address('/tags/@tag', { tag: key }))}>{tag}</a>;
}

type ActionsProps = { story: StoryPage; first: number; place: 'head' | 'dock' };

/** Previews show what readers see, without reading on or subscribing. */
function Actions({ story, first, place }: ActionsProps) {
  const t = useTranslations('story');
  const storyHref = useStoryHref();
  const href = useHref();
  const { preview, path } = useFrame();
  if (preview !== null) {
    return (
      <LinkButton
        kind="ink"
        big={place === 'head'}
        wide={place === 'dock'}
        icon="book-open"
        href={storyHref(address('/stories/@slug/@number', { slug: story.slug, number: first }))}
        className={classes(place === 'head' && css.wide)}
      >
        {t('readEpisode', { number: first })}
      </LinkButton>
    );
  }
  return (
    <Island
      name="StoryActions"
      component={StoryActions}
      props={{
        story: shownStory(story),
        first,
        unit: unitOf(story),
        here: href(path as Address),
        place,
      }}
      wake="reader"
    />
  );
}
