import { formatNumber } from '../../../../locales/index.ts';
import { useHref, useTranslations } from '../../../../locales/react.tsx';
import { LinkButton } from '../../../ui/Button.tsx';
import { Chips } from '../../../ui/Chips.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { Rows } from '../../../ui/Rows.tsx';
import head from '../../Head.module.css';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { StoryRow } from './StoryRow.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  const address = (filter: string, page = 1) => {
    const query = new URLSearchParams();
    if (filter !== 'all') query.set('filter', filter);
    if (page > 1) query.set('page', String(page));
    return href(`/creator/stories${query.size > 0 ? `?${query}` : ''}`);
  };
  const chip = (filter: Data['filter'], label: string) => ({
    href: address(filter),
    label,
    count: formatNumber(data.counts[filter]),
    current: data.filter === filter,
  });
  const isFirst = data.counts.all === 0;
  return (
    <>
      <div className={head.head}>
        <h1>{t('yourStories')}</h1>
        {!isFirst && (
          <div className={head.tools}>
            <LinkButton href={href('/creator/stories/new')} kind="filled" icon="plus">
              {t('newStory')}
            </LinkButton>
          </div>
        )}
      </div>
      {isFirst ? (
        <Empty
          heading={t('noStories')}
          actions={
            <LinkButton href={href('/creator/stories/new')} kind="filled" big icon="plus">
              {t('firstStory')}
            </LinkButton>
          }
        >
          <p>{t('noStoriesHint')}</p>
        </Empty>
      ) : (
        <>
          <Chips
            label={t('filter')}
            items={[
              chip('all', t('filters.all')),
              chip('published', t('filters.published')),
              chip('work_in_progress', t('filters.work_in_progress')),
            ]}
          />
          <div className={css.list}>
            {data.stories.length === 0 ? (
              <p className={css.none}>{t('noneOfThese')}</p>
            ) : (
              <Rows>
                {data.stories.map((story) => (
                  <StoryRow key={story.id} story={story} />
                ))}
              </Rows>
            )}
          </div>
          <Pager
            label={t('pages')}
            previousLabel={t('previous')}
            nextLabel={t('nextPage')}
            page={data.page}
            pages={data.pages}
            hrefOf={(page) => address(data.filter, page)}
          />
        </>
      )}
    </>
  );
}
