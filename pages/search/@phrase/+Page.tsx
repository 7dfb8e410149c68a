import { useHref, useTranslations } from '../../../locales/react.tsx';
import { type Resource, storyTypeOf } from '../../../server/domains/discovery/search/rules.ts';
import { BrowseIndex } from '../../browse/BrowseIndex.tsx';
import { StoryCards } from '../../layout/StoryCards.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { FirstScreenEnd } from '../../ui/FirstScreenEnd.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { Creators } from './Creators.tsx';
import { resultsAddress, useResourceName } from './labels.ts';
import css from './Page.module.css';
import { Narrowing, ResourceTabs } from './Tools.tsx';

const FIRST_ROW = 3;

export default function Page({ data: { search, index } }: { data: Data }) {
  const t = useTranslations('results');
  const browse = useTranslations('browse');
  const story = useTranslations('story');
  const href = useHref();
  const { phrase, stories, creators, page, pages } = search;
  const isEmpty = (stories ?? creators).found.length === 0;
  return (
    <Wrap as="main" id="main">
      <h1 className={css.phrase} dir="auto">
        {t('phrase', { phrase })}
      </h1>
      <ResourceTabs search={search} />
      {stories !== null && <Narrowing search={search} index={index} />}
      <FirstScreenEnd />
      {isEmpty && <Nothing search={search} />}
      {stories !== null && stories.found.length > 0 && (
        <StoryCards
          stories={stories.found}
          metaOf={({ author, premium }) => (premium ? author : `${story('free')} · ${author}`)}
          eager={FIRST_ROW}
        />
      )}
      {creators !== null && creators.found.length > 0 && <Creators creators={creators.found} />}
      <div className={css.pager}>
        <Pager
          label={browse('pages')}
          previousLabel={browse('previousPage')}
          nextLabel={browse('nextPage')}
          page={page}
          pages={pages}
          hrefOf={(to) => href(resultsAddress(search, { page: to }))}
        />
      </div>
      {isEmpty && <BrowseIndex index={{ ...index, languages: [] }} />}
    </Wrap>
  );
}

/** Suggests another tab when this one has no results (SRC-58). */
function Nothing({ search }: { search: Data['search'] }) {
  const t = useTranslations('results');
  const browse = useTranslations('browse');
  const nameOf = useResourceName();
  const href = useHref();
  const { counters, filters, resource } = search;
  const [other] = (Object.entries(counters) as [Resource, number][])
    .filter(([name, count]) => name !== resource && count > 0)
    .sort(([, a], [, b]) => b - a);
  const isNarrowed = filters.genre !== undefined || filters.language !== undefined;
  const reset = href(resultsAddress(search, { genre: undefined, language: undefined }));
  return (
    <Empty
      heading={t(storyTypeOf(resource) === null ? 'noCreators' : 'noStories')}
      actions={
        <>
          {other && (
            <LinkButton kind="ink" href={href(resultsAddress(search, { resource: other[0] }))}>
              {t('showOther', { tab: nameOf(other[0]) })}
            </LinkButton>
          )}
          {isNarrowed && (
            <LinkButton kind={other ? 'quiet' : 'outlined'} href={reset}>
              {browse('resetFilters')}
            </LinkButton>
          )}
        </>
      }
    >
      {other && <>{t('otherHint', { count: other[1], tab: nameOf(other[0]) })} </>}
      {t('hint')}
    </Empty>
  );
}
