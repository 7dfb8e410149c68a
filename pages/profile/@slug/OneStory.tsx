import { formatDate, formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { ProfilePage } from '../../../server/domains/reading/reader/queries-profile.ts';
import { address } from '../../addresses.ts';
import { useStoryWords } from '../../stories/labels.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { EpisodeRow } from '../../ui/EpisodeRow.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import css from './OneStory.module.css';

export type OneStoryProps = { only: NonNullable<ProfilePage['only']> };

/** A single story fills the page, with its latest episodes. */
export function OneStory({ only: { story, sentence, firstNumber, episodes, episodesCount } }: OneStoryProps) {
  const t = useTranslations('author');
  const words = useTranslations('story');
  const names = useStoryWords();
  const href = useHref();
  const { slug, title, language, premium } = story;
  const about = href(address('/stories/@slug', { slug }));
  return (
    <section>
      <SectionHead heading={t('onlyStory')} />
      <div className={css.only}>
        <Cover
          picture={story.cover}
          sizes="(width >= 22rem) 22rem, 100vw"
          priority="high"
          className={css.cover}
        />
        <div className={css.text}>
          <h3 className={css.title} lang={language} dir="auto">
            <a href={about}>{title}</a>
          </h3>
          <p className={css.facts}>
            <span>
              {names.genre(story.genre)} · {names.kind(story.publicationType)}
            </span>
            <span>{names.language(language)}</span>
            <span>{premium ? words('premium') : words('free')}</span>
          </p>
          {sentence !== '' && (
            <p className={css.sentence} lang={language} dir="auto">
              {sentence}
            </p>
          )}
          <div className={css.actions}>
            <LinkButton
              kind="ink"
              icon="book-open"
              href={href(address('/stories/@slug/@number', { slug, number: firstNumber }))}
            >
              {words('readEpisode', { number: firstNumber })}
            </LinkButton>
            <LinkButton kind="quiet" href={about}>
              {t('aboutStory')}
            </LinkButton>
          </div>
          <div className={css.episodes}>
            <Rows>
              {episodes.map((episode) => (
                <EpisodeRow
                  key={episode.id}
                  href={href(address('/stories/@slug/@number', { slug, number: episode.number }))}
                  number={episode.number}
                  title={episode.title}
                  thumbnail={episode.thumbnail}
                  facts={[
                    episode.publishedAt && formatDate(episode.publishedAt),
                    story.publicationType === 'novel'
                      ? words('chapters', { count: episode.chaptersCount })
                      : words('pages', { count: episode.pagesCount }),
                  ]}
                  fresh={episode.fresh ? words('fresh') : undefined}
                  state={
                    episode.priceCoins > 0
                      ? { kind: 'price', amount: formatNumber(episode.priceCoins), unit: words('coins') }
                      : undefined
                  }
                  language={language}
                />
              ))}
            </Rows>
          </div>
          {episodesCount > episodes.length && (
            <a className={css.all} href={href(address('/stories/@slug', { slug }, { hash: 'episodes' }))}>
              {t('allEpisodes', { count: episodesCount })}
            </a>
          )}
        </div>
      </div>
    </section>
  );
}
