import type { ReactNode } from 'react';
import { useHref, useTranslations } from '#locales/react.tsx';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { address } from '../../../addresses.ts';
import { ConsentQuestion } from '../../../layout/ConsentQuestion.tsx';
import { LinkButton } from '../../../ui/Button.tsx';
import { EpisodeRow, EpisodeState } from '../../../ui/EpisodeRow.tsx';
import { Stroke } from '../../../ui/Seal.tsx';
import { NextRelease } from '../../NextRelease.tsx';
import { useStoryHref } from '../../preview.ts';
import { placeInList } from '../address.ts';
import css from './EndCard.module.css';
import { useEpisodeFacts } from './labels.ts';

export function EndCard({
  reading,
  actions,
  more,
  back,
}: {
  reading: ReaderPage;
  actions: ReactNode;
  more?: ReactNode;
  back?: ReactNode;
}) {
  const t = useTranslations('reader');
  const story = useTranslations('story');
  const href = useHref();
  const storyHref = useStoryHref();
  const facts = useEpisodeFacts(reading);
  const { next, previous, nextRelease, storySlug } = reading;
  const isLocked = reading.content.kind === 'locked';
  const isSold = next !== null && next.priceCoins > 0;
  const path = (number: number) => storyHref(address('/stories/@slug/@number', { slug: storySlug, number }));
  return (
    <section className={css.end} id="end" data-last={actions && !next ? '' : undefined}>
      {!isLocked && (
        <div>
          <Stroke className={css.stroke} />
          <h2 className={css.heading}>{t('toBeContinued')}</h2>
          <p className={css.note}>
            {next ? t('nextIsOut', { number: next.number }) : t('caughtUp')}
            {nextRelease && <NextRelease release={nextRelease} />}
          </p>
        </div>
      )}
      {next && (
        <div className={css.next}>
          <EpisodeRow
            href={path(next.number)}
            number={next.number}
            title={next.title}
            thumbnail={next.thumbnail}
            facts={facts.of(next)}
            state={facts.stateOf(next)}
            language={reading.storyLanguage}
            {...(isSold && { marked: { items: next.pagesCount } })}
          />
          {isSold && (
            <template data-unlocked>
              <EpisodeState kind="unlocked" label={story('states.unlocked')} />
            </template>
          )}
        </div>
      )}
      {actions && reading.content.kind === 'chapters' && <div className={css.feelings} data-feelings />}
      {actions}
      <nav className={css.ways} aria-label={t('otherEpisodes')}>
        {next && !isLocked && (
          <LinkButton kind="ink" href={path(next.number)} rel="next">
            {t('nextEpisode', { number: next.number })}
          </LinkButton>
        )}
        {back}
        {previous && (
          <LinkButton href={path(previous.number)} rel={back ? undefined : 'prev'}>
            {t('previousEpisode', { number: previous.number })}
          </LinkButton>
        )}
        <LinkButton
          kind={next || previous ? 'quiet' : 'outlined'}
          href={storyHref(placeInList(storySlug, reading.number))}
        >
          {t('allEpisodes')}
        </LinkButton>
      </nav>
      <p className={css.author}>
        {t('by')}{' '}
        <a href={href(address('/profile/@slug', { slug: reading.author.slug }))} dir="auto">
          {reading.author.displayName}
        </a>
      </p>
      {!isLocked && <ConsentQuestion place="flow" />}
      {more}
    </section>
  );
}
