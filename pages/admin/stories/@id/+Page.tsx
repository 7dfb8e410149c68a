import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Blocked, StatementFacts } from '#pages/admin/Blocked.tsx';
import { BlockForm } from '#pages/admin/BlockForm.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { work: story, statement, letter } }: { data: Data }) {
  const t = useTranslations('administration');
  const words = useTranslations('console');
  const href = useHref();
  const { id, title, owner, blocked_at: since } = story;
  const counts = { count: story.episodes_count, published: story.published_count };
  return (
    <>
      <Breadcrumbs
        label={words('way')}
        items={[{ label: t('rooms.episodes'), href: href('/admin/episodes') }, { label: title }]}
      />
      <PageHead title={title} />
      {since !== null && <Blocked kind="story" id={id} since={since} />}
      <dl className={css.facts}>
        <dt>{t('owner')}</dt>
        <dd>
          <a href={href(address('/admin/users/@id', { id: owner.id }))}>
            <bdi>{owner.display_name}</bdi>
          </a>
        </dd>
        <dt>{t('state')}</dt>
        <dd>{story.published ? t('published') : t('unpublished')}</dd>
        <dt>{t('kindEpisodes')}</dt>
        <dd>{t('episodesOf', counts)}</dd>
        <dt>{t('reports')}</dt>
        <dd>{story.reports_count}</dd>
      </dl>
      {story.published && (
        <p>
          <a href={href(address('/stories/@slug', { slug: story.slug }))}>{t('see')}</a>
        </p>
      )}
      {statement && <StatementFacts statement={statement} />}
      {since === null && <BlockForm kind="story" id={id} owner={owner.display_name} letter={letter} />}
    </>
  );
}
