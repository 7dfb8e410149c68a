import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { ListPager } from '#pages/creator/ListPager.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Chips } from '#pages/ui/Chips.tsx';
import { Empty } from '#pages/ui/Empty.tsx';
import { TextField } from '#pages/ui/Field.tsx';
import { Mark } from '#pages/ui/Mark.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { RowLink } from '#pages/ui/RowLink.tsx';
import { StateMark } from '#pages/ui/StateMark.tsx';
import { FILTER_MAX_LENGTH } from '#server/lib/text.ts';
import type { Data } from './+data.ts';
import { Appeals } from './Appeals.tsx';

type Wish = Pick<Data, 'kind' | 'q' | 'blocked'> & { page?: number };

const addressOf = ({ kind, q, blocked, page = 1 }: Wish): Address =>
  address(
    '/admin/episodes',
    {},
    {
      query: {
        kind: kind === 'episodes' ? kind : null,
        q: q || null,
        blocked: blocked ? 'true' : null,
        page: page === 1 ? null : page,
      },
    },
  );

export default function Page({ data }: { data: Data }) {
  const { kind, q, blocked, page, pages, stories, episodes, appeals } = data;
  const t = useTranslations('administration');
  const href = useHref();
  const isEmpty = stories.length + episodes.length === 0;
  return (
    <>
      <PageHead title={t('works')} />
      <Appeals appeals={appeals} />
      <form method="get" action={href('/admin/episodes')} className={css.find}>
        {kind === 'episodes' && <input type="hidden" name="kind" value={kind} />}
        {blocked && <input type="hidden" name="blocked" value="true" />}
        <TextField
          label={t('find')}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={FILTER_MAX_LENGTH}
          dir="auto"
        />
        <Button type="submit" icon="search">
          {t('findDo')}
        </Button>
      </form>
      <div className={css.chips}>
        <Chips
          label={t('kinds')}
          items={(['stories', 'episodes'] as const).map((each) => ({
            href: href(addressOf({ kind: each, q, blocked })),
            label: each === 'stories' ? t('kindStories') : t('kindEpisodes'),
            current: each === kind,
          }))}
        />
        <Chips
          label={t('what')}
          items={[false, true].map((each) => ({
            href: href(addressOf({ kind, q, blocked: each })),
            label: each ? t('filterBlocked') : t('filterAll'),
            current: each === blocked,
          }))}
        />
      </div>
      {isEmpty ? (
        <Empty heading={t('none')}>{t('noneHint')}</Empty>
      ) : (
        <ul className={css.list}>
          {stories.map((story) => (
            <StoryRow key={story.id} story={story} />
          ))}
          {episodes.map((episode) => (
            <EpisodeRow key={episode.id} episode={episode} />
          ))}
        </ul>
      )}
      <ListPager page={page} pages={pages} hrefOf={(to) => href(addressOf({ kind, q, blocked, page: to }))} />
    </>
  );
}

function StoryRow({ story }: { story: Data['stories'][number] }) {
  const t = useTranslations('administration');
  const href = useHref();
  return (
    <li className={css.row}>
      <div>
        <RowLink href={href(address('/admin/stories/@id', { id: story.id }))} className={css.name}>
          <bdi>{story.title}</bdi>
        </RowLink>
        <p className={css.small}>
          <bdi>{story.owner.display_name}</bdi> · {story.slug}
        </p>
      </div>
      <p className={css.marks}>
        {story.blocked ? (
          <Mark shape="square">{t('filterBlocked')}</Mark>
        ) : (
          <Mark shape={story.published ? 'disc' : 'ring'}>
            {story.published ? t('published') : t('unpublished')}
          </Mark>
        )}
      </p>
    </li>
  );
}

function EpisodeRow({ episode }: { episode: Data['episodes'][number] }) {
  const words = useTranslations('console');
  const href = useHref();
  const { id, number, title, story, owner, status } = episode;
  return (
    <li className={css.row}>
      <div>
        <RowLink href={href(address('/admin/episodes/@id', { id }))} className={css.name}>
          {number} · <bdi>{title}</bdi>
        </RowLink>
        <p className={css.small}>
          <bdi>{story.title}</bdi> · <bdi>{owner.display_name}</bdi>
        </p>
      </div>
      <p className={css.marks}>
        <StateMark
          state={status}
          words={{
            in_progress: words('states.in_progress'),
            scheduled: words('states.scheduled'),
            published: words('states.published'),
            blocked: words('states.blocked'),
          }}
        />
      </p>
    </li>
  );
}
