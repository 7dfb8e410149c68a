import type { ReactNode } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { StoryCards } from '../layout/StoryCards.tsx';
import { useStoryWords } from '../stories/labels.ts';
import { Breadcrumbs, type Crumb } from '../ui/Breadcrumbs.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Filters } from '../ui/Filters.tsx';
import { FirstScreenEnd } from '../ui/FirstScreenEnd.tsx';
import { Pager } from '../ui/Pager.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Topic } from '../ui/Topic.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import { browseAddress, type Wish } from './address.ts';
import css from './Browse.module.css';
import { BrowseIndex } from './BrowseIndex.tsx';
import type { Browse as Data } from './load.ts';

/** Covers in the first row on a phone. */
const FIRST_ROW = 3;

export type BrowseProps = {
  data: Data;
  name: string;
  nameLanguage?: string | undefined;
  crumbs?: readonly Crumb[];
  sentence?: ReactNode;
};

export function Browse({ data, name, nameLanguage, crumbs = [], sentence }: BrowseProps) {
  const { shelf, wish, list, index } = data;
  const t = useTranslations('browse');
  const href = useHref();
  const to = (changed: Partial<Wish>) => href(browseAddress(shelf, { ...wish, page: 1, ...changed }));
  const { stories, oftenWith } = list;
  return (
    <Wrap as="main" id="main">
      <Topic
        heading={name}
        language={nameLanguage}
        above={
          <Breadcrumbs
            label={t('here')}
            items={[{ label: t('discover'), href: href('/') }, ...crumbs, { label: name }]}
          />
        }
        below={
          oftenWith.length > 0 && (
            <p className={css.near}>
              <span className={css.nearLabel}>{t('oftenWith')}</span>
              {oftenWith.map(({ key, tag }) => (
                <a key={key} href={href(browseAddress({ by: 'tag', value: key }))} dir="auto">
                  {tag}
                </a>
              ))}
            </p>
          )
        }
      >
        {t(list.isCapped ? 'countMany' : 'count', { number: formatNumber(list.total), count: list.total })}
        {sentence && <> {sentence}</>}
      </Topic>
      <Kinds data={data} to={to} />
      <Narrowing data={data} />
      <FirstScreenEnd />
      {stories.length > 0 ? (
        <StoryCards stories={stories} eager={FIRST_ROW} />
      ) : (
        <Empty
          heading={t('none')}
          actions={<LinkButton href={href(browseAddress(shelf))}>{t('resetFilters')}</LinkButton>}
        >
          {t('noneHint')}
        </Empty>
      )}
      <div className={css.pager}>
        <Pager
          label={t('pages')}
          previousLabel={t('previousPage')}
          nextLabel={t('nextPage')}
          page={list.page}
          pages={list.pages}
          hrefOf={(page) => to({ page })}
        />
      </div>
      <BrowseIndex index={index} current={shelf} />
    </Wrap>
  );
}

function Kinds({ data, to }: { data: Data; to: (changed: Partial<Wish>) => string }) {
  const t = useTranslations('browse');
  const { wish, list } = data;
  const counted = (count: number) => (list.isCapped ? undefined : formatNumber(count));
  const all = list.types.reduce((sum, { count }) => sum + count, 0);
  return (
    <Tabs
      label={t('kind')}
      items={[
        {
          href: to({ type: undefined }),
          label: t('all'),
          count: counted(all),
          current: wish.type === undefined,
        },
        ...list.types.map(({ type, count }) => ({
          href: to({ type }),
          label: t(`types.${type}`),
          count: counted(count),
          current: wish.type === type,
        })),
      ]}
    />
  );
}

function Narrowing({ data: { shelf, wish, list } }: { data: Data }) {
  const t = useTranslations('browse');
  const words = useStoryWords();
  const href = useHref();
  const byName = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
  const optionsOf = (
    values: readonly string[],
    chosen: string | undefined,
    label: (value: string) => string,
  ) =>
    [...new Set([...values, ...(chosen === undefined ? [] : [chosen])])]
      .map((value) => ({ value, label: label(value) }))
      .sort(byName);
  const { order, genre, language, type } = wish;
  return (
    <Filters
      action={href(browseAddress(shelf))}
      kept={{ type }}
      showLabel={t('show')}
      reset={
        order === 'new' || genre !== undefined || language !== undefined
          ? { href: href(browseAddress(shelf, { type })), label: t('reset') }
          : undefined
      }
      filters={[
        {
          name: 'order',
          label: t('sortBy'),
          value: order === 'new' ? order : '',
          options: [
            { value: '', label: t('popular') },
            { value: 'new', label: t('newest') },
          ],
        },
        ...(shelf.by === 'genre'
          ? []
          : [
              {
                name: 'genre',
                label: t('genre'),
                value: genre ?? '',
                options: [
                  { value: '', label: t('allGenres') },
                  ...optionsOf(list.genres, genre, words.genre),
                ],
              },
            ]),
        ...(shelf.by === 'language'
          ? []
          : [
              {
                name: 'language',
                label: t('language'),
                value: language ?? '',
                options: [
                  { value: '', label: t('allLanguages') },
                  ...optionsOf(list.languages, language, words.language),
                ],
              },
            ]),
      ]}
    />
  );
}
