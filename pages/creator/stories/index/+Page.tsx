import { useHref, useTranslations } from '#locales/react.tsx';
import { LinkButton } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { Rows } from '../../../ui/Rows.tsx';
import { ListPager } from '../../ListPager.tsx';
import { NoStories } from '../../NoStories.tsx';
import type { Data } from './+data.ts';
import { listAddress } from './address.ts';
import { Invitations } from './Invitations.tsx';
import css from './Page.module.css';
import { StoryRow } from './StoryRow.tsx';
import { StoryTable } from './StoryTable.tsx';
import { Toolbar } from './Toolbar.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  const { asked, stories } = data;
  if (data.own === 0) return <First data={data} />;
  return (
    <>
      <PageHead
        title={t('yourStories')}
        tools={
          <LinkButton href={href('/creator/stories/new')} kind="filled" icon="plus">
            {t('newStory')}
          </LinkButton>
        }
      />
      <Invitations invitations={data.invitations} />
      <Toolbar asked={asked} counts={data.counts} />
      <div className={css.list}>
        {stories.length === 0 ? (
          <None data={data} />
        ) : asked.view === 'table' ? (
          <StoryTable data={data} />
        ) : (
          <Rows>
            {stories.map((story) => (
              <StoryRow key={story.id} story={story} timezone={data.timezone} />
            ))}
          </Rows>
        )}
      </div>
      <ListPager page={asked.page} pages={data.pages} hrefOf={(page) => href(listAddress(asked, { page }))} />
      <Deleted count={data.deleted} />
    </>
  );
}

function Deleted({ count }: { count: number }) {
  const t = useTranslations('console');
  const href = useHref();
  if (count === 0) return null;
  return (
    <p className={css.deleted}>
      <LinkButton kind="quiet" icon="trash-2" href={href('/creator/stories/deleted')}>
        {t('deletedLink', { count })}
      </LinkButton>
    </p>
  );
}

function First({ data: { invitations, deleted } }: { data: Data }) {
  const t = useTranslations('console');
  return (
    <>
      <PageHead title={t('yourStories')} />
      <Invitations invitations={invitations} />
      <NoStories heading={t('noStories')} hint={t('noStoriesHint')} />
      <Deleted count={deleted} />
    </>
  );
}

function None({ data: { asked, total } }: { data: Data }) {
  const t = useTranslations('console');
  const href = useHref();
  const [heading, hint] =
    total > 0
      ? [t('noPage'), null]
      : asked.q !== ''
        ? [t('noneFound', { text: asked.q }), null]
        : asked.filter === 'published'
          ? [t('nonePublished'), t('nonePublishedHint')]
          : [t('noneInProgress'), t('noneInProgressHint')];
  return (
    <Empty
      heading={heading}
      actions={
        <LinkButton href={href(listAddress(asked, { filter: 'all', q: '' }))}>{t('showAll')}</LinkButton>
      }
    >
      {hint && <p>{hint}</p>}
    </Empty>
  );
}
