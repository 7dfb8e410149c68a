import Comments from '#islands/community/Comments.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { COMMENT_MAX_LENGTH } from '#server/domains/community/comments/rules.ts';
import { address } from '../../addresses.ts';
import { ListPager } from '../../creator/ListPager.tsx';
import { SegmentedLinks } from '../../ui/Segmented.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { loadThread } from './load.ts';
import { threadAddress } from './load.ts';
import css from './ThreadPage.module.css';

export type ThreadData = Awaited<ReturnType<typeof loadThread>>;

/** All comments of a story or episode, complete and writable without a script. */
export function ThreadPage({ data: { place, list, sort, hasSession } }: { data: ThreadData }) {
  const t = useTranslations('comments');
  const href = useHref();
  const { story, episode } = place;
  const { slug } = story;
  const pages = Math.max(1, Math.ceil(list.total / list.per_page));
  const own = threadAddress(place, { sort, page: list.page });
  return (
    <Wrap as="main" id="main" className={css.main}>
      <p className={css.way}>
        <a
          href={href(
            episode === null
              ? address('/stories/@slug', { slug })
              : address('/stories/@slug/@number', { slug, number: episode.number }),
          )}
          lang={story.language}
          dir="auto"
        >
          {episode === null ? story.title : `${story.title} · ${episode.number} · ${episode.title}`}
        </a>
      </p>
      <div className={css.head}>
        <h1>
          {t('heading')} <span className={css.count}>{formatNumber(list.comments_count)}</span>
        </h1>
        <SegmentedLinks
          label={t('sort')}
          items={(['top', 'new'] as const).map((each) => ({
            href: href(threadAddress(place, { sort: each })),
            label: each === 'top' ? t('top') : t('newest'),
            current: each === sort,
          }))}
        />
      </div>
      <Island
        name="Comments"
        component={Comments}
        props={{
          subject: episode === null ? { kind: 'story', id: story.id } : { kind: 'episode', id: episode.id },
          page: own,
          here: href(own),
          start: list,
          sort,
          hasSession,
          maxLength: COMMENT_MAX_LENGTH,
        }}
      />
      <ListPager
        page={list.page}
        pages={pages}
        hrefOf={(to) => href(threadAddress(place, { sort, page: to }))}
      />
    </Wrap>
  );
}
