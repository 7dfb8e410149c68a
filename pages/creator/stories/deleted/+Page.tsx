import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '../../../addresses.ts';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/Cover.tsx';
import { coverFacts } from '../../../ui/coverFacts.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { pageIn } from '../../figures/period.ts';
import { ListPager } from '../../ListPager.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

/** From this many days left, the deadline is highlighted. */
const SOON_DAYS = 3;

export default function Page({ data: { stories, zone, keptDays, page, pages } }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  return (
    <>
      <Breadcrumbs
        label={t('way')}
        items={[{ label: t('yourStories'), href: href('/creator/stories') }, { label: t('deletedStories') }]}
      />
      <PageHead title={t('deletedStories')} />
      {stories.length === 0 ? (
        <Empty
          heading={t('noneDeleted')}
          actions={<LinkButton href={href('/creator/stories')}>{t('yourStories')}</LinkButton>}
        >
          <p>{t('noneDeletedHint', { days: keptDays })}</p>
        </Empty>
      ) : (
        <div className={css.column}>
          <p className={css.lead}>{t('deletedLead', { days: keptDays })}</p>
          <ul className={css.list}>
            {stories.map((story) => (
              <Row key={story.id} story={story} zone={zone} />
            ))}
          </ul>
          <ListPager
            page={page}
            pages={pages}
            hrefOf={(next) => href(address('/creator/stories/deleted', {}, { query: pageIn(next) }))}
          />
          <Notice>{t('deletedComesBack')}</Notice>
        </div>
      )}
    </>
  );
}

function Row({ story, zone }: { story: Data['stories'][number]; zone: string }) {
  const t = useTranslations('console');
  const moment = (at: string) => `${formatDate(at, zone)} ${formatTime(at, zone)}`;
  const isSoon = story.days_left < SOON_DAYS;
  const what = story.publication_type === 'novel' ? 'chaptersCount' : 'pagesCount';
  const count = story.publication_type === 'novel' ? story.chapters_count : story.pages_count;
  return (
    <li className={css.row}>
      <span className={css.cover}>
        <Cover picture={coverFacts(story.mini_thumbnail_url)} sizes="3.5rem" priority="lazy" />
      </span>
      <div className={css.what}>
        <b lang={story.language} dir="auto">
          {story.title}
        </b>
        <small>
          {t('deletedFacts', {
            episodes: t('episodesCount', { count: story.episodes_count }),
            content: t(what, { count }),
            moment: moment(story.deleted_at),
          })}
        </small>
        <small className={isSoon ? css.soon : undefined}>
          {isSoon
            ? t('goneSoon', { days: story.days_left, moment: moment(story.kept_until) })
            : t('keptUntil', { days: story.days_left, date: formatDate(story.kept_until, zone) })}
        </small>
      </div>
      <ActionForm call="POST /creator/deleted_stories/:id/restore" params={{ id: story.id }}>
        <Button type="submit" icon="undo-2" aria-label={t('bringBackNamed', { title: story.title })}>
          {t('bringBack')}
        </Button>
      </ActionForm>
    </li>
  );
}
